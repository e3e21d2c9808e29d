"""Foursome's turn: picking, Got it, STEAL, playing, used cards (FS6 to FS12, FS16)."""

import pytest

from tests.games.foursome.reading import KERNEL, offered, part, pick, read
from tetracade import IllegalAction
from tetracade.games.foursome.board import CHIPS_A_COLOUR


@pytest.mark.rule("FS6")
def test_a_character_card_is_read_and_known_until_it_is_played() -> None:
    table = pick(read("phase=pick hands=RA/BP", picks="BB"), "RK")
    assert part(table, "called") == "RK"
    assert part(table, "read") == "RK/-"
    table.play("NOPE")
    table.play("RK@A1")
    assert part(table, "read") == "-/BB"


@pytest.mark.rule("FS6")
def test_a_special_card_is_announced_but_not_which_and_nobody_answers() -> None:
    for card in ("WILD", "REMOVE", "STEAL", "SWAP-RED", "SWAP-BLACK"):
        table = pick(read("seats=3 phase=pick hands=RA/STEAL/BP"), card)
        assert table.acting == (0,)
        assert part(table, "announced") == "1,0,0"
        assert part(table, "called") == "-"
        seen = [KERNEL.view(table.state, viewer).tobytes() for viewer in (1, 2, -1)]
        other = pick(read("seats=3 phase=pick hands=RA/STEAL/BP"), "WILD")
        assert seen == [KERNEL.view(other.state, viewer).tobytes() for viewer in (1, 2, -1)]


@pytest.mark.rule("FS6")
def test_all_see_a_card_read_aloud_and_only_the_picker_sees_a_special_one() -> None:
    state = read("seats=3 phase=pick").state
    assert [KERNEL.sees_outcome(state, 0, viewer) for viewer in (-1, 0, 1, 2)] == [True] * 4
    assert [KERNEL.sees_outcome(state, 40, viewer) for viewer in (-1, 0, 1, 2)] == [False, True, False, False]
    for phase in ("deal", "owed", "replaced"):
        state = read(f"seats=3 phase={phase} actor=1").state
        assert [KERNEL.sees_outcome(state, 0, viewer) for viewer in (-1, 0, 1, 2)] == [False, False, True, False]


@pytest.mark.rule("FS6")
def test_two_read_cards_of_a_kind_are_both_known() -> None:
    table = pick(read("phase=pick hands=RK/BP read=RK/-"), "RK")
    assert part(table, "read") == "RK*2/-"
    table.play("NOPE")
    table.play("RK@A1")
    assert part(table, "read").startswith("RK/")


@pytest.mark.rule("FS7")
def test_a_used_card_is_discarded_on_picking_and_another_is_picked() -> None:
    table = pick(read("phase=pick hands=RA/RK,BP amber=A1,B1 blue=B8,H7"), "RK")
    assert part(table, "phase") == "pick"
    assert table.state.discards[10] == 1  # RK, the eleventh red one
    assert part(table, "hands") == "RA/RK,BP"
    pick(table, "BP", "RB")
    assert part(table, "called") == "RB"
    assert part(table, "hands") == "RA,RB/RK,BP"


@pytest.mark.rule("FS7")
def test_a_card_that_gets_used_later_in_the_turn_stays_in_the_hand() -> None:
    table = pick(read("phase=pick hands=RA/RK amber=A1"), "RK")
    table.play("RK@B8", seat=1)
    assert "RK" in part(table, "hands").split("/")[0]
    assert "REPLACE:RK" in offered(table)


@pytest.mark.rule("FS8")
def test_who_holds_the_card_read_must_play_it_at_once() -> None:
    table = pick(read("seats=3 phase=pick hands=RA/STEAL/RK,BP"), "RK")
    assert table.acting == (2,)
    assert offered(table) == {"RK@A1", "RK@B8"}
    with pytest.raises(IllegalAction, match="play it at once") as caught:
        table.play("NOPE")
    assert caught.value.rule == "FS8"


