"""What is given in a wrong type or place is refused, and the message says what would be right."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tetracade
from tetracade import BadOption, BadRecord, SeededDealer, Table, UnknownGame
from tetracade.bots.bot import RandomBot
from tetracade.engine.batch import Batch
from tetracade.engine.chance import generator
from tetracade.lab.arena import Contest

new: Callable[..., Table] = tetracade.new
RECORD = "tetracade 1\ngame tetratrax 1\nseats 2\noption rows=12\noption starter=lot\n* white\n0 T1@C\n"


@pytest.mark.parametrize("seats", [2.0, True, "2", 3, None.__class__, np.array([2])])
def test_seats_are_a_whole_number(seats: Any) -> None:
    with pytest.raises(BadOption, match=f"TetraTrax has 2 seats, not {re.escape(repr(seats))}"):
        new("tetratrax", seats=seats)


@pytest.mark.parametrize("name", [5, None, b"tetratrax", ["tetratrax"]])
def test_a_game_goes_by_its_name(name: Any) -> None:
    with pytest.raises(UnknownGame, match=r"the games are .*tetratrax"):
        new(name)


@pytest.mark.parametrize("value", [12.0, np.array([12]), np.array([10, 12]), "12", True, None])
def test_an_option_has_one_of_its_values(value: Any) -> None:
    with pytest.raises(BadOption, match="rows is one of 10 to 14"):
        new("tetratrax", rows=value)


def test_an_option_fits_the_seats() -> None:
    record = new("retro_tetro", seats=1, seed=1, level=3).record()
    makers: tuple[Callable[[], object], ...] = (
        lambda: new("retro_tetro", seats=2, level=3),
        lambda: new("retro_tetro", level=3),
        lambda: Batch(tetracade.game("retro_tetro"), 1, seats=2, options={"level": 3}),
        lambda: Contest("retro_tetro", ("random", "greedy"), 1, 2, options={"level": 3}),
    )
    for make in makers:
        with pytest.raises(BadOption, match=r"level=3 is for 1 seat, not 2 \(RT22\)"):
            make()
    with pytest.raises(BadRecord, match=r"level=3 is for 1 seat, not 2 \(RT22\)"):
        tetracade.replay(record.replace("seats 1", "seats 2"))
    assert new("retro_tetro", seats=2, level=0).options["level"] == 0


def test_numbers_of_numpy_are_numbers() -> None:
    table: Any = new("tetratrax", seats=np.int64(2), seed=np.uint8(7), rows=np.int32(12), starter="white")
    assert type(table.seats) is int
    zero: Any = np.int8(0)
    action: Any = np.int64(table.legal(zero)[0].id)
    table.play(action, zero)
    assert new("retro_tetro", objectives=np.True_).options["objectives"] is True


@pytest.mark.parametrize("seed", [1.5, "7", True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    for make in (SeededDealer, RandomBot, lambda seed: new("tetratrax", seed=seed)):
        with pytest.raises(TypeError, match="a seed must be a whole number, not"):
            make(seed)
    with pytest.raises(TypeError, match="a seed must be a whole number, not"):
        tetracade.bot("tetratrax", 1, seed=seed)


@pytest.mark.parametrize("action", [5.9, True, None, [1]])
def test_an_action_is_a_notation_a_number_or_as_listed(action: Any) -> None:
    with pytest.raises(TypeError, match="an action, if not given by notation, must be a whole number, not"):
        new("tetratrax").play(action)


@pytest.mark.parametrize("seat", [False, 0.0, "0"])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    table = new("tetratrax", starter="white")
    for call in (table.legal, table.view, table.story, lambda seat: table.play("T1@C", seat)):
        with pytest.raises(TypeError, match="a seat must be a whole number, not"):
            call(seat)
    assert not table.entries


def test_there_is_no_other_seat_and_no_line_before_the_first() -> None:
    table = new("tetratrax", starter="white")
    with pytest.raises(ValueError, match="there is no seat 9"):
        table.story(9)
    with pytest.raises(ValueError, match="there is no seat -2"):
        table.legal_ids(-2)
    with pytest.raises(ValueError, match="counted from 0; there is no entry -2"):
        table.story(since=-2)


def test_a_bot_may_have_any_whole_number_for_a_seed() -> None:
    table = new("tetratrax", seed=1)
    for seed in (2**63, 2**80 + 1, -5):
        tetracade.bot("tetratrax", 1, seed=seed).choose(table, table.acting[0])


def test_a_bot_plays_its_own_game() -> None:
    table = new("tetrathedral", seed=1)
    bot = tetracade.bot("tetratrax", 1)
    for ask in (bot.choose, bot.choose_number, bot.explain):
        with pytest.raises(ValueError, match=r"this bot plays TetraTrax; for .*, use tetracade.bot\('tetrathedral'\)"):
            ask(table, table.acting[0])


@pytest.mark.parametrize("line", ["option rows=13", "seats 2", "game tetratrax 1"])
def test_what_is_set_up_comes_before_what_is_played(line: str) -> None:
    with pytest.raises(BadRecord, match=r"line 8: the line .* comes before all actions and outcomes"):
        tetracade.replay(f"{RECORD}{line}\n")


@pytest.mark.parametrize("text", [RECORD.encode(), None, 7])
def test_a_record_is_text(text: Any) -> None:
    with pytest.raises(BadRecord, match=f"line 1: a record is text, not {type(text).__name__}"):
        tetracade.replay(text)


def test_a_random_bot_and_a_dealer_of_one_seed_have_nothing_in_common() -> None:
    assert RandomBot(7)._rng.tolist() != SeededDealer(7).rng.tolist() == generator(7).tolist()
