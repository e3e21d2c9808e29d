"""A turn of TETRAD, rule by rule (TD13 to TD17, TD29)."""

import pytest

from tests.games.tetrad.tables import (
    GAME,
    KERNEL,
    STAR,
    claim_with_free_space,
    discards,
    hand,
    images,
    known,
    laid,
    offered,
    played,
    read,
    refused,
    row_but,
    row_of,
)
from tetracade.games.tetrad.board import COPIES, DRAW_CARDS, SKIP
from tetracade.games.tetrad.state import TAKING


@pytest.mark.rule("TD13")
def test_draw_from_the_pile_or_take_the_top_discard() -> None:
    line = "phase=taking hands=1,2,3,30/5,6,7,8 discard=20,21"
    assert offered(read(line)) == {"draw", "take"}
    drawn = played(line, "draw", draws=["17"])
    assert hand(drawn, 0) == ["1", "2", "3", "17", "30"]
    assert discards(drawn) == ["20", "21"]
    taken = played(line, "take")
    assert hand(taken, 0) == ["1", "2", "3", "21", "30"]
    assert discards(taken) == ["20"]


@pytest.mark.rule("TD13")
def test_a_draw_comes_from_what_is_in_the_pile_by_number_of_copies() -> None:
    state = KERNEL.states()[0]
    GAME.words.read_position(state, "phase=drawing hands=1,2,3,30/1,6,7,8 discard=20,skip")
    ids, weights = KERNEL.outcomes(state)
    found = {GAME.words.outcome_notation(outcome): weight for outcome, weight in zip(ids, weights, strict=True)}
    assert found.get("card 1", 0) == COPIES[1] - 2
    copies = [int(COPIES[2]) - 1, int(COPIES[20]) - 1, int(COPIES[9]), int(COPIES[SKIP]) - 1]
    assert [found.get(f"card {card}", 0) for card in (2, 20, 9, "skip")] == copies
    assert sum(weights) == DRAW_CARDS - 10


@pytest.mark.rule("TD13")
@pytest.mark.parametrize(
    "card",
    ["blocker", "free-space", "corner-rotation", "skip", "panel-swap", "new-gameboard-card", "swap-two", "the-bomb"],
)
def test_an_action_card_is_never_taken_from_the_discard_pile(card: str) -> None:
    table = read(f"phase=taking hands=1,2,3,30/5,6,7,8 discard=20,{card}")
    assert offered(table) == {"draw"}
    rule, reason = refused(table, "take")
    assert rule == "TD13"
    assert reason.endswith("is an action card; you can't take those from the discard pile.")
    assert refused(table, "discard 1") == ("TD13", "First draw a card.")


@pytest.mark.rule("TD13")
def test_with_an_empty_discard_pile_one_must_draw() -> None:
    table = read("phase=taking hands=1,2,3,30/5,6,7,8")
    assert offered(table) == {"draw"}
    assert refused(table, "take") == ("TD13", "The discard pile is empty: draw from the draw pile.")
    assert refused(table, "discard 1") == ("TD13", "First draw a card.")
    either = read("phase=taking hands=1,2,3,30/5,6,7,8 discard=20")
    assert refused(either, "discard 1") == ("TD13", "First draw a card or take the top discard.")


@pytest.mark.rule("TD13")
def test_the_discard_pile_is_a_stack_in_order() -> None:
    table = played("phase=taking hands=1,2,3,30/5,6,7,8 discard=20,21", "take", "discard 30", "take", "discard 30")
    assert discards(table) == ["20", "30"]


@pytest.mark.rule("TD13")
def test_the_card_just_taken_may_be_discarded_again() -> None:
    table = played("phase=taking hands=1,2,3,30/5,6,7,8 discard=21", "take", "discard 21")
    assert discards(table) == ["21"]
    assert known(table, 0) == []


@pytest.mark.rule("TD13")
def test_a_taken_card_is_known_until_it_leaves_the_hand_a_drawn_one_is_not() -> None:
    line = "phase=taking hands=1,2,3,30/5,6,7,8 discard=21"
    table = played(line, "take", "discard 1")
    assert known(table, 0) == ["21"]
    assert table.view(1).known[0, 0] == 21
    table = played("phase=taking known=21 hands=2,3,21,30/5,6,7,8", "draw", "discard 21", draws=["21"])
    assert known(table, 0) == []
    assert known(played(line, "draw", "discard 1", draws=["21"]), 0) == []


@pytest.mark.rule("TD13")
def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    table = played("phase=taking hands=1,2,3,30/5,6,7,8", "draw", draws=["skip"])
    assert table.story(0)[-1] == "Red gets SKIP"
    assert table.story(1)[-1] == table.story(-1)[-1] == "Red gets a card"
    assert "SKIP" in table.drawing(0)
    assert "SKIP" not in table.drawing(1)