@pytest.mark.rule("FS8")
def test_got_it_needs_the_same_colour_and_name() -> None:
    for hand in ("BK", "RP", "WILD"):
        assert part(pick(read(f"phase=pick hands=RA/{hand}"), "RK"), "phase") == "asked"


@pytest.mark.rule("FS8")
def test_got_it_goes_on_an_open_space_then_a_card_is_picked_then_the_active_plays() -> None:
    table = pick(read("phase=pick hands=RA/RK,BP blue=A1", picks="SWAP-BLACK"), "RK")
    assert offered(table) == {"RK@B8"}
    table.play("RK@B8")
    assert part(table, "blue") == "A1,B8"
    assert part(table, "hands") == "RA,RK/BP,SWAP-BLACK"
    assert part(table, "announced") == "0,0"  # unannounced, specials too
    assert part(table, "read") == "RK/-"
    assert table.acting == (0,)
    assert "RA@G1" in offered(table)


@pytest.mark.rule("FS8")
def test_the_owed_card_is_unannounced_and_kept_even_if_used() -> None:
    table = read("phase=got-it active=0 actor=1 called=RK hands=RA,RK/RK amber=B1,H7 read=RK/RK", picks="BP")
    table.play("RK@A1")
    assert part(table, "hands") == "RA,RK/BP"
    assert part(table, "read") == "RK/-"


@pytest.mark.rule("FS8", "FS15")
def test_without_a_card_to_pick_after_got_it_the_game_ends_there() -> None:
    table = read("phase=got-it active=0 actor=1 called=RK hands=RA,RK/RK read=RK/RK deck=-")
    table.play("RK@A1")
    assert table.over
    assert part(table, "ended") == "deck"
    assert part(table, "blue") == "A1"


@pytest.mark.rule("FS9")
def test_every_other_seat_is_asked_for_a_steal_clockwise() -> None:
    table = pick(read("seats=4 active=2 phase=pick hands=-/STEAL/RA/-"), "RK")
    asked = []
    while part(table, "phase") == "asked":
        asked.append((*table.acting, *sorted(offered(table))))
        table.play("NOPE")
    assert asked == [(3, "NOPE"), (0, "NOPE"), (1, "NOPE", "STEAL@A1", "STEAL@B8")]
    assert table.acting == (2,)


@pytest.mark.rule("FS9")
def test_the_first_steal_ends_the_asking() -> None:
    table = pick(read("seats=4 phase=pick hands=RA/STEAL/STEAL/-", picks="RB"), "RK")
    table.play("STEAL@B8")
    assert part(table, "blue") == "B8"
    assert part(table, "hands") == "RA,RK/RB/STEAL/-"
    assert part(table, "read") == "RK/-/-/-"
    assert table.acting == (0,)
    assert part(table, "phase") == "play"


@pytest.mark.rule("FS9")
def test_a_steal_goes_only_on_an_open_space_of_the_card_read() -> None:
    table = pick(read("phase=pick hands=RA/STEAL amber=A1"), "RK")
    assert offered(table) == {"NOPE", "STEAL@B8"}
    for action, reason in (
        ("STEAL@A1", "A1 is covered"),
        ("STEAL@G1", "isn’t a space of Red, Kay Oss"),
        ("RK@B8", "Answer Red, Kay Oss"),
    ):
        with pytest.raises(IllegalAction, match=reason) as caught:
            table.play(action)
        assert caught.value.rule == "FS9"


@pytest.mark.rule("FS9")
def test_nobody_is_asked_once_both_steals_are_discarded() -> None:
    assert part(pick(read("phase=pick hands=RA/BP discards=STEAL"), "RK"), "phase") == "asked"
    assert part(pick(read("phase=pick hands=RA/BP discards=STEAL*2"), "RK"), "phase") == "play"


