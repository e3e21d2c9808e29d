"""Games that begin in a position or after a record's first entries: tables, rooms, records, verdicts."""

import random
from itertools import repeat

import pytest

import tetracade
from tests.server.test_secrecy import SETTINGS
from tetracade.engine.game import BadOption, Game
from tetracade.games import find, names
from tetracade.table import log
from tetracade.table.beginning import checked_beginning
from tetracade.table.fair import proof_lines, verified
from tetracade.table.log import Chair
from tetracade.table.opening import folded, opened
from tetracade.table.record import BadRecord, cut_record, seen_record
from tetracade.table.room import Room
from tetracade.table.table import Table

GAMES = names()


def played(game: Game, entries: int, seed: int = 3) -> Table:
    """A table in the middle of a game: at least so many entries if games are that long, and a seat is to act."""
    table, pick = tetracade.new(game.name, seed=seed), random.Random(seed)
    while len(table.entries) < min(entries, game.longest // 2):
        table.play(pick.choice(table.legal()))
    return table


def room_from(game: Game, seats: int, position: str = "", record: str = "", entries: int | None = None) -> Room:
    beginning, options = checked_beginning(game, seats, {}, position, record, entries)
    chairs = [Chair(name=f"P{seat}", holder=seat) for seat in range(seats)]
    seeds = repeat(bytes(32))
    room = opened(game, options, chairs, SETTINGS, lambda: next(seeds), beginning=beginning)
    room.start_if_full(0.0)
    return room


def folded_again(room: Room) -> Room:
    lines = [log.decoded(log.encoded(line)) for line in room.log.lines]
    return folded(lines, find, dict(room.seeds), 0.0)


def play_some(room: Room, actions: int) -> None:
    pick = random.Random(1)
    for _ in range(actions):
        if room.phase != "playing":
            return
        seat = room.acting[0]
        room.act(seat, pick.choice(room.turns.offered[seat]), room.number, 0.0)


@pytest.mark.parametrize("name", GAMES)
def test_a_room_begins_in_a_position_and_folds_to_the_same_room(name: str) -> None:
    game = find(name)
    table = played(game, 10)
    room = room_from(game, table.seats, position=table.position())
    assert room.table is not None
    assert room.table.position() == table.position()
    assert room.table.state.tobytes() == table.state.tobytes()
    play_some(room, 5)
    again = folded_again(room)
    assert again.table == room.table
    assert again.table is not None
    assert again.table.record() == room.table.record()


@pytest.mark.parametrize("name", GAMES)
def test_a_room_goes_on_after_the_entries_of_a_record(name: str) -> None:
    game = find(name)
    table = played(game, 12)
    for kept in (0, 3, len(table.entries) - 1, len(table.entries)):
        room = room_from(game, table.seats, record=table.record(), entries=kept)
        assert room.table is not None
        assert room.table.entries[:kept] == table.entries[:kept]
        assert room.table.kept == kept
        play_some(room, 5)
        again = folded_again(room)
        assert again.table == room.table
        assert again.table is not None
        assert again.table.entries == room.table.entries


@pytest.mark.parametrize("name", GAMES)
def test_a_record_that_begins_in_a_position_replays_and_says_so(name: str) -> None:
    game = find(name)
    start = played(game, 10)
    table = tetracade.position(name, start.position(), seed=1)
    pick = random.Random(2)
    while not table.over:
        table.play(pick.choice(table.legal()))
    text = table.record()
    assert f"position {start.position()}\n" in text
    assert tetracade.replay(text) == table
    verdict = verified(text, find)
    assert (verdict.ok, verdict.fair) == (True, None)
    assert verdict.reason == "the game began from a position, so nothing proves how it was dealt"
    hidden = seen_record(table, -1)
    assert "position ?\n" in hidden
    assert start.position() not in hidden
    with pytest.raises(BadRecord, match="the position is hidden"):
        tetracade.replay("\n".join(cut_record(hidden, 0)[0]))


def test_the_record_of_a_game_that_went_on_after_another_is_no_proof_either() -> None:
    table = played(find("tetratrax"), 6)
    room = room_from(table.game, 2, record=table.record(), entries=4)
    assert room.table is not None
    text = room.table.record() + proof_lines(room.current.commitment, [], "")
    assert "# began" in text
    assert verified(text, find).reason.startswith("the game began from a position")
    assert verified(room.table.record(), find).reason.startswith("the record contains no seed")


def test_such_a_game_shows_no_commitment_and_no_seed_and_the_next_one_does() -> None:
    table = played(find("tetratrax"), 6)
    room = room_from(table.game, 2, position=table.position())
    assert room.current.commitment == ""
    room.resign(0, 0.0)
    assert room.phase == "over"
    assert room.current.seed_shown == ""
    assert room.current.ended is not None
    room.ask_rematch(0, "", 0.0)
    room.ask_rematch(1, "", 0.0)
    assert room.current.commitment == room.log.lines[-1].commitment != ""  # type: ignore[union-attr]
    assert room.table is not None
    assert not room.table.began
    assert folded_again(room).table == room.table


def test_an_opening_line_without_a_beginning_is_what_it_was() -> None:
    line = log.Opened(
        game="g", version=1, options={}, chairs=[Chair(level=1)], settings={}, commitment="c", beginning=None
    )
    assert log.encoded(line) == (
        b'{"line":"opened","game":"g","version":1,"options":{},"chairs":[{"level":1}],"settings":{},"commitment":"c"}'
    )


def test_nothing_of_the_beginning_is_taken_back() -> None:
    table = tetracade.new("retro_tetro", seats=1, seed=1)
    while len(table.entries) < 12:
        table.play(table.legal()[0])
    room = room_from(table.game, 1, record=table.record())
    assert not room.may_undo(0)


def test_what_a_beginning_says_is_dealt_first_is_dealt_and_folds() -> None:
    game = find("tetrathedral")
    table = tetracade.new("tetrathedral", seed=1)
    position = table.position()
    beginning, options = checked_beginning(game, 2, {}, position, "", None)
    beginning = log.Beginning(position=beginning.position, dealt=("roll 5", "roll 2"))
    chairs = [Chair(name="A", holder=0), Chair(name="B", holder=0)]
    room = opened(game, options, chairs, SETTINGS, lambda: bytes(32), beginning=beginning)
    room.start_if_full(0.0)
    play_some(room, 6)
    assert room.table is not None
    rolls = [game.words.outcome_notation(entry.id) for entry in room.table.entries if entry.seat < 0]
    assert rolls[:2] == ["roll 5", "roll 2"]
    assert len(rolls) > 2
    assert folded_again(room).table == room.table


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ({"position": "nonsense"}, "isn't part of a TetraTrax position"),
        ({"position": "x", "record": "y"}, "a position or a record, not both"),
        ({"entries": 3, "position": "x"}, "give the record"),
        ({"record": "tetracade 1\ngame tetratrax 1\nseats 2\n", "entries": 9}, "has 0 actions and outcomes; 9"),
        ({"record": "hello"}, "a record begins with"),
        ({"record": tetracade.new("tetrad", seed=1).record()}, "record of tetrad, not of tetratrax"),
    ],
)
def test_what_is_no_beginning_is_refused_with_a_sentence(setup: dict[str, object], said: str) -> None:
    given = {"position": "", "record": "", "entries": None, **setup}
    with pytest.raises(ValueError, match=said):
        checked_beginning(find("tetratrax"), 2, {}, **given)  # type: ignore[arg-type]