@pytest.mark.rule("TD13")
def test_nothing_is_done_before_drawing_and_nothing_drawn_twice() -> None:
    table = read("phase=taking hands=1,2,3,4/5,6,7,8 discard=21")
    for action in ("discard 1", "use the-bomb", "claim A1 B1 C1 D1", "discard used"):
        assert refused(table, action)[0] == "TD13"
    table.play("take")
    assert refused(table, "draw")[0] == refused(table, "take")[0] == "TD13"


@pytest.mark.rule("TD14")
def test_a_discard_ends_the_turn_at_once() -> None:
    table = played("hands=1,2,3,4,30/5,6,7,8", "discard 30")
    assert table.acting == (1,)
    assert hand(table, 0) == ["1", "2", "3", "4"]
    assert refused(table, "claim A1 B1 C1 D1", 0) == ("TD11", "It's Blue's turn.")


@pytest.mark.rule("TD14")
def test_at_most_one_action_card_is_used_in_a_turn() -> None:
    table = played("hands=1,2,panel-swap,swap-two,corner-rotation/5,6,7,8", "use panel-swap")
    assert offered(table) == {"discard used"}
    assert refused(table, "use corner-rotation")[0] == "TD14"
    assert refused(table, "use swap-two A1 B1")[0] == "TD14"


@pytest.mark.rule("TD14", "TD19")
def test_free_space_is_laid_down_in_a_claim_after_another_action_card() -> None:
    first, second, third, fourth = row_of(STAR)
    swapped = {first: third, second: fourth, third: first, fourth: second}
    board = laid(**{name: images([other]) for name, other in swapped.items()})
    line = f"{board} hands={row_but(STAR)},panel-swap,free-space/- patterns=1"
    assert claim_with_free_space(STAR) not in offered(read(line), "claim")
    assert offered(read(line), "use") == {"use panel-swap"}
    assert offered(played(line, "use panel-swap")) == {"discard used", claim_with_free_space(STAR)}


@pytest.mark.rule("TD14")
def test_a_true_claim_may_be_declined() -> None:
    assert {"claim A1 B1 C1 D1", "discard 30", "discard 1"} <= offered(read("hands=1,2,3,4,30/5,6,7,8"))


@pytest.mark.rule("TD14")
def test_only_a_card_held_is_discarded_each_kind_once() -> None:
    table = read("hands=1,1,3,skip,skip/5,6,7,8")
    assert offered(table, "discard") == {"discard 1", "discard 3", "discard skip"}
    assert refused(table, "discard 4") == ("TD14", "You hold no DOVE.")


@pytest.mark.rule("TD15")
def test_an_action_card_may_be_used_kept_or_discarded_unused() -> None:
    line = "hands=1,2,3,30,the-bomb/5,6,7,8"
    assert {"use the-bomb", "discard the-bomb", "discard 30"} <= offered(read(line))
    unused = played(line, "discard the-bomb")
    assert discards(unused) == ["the-bomb"]
    assert unused.story()[-1] == "Red discards THE BOMB unused"
    assert "the-bomb" in hand(played(line, "discard 30"), 0)


@pytest.mark.rule("TD15")
def test_a_use_is_announced() -> None:
    table = played("hands=1,2,3,30,swap-two/5,6,7,8", "use swap-two A1 C3")
    assert table.story()[-1] == "Red uses SWAP TWO: A1 and C3"
    table.play("discard used")
    assert table.story()[-1] == "Red discards SWAP TWO after using it"


@pytest.mark.rule("TD15")
@pytest.mark.parametrize("card", ["swap-two A1 B1", "corner-rotation", "panel-swap"])
def test_a_used_card_lies_on_the_table_and_is_the_turns_discard(card: str) -> None:
    name = card.split(maxsplit=1)[0]
    table = played(f"hands=1,2,3,30,{name}/5,6,7,8", f"use {card}")
    assert discards(table) == []
    assert hand(table, 0) == ["1", "2", "3", "30"]
    assert table.acting == (0,)
    assert offered(table) == {"discard used"}
    assert refused(table, "discard 30")[0] == "TD15"
    table.play("discard used")
    assert discards(table) == [name]
    assert hand(table, 0) == ["1", "2", "3", "30"]
    assert table.acting == (1,)


@pytest.mark.rule("TD15")
def test_there_is_no_used_card_to_discard_before_a_use() -> None:
    table = read("hands=1,2,3,30,the-bomb/5,6,7,8")
    assert refused(table, "discard used") == ("TD15", "You haven't used an action card this turn.")
    assert refused(table, "use panel-swap")[0] == "TD15"


LAST = "phase=taking hands=1,2,3,30/5,6,7,8 discard=20,21,skip board=1,2b,3,4/5,6,7,8/9,10,11,12/13,14,15,16 pile=22"