@pytest.mark.rule("FS9")
def test_a_twin_in_the_active_hand_does_not_prevent_a_steal_and_stays_unknown() -> None:
    table = pick(read("phase=pick hands=RK/STEAL"), "RK")
    assert offered(table) == {"NOPE", "STEAL@A1", "STEAL@B8"}
    assert part(table, "read") == "RK/-"


@pytest.mark.rule("FS9")
def test_who_holds_the_card_does_not_get_to_steal() -> None:
    table = pick(read("phase=pick hands=RA/RK,STEAL"), "RK")
    assert offered(table) == {"RK@A1", "RK@B8"}


@pytest.mark.rule("FS9")
def test_steal_cannot_be_played_in_ones_own_turn() -> None:
    table = read("hands=RK,STEAL/BP amber=D1 blue=F1")
    assert offered(table) == {"RK@A1", "RK@B8"}
    with pytest.raises(IllegalAction, match="on your own turn") as caught:
        table.play("STEAL@A1")
    assert caught.value.rule == "FS9"


@pytest.mark.rule("FS9")
def test_asking_is_marked_secret_in_its_timing_and_nothing_else_is() -> None:
    assert [
        KERNEL.timing_secret(read(f"phase={phase} called=RK hands=RK/RK").state)
        for phase in ("asked", "got-it", "play", "take", "pick", "owed", "over")
    ] == [True, False, False, False, False, False, False]


@pytest.mark.rule("FS10")
def test_a_teammate_neither_gets_it_nor_steals_and_keeps_the_card() -> None:
    table = pick(read("seats=6 phase=pick hands=RA/-/-/RK,STEAL/-/-"), "RK")
    asked: list[int] = []
    while part(table, "phase") == "asked":
        asked += table.acting
        table.play("NOPE")
    assert asked == [1, 2, 4, 5]
    assert part(table, "hands") == "RA,RK/-/-/RK,STEAL/-/-"
    assert part(table, "read") == "RK/-/-/-/-/-"
    with pytest.raises(IllegalAction, match="teammate’s turn") as caught:
        table.play("RK@A1", seat=3)
    assert caught.value.rule == "FS10"


@pytest.mark.rule("FS10")
def test_other_teams_get_it_whichever_of_them_sits_there() -> None:
    for seat in (1, 2, 4, 5):
        hands = "/".join("RK" if each == seat else "-" for each in range(6))
        assert pick(read(f"seats=6 phase=pick hands={hands}"), "RK").acting == (seat,)


@pytest.mark.rule("FS11")
def test_any_card_of_the_hand_may_be_played_on_an_open_space() -> None:
    table = read("hands=RK,BP,BP/RA blue=B8")
    assert offered(table) == {"RK@A1", "BP@B1", "BP@H7"}
    for action, reason in (
        ("RA@G1", "don’t hold Red, Anna Log"),
        ("RK@B8", "covered by Player 2’s chip"),
        ("NOPE", "On your own turn, play or discard one"),
    ):
        with pytest.raises(IllegalAction, match=reason) as caught:
            table.play(action)
        assert caught.value.rule == "FS11"


@pytest.mark.rule("FS11")
def test_playing_ends_the_turn_and_no_card_is_picked_for_it() -> None:
    table = read("hands=RK,BP/RA deck=RB,RC", picks="RC")
    table.play("BP@H7")
    assert part(table, "hands") == "RK/RA,RC"  # the card that comes is the next player's
    assert table.state.active == 1
    assert part(table, "amber") == "H7"
    assert table.state.chips.tolist() == [CHIPS_A_COLOUR - 1, *[CHIPS_A_COLOUR] * 3]


@pytest.mark.rule("FS12")
def test_with_nothing_to_play_one_discards_any_card_and_the_turn_ends() -> None:
    table = read("hands=RK,STEAL,REMOVE,SWAP-RED/RA blue=A1x,B8x deck=-")
    assert offered(table) == {"DISCARD:RK", "DISCARD:STEAL", "DISCARD:REMOVE", "DISCARD:SWAP-RED"}
    table = read("hands=RK,STEAL/RA blue=A1,B8 deck=RB", picks="RB")
    assert offered(table) == {"DISCARD:RK", "DISCARD:STEAL", "REPLACE:RK"}
    table.play("DISCARD:STEAL")
    assert part(table, "hands") == "RK/RA,RB"
    assert table.state.active == 1
    assert table.state.discards[42] == 2  # both STEALs


