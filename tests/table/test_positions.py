"""Positions in one line of text: read back whole, and refused where no game comes to them."""

import random

import pytest

import tetracade
from tests.suites.every import GAMES, SetUp, set_ups
from tetracade.engine.chance import SeededDealer
from tetracade.engine.game import Game
from tetracade.table.position import BadPosition, positioned
from tetracade.table.record import BadRecord
from tetracade.table.table import Table, new_table

POSITIONS = 4
"""Positions looked at in each game played."""


def same_game(one: Table, two: Table, pick: random.Random, actions: int) -> None:
    """Both tables go on alike."""
    for _ in range(actions):
        assert one == two
        if one.over:
            return
        seat = pick.choice(one.acting)
        assert one.acting == two.acting
        assert one.legal_ids(seat) == two.legal_ids(seat)
        for viewer in (-1, *range(one.seats)):
            assert one.view(viewer).tobytes() == two.view(viewer).tobytes()
        action = pick.choice(one.legal_ids(seat))
        for table in (one, two):
            table.play(action, seat)


@pytest.mark.parametrize(
    ("game", "set_up"),
    [
        pytest.param(game, set_up, id=f"{game.name}-{number}")
        for game in GAMES.values()
        if game.positions is not None
        for number, set_up in enumerate(set_ups(game))
    ],
)
def test_a_position_reads_back_and_goes_on_alike(game: Game, set_up: SetUp) -> None:
    pick = random.Random(f"{game.name} {set_up}")
    table = new_table(game, set_up.seats, pick.randrange(1000), None, set_up.options)
    length = pick.randrange(40, 120)
    looked = set(pick.sample(range(length), POSITIONS))
    for number in range(length):
        if number in looked or table.over:
            text = table.position()
            other = positioned(game, text, SeededDealer(number), None, set_up.options)
            assert other.position() == text
            assert other == table
            here = Table.at(game, table.seats, table.options, bytes(table.state.tobytes()), SeededDealer(number))
            same_game(here, other, pick, 5)
        if table.over:
            return
        seat = pick.choice(table.acting)
        table.play(pick.choice(table.legal_ids(seat)), seat)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("tetratrax", "tower=- act=white colour=3", "'colour=3' isn't part of a TetraTrax position"),
        ("tetratrax", "tower=- tower=-", "tower is there twice"),
        ("tetratrax", "act=white", "'tower' is missing"),
        ("tetratrax", "tower=- act=green", "act=green can't be read"),
        ("tetratrax", "tower=- act=white rows=99", "rows=99: a tower has 10 to 14 rows"),
        ("tetratrax", "tower=- act=white left=022223/122223", "White has dropped 1 tiles, but A is not in the tower"),
        ("tetratrax", "tower=..../AAAA left=112223/122223 act=black", "tile A hangs in the air"),
        ("tetratrax", "tower=AAA left=112223/122223 act=black", "the squares marked A don't form a tile"),
        ("tetratrax", "tower=AAAA left=121223/122223 act=black", "White has 2 of tile I in all, not 1 in the tower"),
        ("tetratrax", "tower=- act=nobody", "act=nobody: a tile still fits"),
        ("tetratrax", "tower=- act=white points=3,0", "there are points, but no tile"),
        ("tetratrax", "tower=AAAA left=112223/122223 act=lot", "the lot is drawn before the first tile"),
        ("tetrathedral", "red=H1,H1 blue=A1", "two pawns stand on H1"),
        ("tetrathedral", "red=H1 blue=H1", "two pawns stand on H1"),
        ("tetrathedral", "red=H1,H2,H3,H4,H6 blue=A1 side=4", "Red has 5 pawns; each side has 4"),
        ("tetrathedral", "red=H1 blue=A1 roll=9 act=red", "a roll is 1 to 8"),
        ("tetrathedral", "red=Z9 blue=A1", "off the board"),
        ("tetrathedral", "red=H1 blue=A1 act=won:red", "Red has won, but has no four pawns in a triangle"),
        ("tetrad", "hands=1,1,1,2/3,4,5,6 phase=taking", "card 1: there are 2, not 3 and -1 in the draw pile"),
        ("tetrad", "hands=1,2,3/4,5,6,7 phase=taking", "Red holds 3 cards"),
        ("tetrad", "hands=1,2,3,4/5,6,7,8 phase=taking act=gold", "act=gold: nobody sits there"),
        ("tetrad", "hands=1,2,3,4/5,6,7,8 phase=taking known=9/-", "known to hold a card that isn't in the hand"),
        ("tetrad", "hands=1,2,3,4/5,6,7,8 phase=taking patterns=-", "at least one counts"),
        (
            "tetrad",
            "hands=1,2,3,4/5,6,7,8 phase=taking board=1,1,3,4/5,6,7,8/9,10,11,12/13,14,15,16",
            "gameboard card 1 is in two places",
        ),
        ("foursome", "seats=5 hands=-/-", "Foursome has 2, 3, 4, 6, 8 seats; the position has 5"),
        ("foursome", "hands=RA*3,RB,RC,RD/RE,RF,RG,RH,RI", "there aren't that many RA"),
        ("foursome", "hands=RA,RB,RC/RE,RF,RG,RH,RI", "holds 3 cards, but should hold 6 now"),
        ("foursome", "hands=RA,RB,RC,RD,RE,RF/RG,RH,RI,RJ,RK actor=7", "actor=7: the seats are 0 to 1"),
        ("foursome", "hands=RA,RB,RC,RD,RE,RF/RG,RH,RI,RJ,RK clover=A1", "Clover doesn't play with 2 seats"),
        ("foursome", "hands=RA,RB,RC,RD,RE,RF/RG,RH,RI,RJ,RK foursomes=1,0,0,0", "don't fit its locked chips (0)"),
        ("foursome", "hands=RA,RB,RC,RD,RE,RF/RG,RH,RI,RJ,RK phase=asked", "no card is called"),
        ("foursome", "hands=RA,RB,RC,RD,RE,RF/RG,RH,RI,RJ,RK ended=deck", "contradict each other"),
        ("retro_tetro", "seats=9 boards=-", "1 to 4 seats"),
        ("retro_tetro", "boards=-/- phase=placing", "no card is in play"),
        ("retro_tetro", "boards=I1@H/- played=SL", "would stick out past column J"),
        ("retro_tetro", "boards=-/- played=SL coins=5/0", "seat 1 has 5 coins, but its board earned 0"),
        ("retro_tetro", "boards=-/- played=SL,SL,SL,SL,SL,SL,SL,SL,SL,SL", "there aren't that many SL cards"),
        ("retro_tetro", "boards=-/- played=SL first=3", "first=3: the seats are 1 to 2"),
        ("retro_tetro", "boards=-/- played=SL objectives=yes dealt=1,2/2,3", "objective 2 was dealt twice"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(name: str, text: str, says: str) -> None:
    with pytest.raises(BadPosition) as caught:
        tetracade.position(name, text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", tetracade.game_names())
def test_a_damaged_line_is_read_or_refused_and_nothing_else(name: str) -> None:
    table, pick = tetracade.new(name, seed=8), random.Random(8)
    for _ in range(min(8, tetracade.game(name).longest // 4)):
        seat = pick.choice(table.acting)
        table.play(pick.choice(table.legal_ids(seat)), seat)
    for _ in range(150):
        parts = table.position().split()
        place = pick.randrange(len(parts))
        head, _, value = parts[place].partition("=")
        other = pick.choice(parts).partition("=")[2]
        parts[place] = f"{head}={pick.choice([other, value + other, value[1:], value[:-1], '-1', '99', '', '?'])}"
        try:
            read = tetracade.position(name, " ".join(parts), seed=1)
        except (BadPosition, tetracade.BadOption):
            continue
        assert read.over or read.legal()


def test_options_that_the_line_does_not_show_are_given() -> None:
    table = tetracade.new("tetratrax", starter="white", rows=13)
    table.play("T1@C")
    assert tetracade.position("tetratrax", table.position(), starter="white") == table
    assert tetracade.position("tetratrax", table.position()) != table
    with pytest.raises(tetracade.BadOption, match="rows=12 was given, but the position has rows=13"):
        tetracade.position("tetratrax", table.position(), rows=12)


def test_where_chance_comes_first_the_table_is_dealt() -> None:
    table = tetracade.position("tetratrax", "tower=- act=lot", seed=1)
    assert table.acting in ((0,), (1,))
    assert tetracade.replay(table.record()) == table


def test_a_record_whose_options_are_not_those_of_its_position_is_refused() -> None:
    table = tetracade.new("retro_tetro", seed=1, objectives=False)
    record = tetracade.position("retro_tetro", table.position()).record()
    assert "option objectives=false\n" in record
    with pytest.raises(BadRecord, match=r"line 8: objectives=True was given, but the position has objectives=False"):
        tetracade.replay(record.replace("objectives=false", "objectives=true"))
