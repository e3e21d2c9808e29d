"""STEAL before Got it, the table's usual order (FS8, FS9): who is asked, what a stolen call ends, and what it tells."""

import random

import pytest

import tetracade
from tests.games.foursome.reading import GAME, KERNEL, offered, part, pick, read
from tetracade import IllegalAction, Table
from tetracade.engine.chance import generator
from tetracade.games.foursome.board import KIND_NAMES


def called(hands: str, card: str = "RK", more: str = "") -> Table:
    """Seat 0 has picked the card and read it aloud."""
    seats = hands.count("/") + 1
    return pick(read(f"seats={seats} steal=first phase=pick hands={hands} {more}"), card)


def asked(table: Table) -> list[tuple[int, ...]]:
    """Let everyone say nope; returns who was asked."""
    seats = []
    while part(table, "phase") == "asked":
        seats.append(table.acting)
        table.play("NOPE")
    return seats


@pytest.mark.rule("FS9")
def test_a_new_table_asks_for_a_steal_before_got_it() -> None:
    table = tetracade.new("foursome", seats=3, seed=1)
    assert table.options["steal"] == "first"
    assert part(called("RA/STEAL/RK"), "phase") == "asked"
    assert part(pick(read("seats=3 steal=after phase=pick hands=RA/STEAL/RK"), "RK"), "phase") == "got-it"


@pytest.mark.rule("FS8", "FS9")
def test_a_stolen_call_is_over_and_the_twin_stays_where_it_is_unrevealed() -> None:
    table = called("RA/RK,BP/STEAL")
    table.play("NOPE")  # who holds the twin can say nothing else
    table.play("STEAL@B8")
    assert part(table, "phase") == "play"
    assert table.acting == (0,)
    assert part(table, "hands").split("/")[1] == "RK,BP"
    assert part(table, "read") == "RK/-/-"
    assert part(table, "clover") == "B8"


@pytest.mark.rule("FS8", "FS9")
def test_a_call_that_nobody_steals_is_answered_by_who_holds_the_twin() -> None:
    table = called("RA/STEAL/RK,BP")
    assert asked(table) == [(1,), (2,)]
    assert (part(table, "phase"), table.acting) == ("got-it", (2,))
    assert offered(table) == {"RK@A1", "RK@B8"}
    assert part(table, "read") == "RK/-/RK"
    table.play("RK@A1")
    assert (part(table, "phase"), table.acting) == ("play", (0,))


@pytest.mark.rule("FS9")
def test_who_holds_the_card_and_a_steal_can_only_say_nope() -> None:
    table = called("RA/RK,STEAL/-")
    assert offered(table) == {"NOPE"}
    with pytest.raises(IllegalAction, match="You hold Red, Kay Oss yourself, so you can’t steal it") as caught:
        table.play("STEAL@A1")
    assert caught.value.rule == "FS9"
    assert asked(table) == [(1,), (2,)]
    assert offered(table) == {"RK@A1", "RK@B8"}  # and has got it


@pytest.mark.rule("FS9")
def test_all_seats_of_other_teams_are_asked_whatever_they_hold() -> None:
    for hands in ("RA/-/-/-/-/-", "RA/RK/-/-/-/-", "RA/STEAL/RK/-/-/-", "RA/-/-/RK,STEAL/-/-"):
        assert asked(called(hands)) == [(1,), (2,), (4,), (5,)]


@pytest.mark.rule("FS8", "FS9")
def test_with_both_steals_discarded_got_it_comes_at_once() -> None:
    assert part(called("RA/RK", more="discards=STEAL"), "phase") == "asked"
    assert part(called("RA/RK", more="discards=STEAL*2"), "phase") == "got-it"
    assert part(called("RA/BP", more="discards=STEAL*2"), "phase") == "play"


@pytest.mark.rule("FS9")
def test_while_all_are_asked_the_time_is_secret() -> None:
    table = called("RA/STEAL/RK")
    assert KERNEL.timing_secret(table.state)
    table.play("NOPE")
    assert KERNEL.timing_secret(table.state)
    table.play("NOPE")
    assert not KERNEL.timing_secret(table.state)


@pytest.mark.rule("FS9")
def test_a_stolen_call_tells_only_that_the_thief_does_not_hold_the_card() -> None:
    """Asked while the thief chooses between foursomes, before the owed card is picked."""
    table = called("RA/-/STEAL", more="clover=B5,B6,B7,A7,C8,D8,E8")
    kind = KIND_NAMES.index("RK")
    assert [int(table.state.denied[seat]) >> kind & 1 for seat in range(3)] == [0, 0, 0]
    table.play("NOPE")
    table.play("STEAL@B8")
    assert (part(table, "phase"), table.acting) == ("take", (2,))
    assert [int(table.state.denied[seat]) >> kind & 1 for seat in range(3)] == [0, 0, 1]


@pytest.mark.rule("FS8", "FS9")
def test_a_call_neither_stolen_nor_answered_tells_that_no_other_team_holds_the_card() -> None:
    table = called("RA/STEAL/-")
    asked(table)
    kind = KIND_NAMES.index("RK")
    assert [int(table.state.denied[seat]) >> kind & 1 for seat in range(3)] == [0, 1, 1]


@pytest.mark.rule("FS9")
def test_after_a_stolen_call_the_twin_may_be_in_any_hand_or_the_deck() -> None:
    """Redealt for the active seat, the twin is found in the other seats' hands and in the deck."""
    table = called("RA,RB,RC,RD,RE/RK,BP,BQ,BD,BI/STEAL,RL,RM,RN,RO")
    table.play("NOPE")
    table.play("STEAL@B8")
    kind = KIND_NAMES.index("RK") + 1
    found = set()
    sample, rng = KERNEL.states(), generator(3)
    for _ in range(300):
        sample[0] = table.state
        KERNEL.redeal(sample[0], 0, rng)
        found |= {f"seat {seat}" for seat in (1, 2) if kind in sample[0].hand[seat]} or {"deck"}
    assert found == {"seat 1", "seat 2", "deck"}  # the thief has picked a card since, and may hold it by now


@pytest.mark.rule("FS8", "FS9")
def test_games_in_both_orders_follow_their_rule() -> None:
    """In whole games: Got it never comes before a STEAL that was asked for, and with ``after`` never after one."""
    for order in GAME.options[-1].values:
        pick_one, seen = random.Random(5), set()
        for seed in range(30):
            table = tetracade.new("foursome", seats=4, seed=seed, steal=order)
            before = ""
            while not table.over:
                action = pick_one.choice(table.legal())
                kind = action.notation.partition("@")[0]
                phase = part(table, "phase")
                if phase in ("got-it", "asked"):
                    seen.add((before if before in ("asked", "got-it") else "", phase))
                before = phase
                table.play(action)
                assert kind != "STEAL" or phase == "asked"
        expected = {("", "asked"), ("asked", "asked"), ("asked", "got-it"), ("", "got-it")}
        assert seen == (expected if order == "first" else {("", "asked"), ("asked", "asked"), ("", "got-it")})
