"""The library as programs use it: by numbers, by words made when they are read, by pictures."""

import pickle
import random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import tetracade
from bench.connect_four import GAME as CONNECT_FOUR
from tests.suites.every import GAMES
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.action import Action, IllegalAction
from tetracade.table.table import Table, new_table

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def midway(game: Game, seed: int = 3, actions: int = 12) -> Table:
    """A table after some random actions, and not over."""
    table, pick = new_table(game, seed=seed), random.Random(seed)
    for _ in range(actions):
        seat = pick.choice(table.acting)
        table.play(pick.choice(table.legal_ids(seat)), seat)
        if table.over:
            table.undo()
            break
    return table


@every_game
def test_ids_mask_and_actions_list_the_same(game: Game) -> None:
    table = midway(game)
    for seat in range(table.seats):
        ids = table.legal_ids(seat)
        assert ids == [action.id for action in table.legal(seat)]
        assert table.mask(seat).nonzero()[0].tolist() == sorted(ids)
        assert bool(ids) == (seat in table.acting)
        assert (table.observe(seat) == kernel_of(game).observe(table.state, seat)).all()


@every_game
def test_a_seeded_dealer_deals_what_its_draws_one_by_one_deal(game: Game) -> None:
    class OneByOne(tetracade.SeededDealer):
        """The same draws, asked for one at a time."""

    tables = [new_table(game, dealer=make(4)) for make in (tetracade.SeededDealer, OneByOne)]
    pick = random.Random(4)
    while not tables[0].over:
        seat = pick.choice(tables[0].acting)
        action = pick.choice(tables[0].legal_ids(seat))
        for table in tables:
            table.play(action, seat)
        assert tables[0] == tables[1]
    assert tables[0].entries == tables[1].entries


@every_game
def test_payoffs_are_told_at_the_end(game: Game) -> None:
    table, pick = new_table(game, seed=5), random.Random(5)
    assert table.payoffs is None
    while not table.over:
        seat = pick.choice(table.acting)
        table.play(pick.choice(table.legal_ids(seat)), seat)
    assert table.payoffs == kernel_of(game).payoff(table.state)


def test_words_are_made_when_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    table = tetracade.new("tetratrax", starter="white")
    asked = []

    def text(view: object, seat: int, action: int) -> str:
        asked.append(action)
        return "said"

    monkeypatch.setattr(table.game.words, "text", text)
    actions = table.legal(0)
    table.play(actions[0])
    assert asked == []
    assert actions[5].text == "said"
    assert asked == [actions[5].id]


def test_an_action_says_what_it_said_however_the_game_goes_on() -> None:
    table = tetracade.new("tetratrax", starter="white", seed=1)
    action = table.legal(0)[40]
    said = action.text, action.notation, action.touches
    for _ in range(4):
        table.play(table.legal_ids()[0])
    back = pickle.loads(pickle.dumps(action))
    assert (action.text, action.notation, action.touches) == said == (back.text, back.notation, back.touches)
    assert back == action
    assert hash(back) == hash(action)
    assert back != Action(action.game, action.id + 1, action.seat, action.view)


def test_a_pickled_action_holds_nothing_that_its_seat_may_not_see() -> None:
    table = tetracade.new("tetrad", seed=2, seats=2)
    seat = table.acting[0]
    for other in range(20):
        truth = table.legal(seat)[0]
        assert pickle.dumps(truth) == pickle.dumps(table.redealt(seat, other).legal(seat)[0])


def test_an_action_of_another_game_is_refused() -> None:
    table = tetracade.new("tetratrax", starter="white")
    other = tetracade.new("tetrathedral", seed=1)
    with pytest.raises(IllegalAction, match="this is an action of Tetrathedral, not of TetraTrax"):
        table.play(other.legal()[0], 0)


@pytest.mark.parametrize(
    ("action", "seat", "says"),
    [
        ("zzz", 0, "isn't a drop"),
        (10**6, 0, "numbered 0 to 167"),
        (2.5, 0, "whole number"),
        (None, 0, "whole number"),
        ("T1@C", 9, "there is no seat 9"),
        ("T1@C", 1, "White's turn"),
    ],
)
def test_why_not_answers_whatever_is_asked(action: Any, seat: Any, says: str) -> None:
    refusal = tetracade.new("tetratrax", starter="white").why_not(action, seat)
    assert refusal is not None
    assert says in refusal.reason


