"""What may be taken back, at tables without a server."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from tetracade import games
from tetracade.engine.chance import generator
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table import disclosure
from tetracade.table.table import Table, new_table
from tetracade.table.undo import take_back_of


def may_undo(table: Table, seat: int, *, against_bots: bool = False) -> bool:
    """Whether the seat may undo where all seats are people's, each of their own, or where the others are bots."""
    persons = (seat,) if against_bots else range(table.seats)
    return take_back_of(table, seat, persons, together=against_bots).actions > 0


def test_an_action_after_which_another_person_acts_may_not_be_taken_back() -> None:
    table = new_table(CONNECT_FOUR, seed=1)
    table.play("D")
    assert table.acting == (1,)
    assert take_back_of(table, 0, (0, 1), together=False).reason == "You can't undo once it's another player's turn."
    table.play("D")
    assert take_back_of(table, 0, (0, 1), together=False).reason == "You can't undo once someone else has moved."


def test_against_bots_one_s_last_decision_is_taken_back_through_the_answers() -> None:
    table = new_table(CONNECT_FOUR, seed=1)
    assert take_back_of(table, 0, (0,), together=True).reason == "There is nothing to undo."
    table.play("D")
    assert take_back_of(table, 0, (0,), together=True) == (1, 0, ""), "also while the bot is thinking"
    table.play("C")
    assert take_back_of(table, 0, (0,), together=True) == (2, 0, "")
    assert take_back_of(table, 1, (1,), together=True) == (1, 1, "")


def test_one_holder_of_all_seats_takes_back_whatever_was_decided_last() -> None:
    table = new_table(CONNECT_FOUR, seed=1)
    table.play("D")
    table.play("C")
    for seat in range(2):
        assert take_back_of(table, seat, (0, 1), together=True) == (1, 1, ""), "whoever looks on, it is O's move"


def test_an_action_that_shows_nothing_new_and_keeps_the_turn_may_be_taken_back_by_its_seat_alone() -> None:
    table = new_table(games.find("tetrad"), 2, seed=3)
    found = 0
    for number in range(200):
        if table.over:
            break
        before, legal = table.acting, table.legal()
        table.play(legal[number * 7 % len(legal)])
        last = table.entries[-1]
        if last.seat < 0:
            assert not any(may_undo(table, seat) for seat in range(2)), "chance is never taken back"
            assert not any(may_undo(table, seat, against_bots=True) for seat in range(2)), "nor against bots"
        elif may_undo(table, last.seat):
            found += 1
            assert table.acting == before
            assert not may_undo(table, 1 - last.seat)
    assert found


def test_no_luck_is_taken_back_seen_or_not_and_nothing_that_lasts() -> None:
    table = new_table(games.find("tetratrax"), 2, seed=1, options={"starter": "white"})
    table.play("O1@A")
    table.play("O1@C")
    assert take_back_of(table, 0, (0,), together=True).actions == 2, "nothing random has happened since"
    drawn = new_table(games.find("tetrathedral"), 2, seed=1, options={"starter": "red"})
    assert take_back_of(drawn, 0, (0,), together=True).reason == "There is nothing to undo."
    drawn.play(drawn.legal()[0])
    assert take_back_of(drawn, 0, (0,), together=True).reason == "You can't undo past a card or a roll."
    placed = new_table(games.find("retro_tetro"), 2, seed=1, options={"starter": "first", "objectives": False})
    placed.play(placed.legal()[0])
    assert may_undo(placed, 0, against_bots=True), "a card played is no placement"
    placed.play(placed.legal(0)[0])
    assert take_back_of(placed, 0, (0,), together=True).reason == "The rules don't let you undo that."


def test_where_hands_are_hidden_the_first_answer_ends_it_even_among_bots() -> None:
    answered = 0
    for table in played_at_random(games.find("tetrad"), 600, 5):
        last, before = table.entries[-1], table.entries[-2] if len(table.entries) > 1 else table.entries[-1]
        if last.seat >= 0 and before.seat >= 0 and last.seat != before.seat:
            answered += 1
            found = take_back_of(table, before.seat, (before.seat,), together=True)
            assert found.actions == 0, "what a bot does with its hand tells of its hand"
    assert answered > 10


def played_at_random(game: Game, actions: int, seed: int) -> Iterator[Table]:
    """Tables after each action of games played at random."""
    pick = random.Random(seed)
    table = new_table(game, pick.choice(game.seats), seed=pick.getrandbits(60))
    for _ in range(actions):
        if table.over:
            table = new_table(game, pick.choice(game.seats), seed=pick.getrandbits(60))
        seat = pick.choice(table.acting)
        table.step(seat, pick.choice(kernel_of(game).legal(table.state, seat)))
        yield table


def sees_through(table: Table, seat: int, worlds: int, pick: random.Random) -> bool:
    """Whether the seat itself knows more after its last action than the action told, as far as so many worlds show."""
    kernel = kernel_of(table.game)
    last = len(table.entries) - 1
    shown = table.game.layout.seen_bytes(seat, False).astype(bool)
    states = kernel.states(2)
    raw = states.view(np.uint8).reshape(2, -1)
    states[1] = table.state
    for _ in range(worlds):
        states[0] = table.state_before(last)
        kernel.redeal(states[0], seat, generator(pick.getrandbits(60)))
        kernel.apply(states[0], seat, table.entries[last].id)
        if (raw[0][shown] != raw[1][shown]).any():
            return True
    return False