def test_other_options_and_other_seats_than_the_beginnings_are_refused() -> None:
    table = tetracade.new("tetratrax", seed=1, rows=13)
    with pytest.raises(BadOption, match="rows=12 was given, but the record has rows=13"):
        checked_beginning(table.game, 2, {"rows": 12}, "", table.record(), None)
    assert checked_beginning(table.game, 2, {}, "", table.record(), None)[1]["rows"] == 13
    four = tetracade.new("foursome", seats=4, seed=1)
    with pytest.raises(ValueError, match="4 seats, not 2"):
        checked_beginning(four.game, 2, {}, "", four.record(), None)


def test_a_game_that_is_over_is_no_beginning() -> None:
    table = tetracade.new("tetratrax", seed=1)
    while not table.over:
        table.play(table.legal()[0])
    for position, record in ((table.position(), ""), ("", table.record())):
        with pytest.raises(BadOption, match="already over there"):
            checked_beginning(table.game, 2, {}, position, record, None)


def test_a_record_is_cut_without_its_remarks() -> None:
    text = "tetracade 1\ngame tetratrax 1\n# said\nseats 2\n* white\n0 T1@C\n"
    heading = ["tetracade 1", "game tetratrax 1", "seats 2"]
    assert cut_record(text, 1) == (heading, ["* white"])
    assert cut_record(text) == (heading, ["* white", "0 T1@C"])