def test_tables_are_equal_when_game_options_seats_and_state_are() -> None:
    one, two = tetracade.new("tetratrax", starter="white"), tetracade.new("tetratrax", starter="white")
    assert one == two
    assert one != tetracade.new("tetratrax", starter="white", rows=13)
    assert one != tetracade.new("tetratrax", starter="black")
    one.play("T1@C")
    assert one != two
    assert repr(one) == "<Table tetratrax, 2 seats, 1 entries, acting 1>"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@every_game
def test_undo_leads_the_dealer_back_and_redo_forward(game: Game) -> None:
    table, pick = new_table(game, seed=6), random.Random(6)
    states = [(table.copy(), -1, -1)]
    while not table.over and len(states) < 40:
        seat = pick.choice(table.acting)
        action = pick.choice(table.legal_ids(seat))
        table.play(action, seat)
        states.append((table.copy(), seat, action))
    end = table.record()
    for before, seat, action in [(states[place - 1][0], *states[place][1:]) for place in range(len(states) - 1, 0, -1)]:
        undone = table.undo()
        assert (undone.seat, undone.id) == (seat, action)
        assert table == before
    for after, seat, action in states[1:]:
        redone = table.redo()
        assert (redone.seat, redone.id) == (seat, action)
        assert table == after
    assert table.record() == end
    with pytest.raises(ValueError, match="no action to redo"):
        table.redo()
    while len(table.entries) > len(states[0][0].entries):
        table.undo()
    for _, seat, action in states[1:]:
        table.play(action, seat)
    assert table.record() == end  # the same is dealt again


def test_an_action_done_ends_what_could_be_redone() -> None:
    table = tetracade.new("tetratrax", starter="white")
    table.play("T1@C")
    table.undo()
    table.play("O1@A")
    with pytest.raises(ValueError, match="no action to redo"):
        table.redo()


@pytest.mark.parametrize("name", tetracade.game_names())
def test_a_replayed_table_deals_its_record_again_after_an_undo(name: str) -> None:
    table, pick = tetracade.new(name, seed=7), random.Random(7)
    for _ in range(min(10, tetracade.game(name).longest // 4)):
        seat = pick.choice(table.acting)
        table.play(pick.choice(table.legal_ids(seat)), seat)
    text = table.record()
    again = tetracade.replay(text)
    done = []
    while any(entry.seat != SPECTATOR for entry in again.entries):
        done.append(again.undo())
    for action in reversed(done):
        again.play(action)
    assert again.record() == text


def test_a_truncated_record_says_where_it_ends_and_what_was_due() -> None:
    table = tetracade.new("tetrathedral", seed=1)
    table.play(table.legal()[0])
    lines = table.record().splitlines()
    cut = "\n".join(lines[:-1]) + "\n"
    with pytest.raises(
        tetracade.BadRecord, match=rf"line {len(lines) - 1}: the record ends here, but an outcome is due"
    ):
        tetracade.replay(cut)
    with pytest.raises(tetracade.BadRecord, match="line 1: the record ends before its line 'game NAME VERSION'"):
        tetracade.replay(lines[0] + "\n")
    with pytest.raises(tetracade.BadRecord, match="line 2: the record ends before its line 'seats NUMBER'"):
        tetracade.replay("\n".join(lines[:2]))


def test_a_drawing_is_plain_unless_colours_are_wanted() -> None:
    table = tetracade.new("tetratrax", starter="white")
    table.play("T1@C")
    assert "[" not in table.drawing()
    assert "[black on white]" in table.drawing(markup=True)


@every_game
def test_a_picture_is_svg_and_the_same_whatever_the_seat_cannot_know(game: Game) -> None:
    table = midway(game)
    for seat in range(table.seats):
        picture = table.svg(seat)
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
        for other in range(3):
            assert table.redealt(seat, other).svg(seat) == picture


def test_a_batch_goes_by_name_and_takes_whole_numbers() -> None:
    batch = tetracade.Batch("tetratrax", 3, seed=1, rows=13)
    assert batch.masks.shape == (3, tetracade.game("tetratrax").actions)
    with pytest.raises(TypeError, match="actions must be whole numbers, not float64"):
        batch.step(batch.masks.argmax(axis=1) + 0.5)
    batch.step(batch.masks.argmax(axis=1).astype(np.int32))
    with pytest.raises(TypeError, match="the number of games must be a whole number"):
        tetracade.Batch("tetratrax", 2.5)  # type: ignore[arg-type]  # what is tried
    with pytest.raises(tetracade.UnknownGame):
        tetracade.Batch("chess", 2)


def test_a_game_without_a_picture_of_its_own_shows_its_drawing() -> None:
    assert CONNECT_FOUR.svg is None
    assert "A B C D E F G" in new_table(CONNECT_FOUR).svg()