@pytest.mark.rule("FS12")
def test_one_may_replace_before_discarding() -> None:
    table = read("hands=RK,STEAL/RA blue=A1,B8 deck=RB,RC", picks="RC")
    table.play("REPLACE:RK")
    assert offered(table) == {"RC@E7", "RC@J8"}


@pytest.mark.rule("FS12")
def test_what_can_be_played_must_be_even_if_it_hurts() -> None:
    table = read("hands=REMOVE,STEAL/RA amber=A1")
    assert offered(table) == {"REMOVE@A1"}
    with pytest.raises(IllegalAction, match="only when none of your cards can be played") as caught:
        table.play("DISCARD:STEAL")
    assert caught.value.rule == "FS12"
    assert offered(read("hands=SWAP-RED,STEAL/RA amber=A1 blue=C1")) == {"SWAP@A1-C1"}


@pytest.mark.rule("FS16")
def test_a_held_used_card_may_be_replaced_before_playing_as_often_as_wanted() -> None:
    table = read("hands=RK,BP/RA amber=A1,B1 blue=B8", picks="BF BF BF")
    assert offered(table) == {"REPLACE:RK", "BP@H7"}
    table = read("hands=RK,BP,RA/RA amber=A1,B1,F1 blue=B8,E8,H7", picks="BF BF RC")
    assert offered(table) == {"REPLACE:RK", "REPLACE:BP", "RA@G1", "RA@B4"}
    table.play("REPLACE:RK")
    assert part(table, "hands") == "RA,BF,BP/RA"
    table.play("REPLACE:BF")  # a replacement that is used may be replaced too
    assert part(table, "hands") == "RA,BF,BP/RA"
    assert table.acting == (0,)
    assert (table.state.discards[10], table.state.discards[25]) == (1, 1)


@pytest.mark.rule("FS16")
def test_a_card_with_an_open_space_is_not_used() -> None:
    table = read("hands=RK/RA amber=A1")
    assert offered(table) == {"RK@B8"}
    with pytest.raises(IllegalAction, match="isn’t used yet") as caught:
        table.play("REPLACE:RK")
    assert caught.value.rule == "FS16"


@pytest.mark.rule("FS16")
def test_with_an_empty_deck_nothing_is_replaced() -> None:
    table = read("hands=RK,BP/RA amber=A1,B8 deck=-")
    assert offered(table) == {"BP@B1", "BP@H7"}
    with pytest.raises(IllegalAction, match="deck is empty") as caught:
        table.play("REPLACE:RK")
    assert caught.value.rule == "FS16"


@pytest.mark.rule("FS16")
def test_replacing_waits_until_all_have_answered() -> None:
    table = pick(read("phase=pick hands=BP,RA/STEAL amber=B1,H7"), "RK")
    assert table.acting == (1,)
    with pytest.raises(IllegalAction, match="being asked for a STEAL"):
        table.play("REPLACE:BP", seat=0)
    table.play("NOPE")
    assert "REPLACE:BP" in offered(table)


@pytest.mark.rule("FS16")
def test_a_replacement_is_shown_to_its_owner_only() -> None:
    table = read("hands=RK,BP/RA amber=A1,B8 read=RK/-", picks="STEAL")
    table.play("REPLACE:RK")
    assert table.story(1)[-2:] == [
        "Player 1 shows that Red, Kay Oss is used, discards it and picks another card",
        "Player 1 picks a card to replace the used one",
    ]
    assert table.story(0)[-1] == "Player 1 picks STEAL without announcing it"
    assert part(table, "announced") == "0,0"
    assert part(table, "read") == "-/-"
