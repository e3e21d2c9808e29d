"""Nothing a seat cannot know reaches it: all else is drawn anew, and what the seat gets stays the same to the byte."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.suites.every import GAMES, begun, set_ups, some, walk
from tests.suites.test_happenings import played
from tetracade.bots.bot import GreedyBot
from tetracade.engine.chance import generator
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import Seen
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, seats_of
from tetracade.server.rooms.commands import next_best
from tetracade.table.narration import effects_of, reasons_for
from tetracade.table.table import Table

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
seeds = st.integers(0, 2**32 - 1)


def what_reaches(kernel: Kernel, state: object, seat: int) -> list[object]:
    """Everything a seat is given: its view, features, legal actions, their ratings and words."""
    game = kernel.game
    view = kernel.view(state, seat)
    given: list[object] = [view.tobytes(), view.as_dict(), game.words.drawing(view), game.aims(view)]
    given.append(kernel.observe(state, seat).tobytes())
    given += [game.standing(view), game.dangers(view), game.goal(view), game.progress(view), game.legend(view)]
    if seat in seats_of(kernel.acting(state)):
        legal = kernel.legal(state, seat)
        given += [legal, kernel.rate(state, seat, legal), [kernel.spot(state, seat, action) for action in legal]]
        given += [game.words.text(view, seat, action) for action in legal[:10]]
        given += [game.words.touches(action) for action in legal[:10]]
        for action in legal[:10]:
            after, marks = effects_of(game, view, action)
            given += [after.changes_since(view), marks, game.reasons(view, after, seat, action)]
            given.append(game.rules_met(view, after, seat, action))
            given += [game.about(view, place) for place in game.words.touches(action)]
    return given


@every_game
@given(seed=seeds)
@settings(max_examples=some(15))
def test_what_a_seat_gets_does_not_depend_on_what_it_cannot_know(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    for _ in walk(kernel, state, pick, 200):
        if pick.random() > 0.06:
            continue
        for seat in range(int(state.seats)):
            truth = what_reaches(kernel, state, seat)
            spectator = kernel.view(state, SPECTATOR).tobytes()
            for sample in range(2):
                other = kernel.states()
                other[0] = state
                kernel.redeal(other[0], seat, generator(seed, sample))
                secret = kernel.timing_secret(state)  # then nobody may know which other seats are asked
                assert secret or kernel.acting(other[0]) == kernel.acting(state)
                assert (seat in seats_of(kernel.acting(other[0]))) == (seat in seats_of(kernel.acting(state)))
                assert what_reaches(kernel, other[0], seat) == truth
                assert kernel.view(other[0], SPECTATOR).tobytes() == spectator


def taught(table: Table, seat: int) -> list[object]:
    """All hints and explanations for a seat: what to do and why, what else, why not, and what everything is."""
    game, view = table.game, table.view(seat)
    best = GreedyBot().choose_number(table, seat)  # searching bots: see tests/bots
    hints = [best, *next_best(table, seat, best)]
    legend = game.legend(view)
    places = {*(note.place for note in legend), *(place for hint in hints for place in game.words.touches(hint))}
    seats = {f"seat:{number}" for number in range(table.seats)}
    told: list[object] = [hints, [reasons_for(table, seat, hint) for hint in hints], legend, game.dangers(view)]
    tried = random.Random(seat).sample(range(game.actions), min(20, game.actions))
    told += [table.why_not(action, seat) for action in tried]
    return [*told, [game.about(view, place) for place in sorted(places | seats)], game.goal(view), game.progress(view)]


@every_game
@given(seed=seeds)
@settings(max_examples=some(6))
def test_hints_and_explanations_do_not_change_when_hidden_cards_do(game: Game, seed: int) -> None:
    table = played(game, seed, 80)
    for seat in table.acting:
        truth = taught(table, seat)
        for other in range(3):
            assert taught(table.redealt(seat, other), seat) == truth


@every_game
@given(seed=seeds)
@settings(max_examples=some(10))
def test_a_redeal_knows_nothing_of_what_it_replaces(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    for _ in walk(kernel, state, pick, 200):
        if pick.random() > 0.06:
            continue
        for seat in range(int(state.seats)):
            truth, other = kernel.states(), kernel.states()
            truth[0] = other[0] = state
            kernel.redeal(other[0], seat, generator(seed, 1))
            kernel.redeal(other[0], seat, generator(seed, 2))
            kernel.redeal(truth[0], seat, generator(seed, 2))
            assert other[0].tobytes() == truth[0].tobytes()


@every_game
@given(seed=seeds)
@settings(max_examples=some(10))
def test_a_redealt_game_can_be_played_to_its_end(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    stop = pick.randrange(1, 60)
    for number, _ in enumerate(walk(kernel, state, pick, stop)):
        if number == stop - 1:
            kernel.redeal(state, pick.randrange(int(state.seats)), generator(seed))
    steps = sum(1 for _ in walk(kernel, state, pick, 400))
    assert steps >= 0
    for seat in range(int(state.seats)):
        kernel.view(state, seat)


@every_game
@given(seed=seeds)
@settings(max_examples=some(10))
def test_what_may_not_be_seen_looks_the_same_whatever_it_was(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    for step in walk(kernel, state, pick, 200):
        if pick.random() > 0.25:
            continue
        for viewer in (SPECTATOR, *range(int(state.seats))):
            if viewer == step.seat != SPECTATOR:
                continue
            unseen = [
                choice
                for choice in step.choices[:12]
                if not (
                    kernel.sees_outcome(state, choice, viewer)
                    if step.seat < 0
                    else kernel.sees_action(state, step.seat, choice, viewer)
                )
            ]
            looks = set()
            for choice in unseen:
                other = kernel.states()
                other[0] = state
                if step.seat < 0:
                    kernel.resolve(other[0], choice)
                else:
                    kernel.apply(other[0], step.seat, choice)
                before, after = kernel.view(state, viewer, over=False), kernel.view(other[0], viewer, over=False)
                marks = game.marks(before, after, step.seat, -1)
                met = game.rules_met(before, after, step.seat, -1)
                looks.add((after.tobytes(), str(after.changes_since(before)), marks, met))
                assert not any(mark.thing for mark in marks)
            assert len(looks) <= 1
            if unseen:
                assert game.words.hidden_text(kernel.view(state, viewer), step.seat)


@every_game
def test_a_game_with_secrets_redeals_them(game: Game) -> None:
    secret = any(field.seen is not Seen.BY_ALL for field in game.fields)
    changed = False
    for seed in range(10):
        pick = random.Random(seed)
        kernel, state = begun(game, set_ups(game)[-1 if seed % 2 else 0])
        for _ in walk(kernel, state, pick, 30):
            other = kernel.states()
            other[0] = state
            kernel.redeal(other[0], 0, generator(seed))
            changed = changed or other[0].tobytes() != state.tobytes()
    assert changed == secret


@every_game
def test_a_view_is_built_up_from_what_is_declared(game: Game) -> None:
    kernel, _state = begun(game, set_ups(game)[0])
    everything = kernel.states()
    everything.view("u1")[:] = 255
    for seat in (SPECTATOR, 0):
        view = game.layout.view_of(everything[0], seat, over=False)
        for field in game.fields:
            part = view.record[field.name]
            if field.seen is Seen.BY_NONE:
                assert not part.any()
                with pytest.raises(AttributeError, match="nobody may see"):
                    getattr(view, field.name)
                assert field.name not in view.as_dict()
            elif field.seen is not Seen.BY_ALL:
                for row in range(field.shape[0]):
                    assert part[row].any() == (row == seat)
