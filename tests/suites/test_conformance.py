"""Every game keeps the contract, whatever is played."""

import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

from tests.suites.every import GAMES, begun, set_ups, some, take, walk
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.drawing import WIDTH
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.table.record import replayed
from tetracade.table.table import IllegalAction, new_table

STEPS = 250
"""How far a walk with all checks goes; whole games are played by the compiled loop."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
seeds = st.integers(0, 2**32 - 1)


@every_game
@given(seed=seeds)
def test_somebody_can_always_act_until_the_end(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    for step in walk(kernel, state, pick, STEPS):
        mask = kernel.acting(state)
        if mask == CHANCE:
            ids, weights = kernel.outcomes(state)
            assert len(set(ids)) == len(ids) > 0
            assert min(weights) > 0
            assert min(ids) >= 0
            assert max(ids) < game.outcomes
            continue
        assert 0 < mask < 1 << int(state.seats)
        for seat in seats_of(mask):
            legal = kernel.legal(state, seat)
            assert len(set(legal)) == len(legal) > 0
            assert min(legal) >= 0
            assert max(legal) < game.actions
        assert step.id in step.choices


@every_game
def test_random_games_end_within_the_stated_length_and_pay_every_seat(game: Game) -> None:
    for number, set_up in enumerate(set_ups(game)):
        kernel = kernel_of(game)
        options = game.option_numbers(game.option_values(set_up.options, set_up.seats))
        played = some(20)
        steps, _wins = kernel.random_games(played, set_up.seats, options, seed=number)
        assert played <= steps <= played * game.longest
        kernel, state = begun(game, set_up)
        rng = np.array([1, 2, 3, 4 + number], np.int64)
        played = kernel.loops["play_out"](as_rules_see(state), rng, game.longest, kernel.scratch)
        assert played <= game.longest
        assert kernel.acting(state) == OVER
        assert len(kernel.score(state)) == set_up.seats
        worth = kernel.payoff(state)
        assert all(0.0 <= each <= 1.0 for each in worth)
        assert set(kernel.winners(state)) <= set(range(set_up.seats))
        if set_up.seats > 1:
            assert sum(worth) > 0


@every_game
@given(seed=seeds)
def test_what_is_legal_leaves_the_state_alone(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    for _ in walk(kernel, state, pick, 40):
        before = state.tobytes()
        mask = kernel.acting(state)
        if mask == CHANCE:
            kernel.outcomes(state)
        for seat in range(int(state.seats)):
            if seat in seats_of(mask):
                kernel.rate(state, seat, kernel.legal(state, seat))
            kernel.observe(state, seat)
            kernel.view(state, seat)
        assert state.tobytes() == before


@every_game
@given(seed=seeds)
@settings(max_examples=some(8))
def test_notation_and_words_name_each_action_once(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    words = game.words
    for step in walk(kernel, state, pick, STEPS):
        if pick.random() > 0.1:
            continue
        view = kernel.view(state, step.seat)
        if step.seat < 0:
            for outcome in step.choices:
                assert words.outcome_of(words.outcome_notation(outcome)) == outcome
                assert words.outcome_text(view, outcome)
            continue
        names = {words.notation(action): action for action in step.choices}
        assert len(names) == len(step.choices)
        for name, action in names.items():
            assert words.action_of(name) == action
            assert not re.search(r"\s{2}|[\n\t]|^$", name)
        touches = {}
        for action in pick.sample(step.choices, min(8, len(step.choices))):
            text = words.text(view, step.seat, action)
            assert text
            assert text == text.strip()
            assert "None" not in text
            touches[action] = tuple(sorted(words.touches(action)))  # neighbours of one kind come in any order
            assert touches[action]
        assert len(set(touches.values())) == len(touches), "two actions are made by the same touches"
        assert words.drawing(view)


@every_game
@given(seed=seeds)
@settings(max_examples=some(2))
def test_a_drawing_fits_a_terminal(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    for set_up in set_ups(game):
        kernel, state = begun(game, set_up)
        viewers = range(-1, set_up.seats)
        for number, _ in enumerate(walk(kernel, state, pick, 400)):
            if number % 8 == 0:
                drawn = Text.from_markup(game.words.drawing(kernel.view(state, pick.choice(viewers)))).plain
                assert max(map(len, drawn.splitlines())) <= WIDTH, drawn
        for viewer in viewers:
            drawn = Text.from_markup(game.words.drawing(kernel.view(state, viewer))).plain
            assert max(map(len, drawn.splitlines())) <= WIDTH, drawn


@every_game
@given(seed=seeds)
@settings(max_examples=some(8))
def test_what_is_not_legal_is_refused_with_a_rule(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    rules = set(re.findall(r"^- \*\*([A-Z]+\d+)", (game.folder / "rules.md").read_text(), re.M))
    for step in walk(kernel, state, pick, STEPS):
        if step.seat < 0 or pick.random() > 0.15:
            continue
        for seat in range(int(state.seats)):
            legal = set(kernel.legal(state, seat)) if seat in seats_of(kernel.acting(state)) else set()
            for action in pick.sample(range(game.actions), min(12, game.actions)):
                if action not in legal:
                    refusal = game.words.why_not(kernel.view(state, seat), seat, action)
                    assert refusal.rule in rules
                    assert refusal.reason.endswith((".", "!", "?"))


@every_game
@given(seed=seeds)
@settings(max_examples=some(6))
def test_a_record_replays_to_the_same_state_and_undo_takes_back(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    set_up = pick.choice(set_ups(game))
    table = new_table(game, set_up.seats, seed, None, set_up.options)
    for _ in range(pick.randrange(1, 40)):
        if table.over:
            break
        seat = pick.choice(table.acting)
        actions = kernel_of(game).legal(table.state, seat)
        before, length = table.state.tobytes(), len(table.entries)
        action = pick.choice(actions)
        table.play(action, seat)
        if pick.random() < 0.2:
            assert table.undo().id == action
            assert table.state.tobytes() == before
            assert len(table.entries) == length
            table.play(action, seat)
    text = table.record()
    again = replayed(text, lambda name: GAMES[name])
    assert again.state.tobytes() == table.state.tobytes()
    assert again.record() == text
    assert len(table.story()) == len(table.entries)


@every_game
@given(seed=seeds)
@settings(max_examples=some(8))
def test_a_position_reads_back_as_written(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    for _ in walk(kernel, state, pick, STEPS):
        if pick.random() < 0.05:
            line = game.words.position(state)
            other = kernel.states()[0]
            game.words.read_position(other, line)
            assert game.words.position(other) == line
            assert kernel.acting(other) == kernel.acting(state)
            for seat in seats_of(kernel.acting(state)):
                assert kernel.legal(other, seat) == kernel.legal(state, seat)


@every_game
def test_a_table_refuses_what_is_not_legal_and_changes_nothing(game: Game) -> None:
    table = new_table(game, None, 5)
    before = table.state.tobytes()
    seat = table.acting[0]
    legal = {action.id for action in table.legal(seat)}
    illegal = [action for action in range(game.actions) if action not in legal]
    for action in illegal[:1]:
        with pytest.raises(IllegalAction) as caught:
            table.play(action, seat)
        assert caught.value.rule
        assert caught.value.reason
    for wrong in (game.actions, -1):
        with pytest.raises(IllegalAction, match="are numbered 0 to"):
            table.play(wrong, seat)
    with pytest.raises(IllegalAction):
        table.play("no such thing", seat)
    assert table.state.tobytes() == before


@every_game
@given(seed=seeds)
@settings(max_examples=some(6))
def test_features_are_written_whole(game: Game, seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(game, pick.choice(set_ups(game)))
    for step in walk(kernel, state, pick, 30):
        seat = max(step.seat, 0)
        out = np.full(game.features, 77, np.int8)
        kernel.functions["observe"](as_rules_see(state), seat, out)
        assert (out == kernel.observe(state, seat)).all()


def test_a_step_can_be_taken_only_as_listed() -> None:
    game = GAMES["connect_four"]
    pick = random.Random(3)
    kernel, state = begun(game, set_ups(game)[0])
    for step in walk(kernel, state, pick, 42):
        assert step.id in step.choices
        other = kernel.states()
        other[0] = state
        take(kernel, other[0], step)
        assert other[0].tobytes() != state.tobytes()