def learned(table: Table, seat: int, worlds: int, samples: int, pick: random.Random) -> bool:
    """Whether another seat knows more after the last action than the action tells, as far as so many deals show.

    Written apart from what is tested: the deals are drawn from other seeds, in Python, and many more of them.
    """
    kernel = kernel_of(table.game)
    last = len(table.entries) - 1
    before, action = table.state_before(last), table.entries[last].id
    others = [other for other in range(table.seats) if other != seat]
    shown = {other: table.game.layout.seen_bytes(other, False).astype(bool) for other in others}
    states = kernel.states(3)
    raw = states.view(np.uint8).reshape(3, -1)
    for world in range(worlds):
        states[0] = before
        if world:  # the first is the real one
            kernel.redeal(states[0], seat, generator(pick.getrandbits(60)))
        states[1] = states[0]
        kernel.apply(states[1], seat, action)
        for other in others:
            for _ in range(samples):
                states[2] = states[0]
                kernel.redeal(states[2], other, generator(pick.getrandbits(60)))
                if action not in kernel.legal(states[2], seat):
                    return True
                kernel.apply(states[2], seat, action)
                if (raw[1][shown[other]] != raw[2][shown[other]]).any():
                    return True
    return False


def offered_undos(game: Game, actions: int, seed: int, *, against_bots: bool = False) -> Iterator[tuple[Table, int]]:
    """Tables after an action that its seat may take back, in games played at random."""
    for table in played_at_random(game, actions, seed):
        seat = table.entries[-1].seat
        if seat >= 0 and may_undo(table, seat, against_bots=against_bots):
            yield table, seat


@pytest.mark.parametrize("name", games.names())
def test_nobody_has_learned_anything_from_an_action_that_may_be_taken_back(name: str) -> None:
    pick = random.Random(2)
    for table, seat in islice(offered_undos(games.find(name), 6000, 1), 60):
        assert not learned(table, seat, 8, 12, pick), table.position()


@pytest.mark.parametrize("name", games.names())
def test_against_bots_one_has_learned_nothing_from_what_one_may_take_back(name: str) -> None:
    pick = random.Random(3)
    for table, seat in islice(offered_undos(games.find(name), 3000, 7, against_bots=True), 60):
        assert not sees_through(table, seat, 40, pick), table.position()


def test_a_card_played_from_a_hand_is_not_taken_back_however_sure_the_others_were_of_it() -> None:
    for table, seat in offered_undos(games.find("foursome"), 12000, 3):
        before = table.state_before(len(table.entries) - 1)
        assert (table.state.hand[seat] >= before.hand[seat]).all(), table.position()


def test_a_card_taken_where_all_see_it_may_be_taken_back() -> None:
    taken = 0
    for table, _ in offered_undos(games.find("tetrad"), 600, 4):
        if table.seats > 1 and table.game.words.notation(table.entries[-1].id).startswith("take"):
            taken += 1
    assert taken > 20


def tells_nothing(patch: pytest.MonkeyPatch, odd_world: int = -1, odd_deal: int = -1) -> bool:
    """Whether an action tells nothing where one world of those looked at, or one deal of each, differs from the rest.

    In the odd world the seat sees more after the action than in the others; in the odd deal it could not have acted.
    """
    states = np.rec.array(np.zeros(5, [("seen", np.uint8), ("hidden", np.uint8)]))
    raw = states.view(np.uint8).reshape(5, -1)

    def redeal(state: Any, seat: int, rng: Any) -> None:
        state.hidden = 1 if rng[0] == (odd_world if seat == 0 else odd_deal) else 0

    def legal(state: Any, seat: int, out: Any) -> int:
        return 0 if state.hidden and odd_deal >= 0 else 1

    def apply(state: Any, seat: int, action: int) -> None:
        state.seen = state.hidden if odd_world >= 0 else 0

    def reseed(rng: Any, number: int, seat: int) -> None:
        rng[0] = number

    for name, function in {"redeal": redeal, "legal": legal, "apply": apply, "reseed": reseed}.items():
        patch.setattr(disclosure, name, function)
    patch.setattr(disclosure, "acting", lambda _: 1)
    patch.setattr(disclosure, "at", lambda records, place: records[place])
    masks = np.array([[1, 0], [1, 0]], np.uint8)
    rows = np.array([[0, 1], [1, 2]], np.int64)
    actions, rng = np.zeros(1, np.int64), np.zeros(4, np.int64)
    return disclosure.tells_nothing(states, raw, masks, masks[0] & (1 - masks), rows, 0b10, 0, 0, actions, rng)


def test_an_undo_is_judged_by_every_world_and_every_deal_that_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tells_nothing(monkeypatch)
    assert not any(tells_nothing(monkeypatch, odd_world=world) for world in range(3))
    assert not any(tells_nothing(monkeypatch, odd_deal=deal) for deal in range(5))


@pytest.mark.parametrize("game", [games.find(name) for name in games.names()], ids=lambda game: game.name)
def test_what_a_game_says_of_undo_is_so(game: Game) -> None:
    """Where it says that there is something to undo there is, and elsewhere next to nothing."""
    asked = dict.fromkeys(("bots", "screen", "online"), 0)
    found = dict(asked)
    for table in played_at_random(game, 800, 11):
        everybody = tuple(range(table.seats))
        seat = next((entry.seat for entry in reversed(table.entries) if entry.seat >= 0), None)
        if seat is None or table.over:
            continue
        for where, persons in (("bots", (seat,)), ("screen", everybody), ("online", everybody)):
            if where != "bots" and table.seats == 1:
                continue
            asked[where] += 1
            if where == "online" and seat not in table.acting:
                continue  # a seat that isn't asked may not undo where others play on their own screens
            found[where] += take_back_of(table, seat, persons, together=where != "online").actions > 0
    said = game.undoes._asdict()
    for where, count in found.items():
        assert asked[where] > 100
        assert count > 0 if said[where] else count < asked[where] / 50, (where, count)