@pytest.mark.rule("TD16")
def test_after_the_last_draw_the_discards_are_the_new_pile_and_one_is_flipped() -> None:
    table = played(LAST, "draw", draws=["22", "21"])
    assert hand(table, 0) == ["1", "2", "3", "22", "30"]
    assert discards(table) == ["21"]
    assert table.state.pile_size == 2
    assert [int(table.state.pile[card]) for card in (20, 21, 22, 34)] == [1, 0, 0, 1]
    assert table.acting == (0,)
    assert "discard 22" in offered(table)
    assert int(table.state.blocked) == 1 << 2


@pytest.mark.rule("TD16", "TD13")
def test_an_action_card_flipped_then_may_not_be_taken() -> None:
    table = played(LAST.replace("1,2,3,30", "1,2,3,panel-swap"), "draw", draws=["22", "skip"])
    assert discards(table) == ["skip"]
    table.play("use panel-swap")
    table.state.used = 0  # nothing comes to lie on the flipped card
    table.state.phase, table.state.turn = TAKING, 1
    assert offered(table) == {"draw"}
    assert refused(table, "take")[0] == "TD13"


@pytest.mark.rule("TD16")
def test_everybody_sees_the_flipped_card() -> None:
    table = played(LAST, "draw", draws=["22", "20"])
    assert table.story(1)[-1] == "the discard pile becomes the draw pile, and LION is flipped"


FIVE = "phase=five hands=1,2,3,4,blocker/5,6,7,8 discard=21"


@pytest.mark.rule("TD17")
def test_whoever_begins_a_turn_with_five_cards_only_discards() -> None:
    table = played("act=blue hands=1,2,3,4,blocker/5,6,7,8,30 discard=21", "discard 30")
    assert table.acting == (0,)
    assert offered(table) == {"discard 1", "discard 2", "discard 3", "discard 4", "discard blocker"}
    for action in ("draw", "take", "use blocker A1", "claim A1 B1 C1 D1"):
        assert refused(table, action)[0] == "TD17"
    assert refused(table, "discard 9")[0] == "TD14"


@pytest.mark.rule("TD17")
def test_the_card_goes_to_the_discard_pile_a_blocker_too() -> None:
    table = played(FIVE, "discard blocker")
    assert discards(table) == ["21", "blocker"]
    assert int(table.state.blocked) == 0
    assert table.acting == (1,)
    assert offered(table) == {"draw"}


@pytest.mark.rule("TD17", "TD21")
def test_a_held_skip_is_discarded_first_and_the_five_cards_wait() -> None:
    table = played("act=blue skips=red hands=1,2,3,4,29/5,6,7,8,30", "discard 30")
    assert offered(table) == {"discard held-skip"}
    table.play("discard held-skip")
    assert hand(table, 0) == ["1", "2", "3", "4", "29"]
    table.play("draw")
    table.play(next(action for action in table.legal() if action.notation.startswith("discard")))
    assert table.acting == (0,)
    assert offered(table) == {f"discard {card}" for card in ("1", "2", "3", "4", "29")}


@pytest.mark.rule("TD29")
def test_the_game_is_drawn_when_every_seat_has_had_200_turns() -> None:
    line = "act=green hands=1,2,3,29/5,6,7,8/9,10,11,12,30"
    before = played(f"{line} turns=598", "discard 30")
    assert not before.over
    drawn = played(f"{line} turns=599", "discard 30")
    assert drawn.over
    assert drawn.result is not None
    assert drawn.result.winners == ()
    assert drawn.result.reason == "nobody won in 200 rounds"
    assert refused(drawn, "draw", 0)[0] == "TD29"


@pytest.mark.rule("TD29")
@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("phase=skipped skips=red hands=1,2,3,4/5,6,7,8", "discard held-skip"),
        (FIVE, "discard 1"),
        ("hands=1,2,3,4,skip/5,6,7,8", "use skip blue"),
        ("hands=1,2,3,4,blocker/5,6,7,8", "use blocker A1"),
        ("claims=strict hands=1,2,3,8,30/5,6,7,8", "claim A1 B1 C1 D2"),
    ],
)
def test_every_kind_of_turn_counts(line: str, action: str) -> None:
    assert int(played(f"{line} turns=7", action).state.turns) == 8


@pytest.mark.rule("TD29")
def test_a_win_in_the_last_turn_is_a_win() -> None:
    table = played("turns=399 act=blue hands=5,6,7,8/1,2,3,4,30", "claim A1 B1 C1 D1")
    assert table.result is not None
    assert table.result.winners == (1,)


@pytest.mark.rule("TD11")
def test_who_is_not_to_act_is_told_whose_turn_it_is() -> None:
    table = read("phase=taking hands=1,2,3,30/5,6,7,8 discard=21")
    assert refused(table, "draw", 1) == ("TD11", "It's Red's turn.")
