"""The eight action cards, rule by rule, with all their interactions (TD18 to TD25)."""

import pytest

from tests.games.tetrad.tables import (
    GAME,
    KERNEL,
    PLAIN,
    STAR,
    board,
    claim_with_free_space,
    discards,
    hand,
    images,
    laid,
    offered,
    played,
    read,
    refused,
    row_but,
    row_of,
)
from tetracade.engine.contract import CHANCE
from tetracade.engine.wording import listed
from tetracade.games.tetrad.board import BLOCKER, COPIES, FREE_SPACES, POCKETS, pocket_name
from tetracade.games.tetrad.notation import stack

BLOCKED = "board=1,2b,3,4/5,6,7,8/9,10,11,12/13,14,15,16"


@pytest.mark.rule("TD18")
def test_a_blocker_is_laid_on_a_pocket_as_the_turns_discard() -> None:
    table = played("hands=1,2,3,30,blocker/5,6,7,8 discard=21", "use blocker B1")
    assert int(table.state.blocked) == 1 << 2
    assert discards(table) == ["21"]
    assert hand(table, 0) == ["1", "2", "3", "30"]
    assert table.acting == (1,)
    assert table.story()[-1] == "Red uses BLOCKER on B1, over SERPENT"


@pytest.mark.rule("TD18")
def test_a_blocked_pocket_takes_no_part_in_a_win() -> None:
    assert offered(read("hands=1,2,3,4,30/-"), "claim")
    table = read(f"{BLOCKED} hands=1,2,3,4,30/-")
    assert not offered(table, "claim")
    assert refused(table, "claim A1 B1 C1 D1") == ("TD18", "B1 is blocked.")


@pytest.mark.rule("TD18", "TD19")
def test_free_space_overcomes_a_blocker_on_a_free_space() -> None:
    line = f"{laid(**{STAR: images([STAR]) + 'b'})} hands={row_but(STAR)},free-space,30/- patterns=1"
    assert claim_with_free_space(STAR) in offered(read(line), "claim")
    line = f"{laid(**{PLAIN: images([PLAIN]) + 'b'})} hands={row_but(PLAIN)},free-space,30/- patterns=1"
    assert not offered(read(line), "claim")


@pytest.mark.rule("TD18", "TD23")
def test_a_new_gameboard_card_over_a_blocker_is_in_play() -> None:
    table = played(
        f"{BLOCKED} hands=1,3,4,20,new-gameboard-card/-", "use new-gameboard-card", "place B1", draws=["board 20"]
    )
    assert int(table.state.blocked) == 1 << 2
    assert "claim A1 B1 C1 D1" in offered(table)


@pytest.mark.rule("TD18")
def test_a_blocker_travels_with_its_stack() -> None:
    table = played(f"{BLOCKED} hands=1,3,4,20,swap-two/-", "use swap-two B1 D4")
    assert board(table)["D4"] == 2
    assert board(table)["B1"] == 16
    names = {name for name in board(table) if int(table.state.blocked) >> board(table)[name] & 1}
    assert names == {"D4"}


@pytest.mark.rule("TD18")
def test_a_blocker_stays_through_other_moves() -> None:
    table = played(f"{BLOCKED} hands=1,3,4,20,panel-swap/5,6,7,8", "use panel-swap", "discard used")
    assert int(table.state.blocked) == 1 << 2
    assert board(table)["D1"] == 2


@pytest.mark.rule("TD18")
def test_a_second_blocker_only_where_the_first_is_covered() -> None:
    table = read(f"{BLOCKED} hands=1,3,4,20,blocker/-")
    assert len(offered(table, "use blocker")) == 15
    assert refused(table, "use blocker B1") == ("TD18", "B1 already has a BLOCKER.")
    covered = read("board=1,2b.20,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,3,4,21,blocker/-")
    assert len(offered(covered, "use blocker")) == 16
    covered.play("use blocker B1")
    assert int(covered.state.blocked) == 1 << 2 | 1 << 20


@pytest.mark.rule("TD18")
def test_a_blocker_in_hand_matches_none_on_the_board() -> None:
    for claims in ("assisted", "strict"):
        assert not offered(read(f"{BLOCKED} claims={claims} hands=1,3,4,20,blocker/-"), "claim")


@pytest.mark.rule("TD19")
@pytest.mark.parametrize("pocket", [pocket_name(number) for number in range(POCKETS)])
def test_free_space_stands_for_the_card_of_a_free_space(pocket: str) -> None:
    claims = offered(read(f"hands={row_but(pocket)},free-space,30/- patterns=1"), "claim")
    assert claims == ({claim_with_free_space(pocket)} if pocket in FREE_SPACES else set())


@pytest.mark.rule("TD19")
def test_free_space_stands_for_one_card_in_any_pattern() -> None:
    assert offered(read("hands=1,2,free-space,29,30/- patterns=1"), "claim") == set()
    square = ["A1", "B1", "A2", "B2"]
    for missing in square:
        cards = images([name for name in square if name != missing])
        claims = offered(read(f"hands={cards},free-space,30/- patterns=2"), "claim")
        said = " ".join(f"*{name}" if name == missing else name for name in square)
        assert (f"claim {said}" in claims) == (missing in FREE_SPACES)


@pytest.mark.rule("TD19")
def test_free_space_elsewhere_is_refused() -> None:
    table = read(f"hands={row_but(PLAIN)},free-space,30/- patterns=1")
    those = f"that is {STAR}" if len(FREE_SPACES) == 1 else f"those are {listed(FREE_SPACES)}"
    assert refused(table, claim_with_free_space(PLAIN)) == ("TD19", f"{PLAIN} isn't a free space; {those}.")
    assert refused(read("hands=1,2,3,4,30/-"), "claim *A1 B1 C1 D1") == ("TD19", "You hold no FREE SPACE.")


@pytest.mark.rule("TD19")
def test_free_spaces_are_places_and_never_move() -> None:
    other = next(name for name in row_of(STAR) if name not in FREE_SPACES)
    board = laid(**{STAR: images([other]), other: images([STAR])})  # the two have changed places
    moved = f"{board} hands={row_but(STAR)},free-space,30/- patterns=1"
    assert offered(read(moved), "claim") == set()
    stays = f"{board} hands={row_but(other)},free-space,30/- patterns=1"
    assert offered(read(stays), "claim") == {claim_with_free_space(STAR)}


@pytest.mark.rule("TD19")
def test_free_space_is_never_played_on_its_own_and_may_spare_a_card_held() -> None:
    row = row_of(STAR)
    table = read(f"hands={images(row)},free-space/- patterns=1")
    assert offered(table, "use") == set()
    sparing = {claim_with_free_space(pocket) for pocket in row if pocket in FREE_SPACES}
    assert offered(table, "claim") == {f"claim {' '.join(row)}", *sparing}
    table.play(claim_with_free_space(STAR))
    assert discards(table) == [images([STAR])]


@pytest.mark.rule("TD20")
def test_corner_rotation_moves_each_corner_stack_counter_clockwise() -> None:
    line = "board=1.20b,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,2,3,30,corner-rotation/-"
    table = played(line, "use corner-rotation")
    assert board(table) == {**board(read(line)), "A4": 20, "D4": 13, "D1": 16, "A1": 4}
    assert stack(table.state, 12) == [1, 20]


@pytest.mark.rule("TD21")
def test_a_skip_is_held_by_an_opponent_who_then_only_discards_it() -> None:
    table = played("hands=1,2,3,30,skip/5,6,7,8/9,10,11,12 discard=21", "use skip green")
    assert table.acting == (1,)
    assert hand(table, 0) == ["1", "2", "3", "30"]
    assert discards(table) == ["21"]
    assert [int(flag) for flag in table.state.skip[:3]] == [0, 0, 1]
    table.play("take")
    table.play("discard 21")
    assert table.acting == (2,)
    assert offered(table) == {"discard held-skip"}
    assert refused(table, "draw")[0] == "TD21"
    table.play("discard held-skip")
    assert discards(table) == ["21", "skip"]
    assert hand(table, 2) == ["9", "10", "11", "12"]
    assert table.acting == (0,)
    assert offered(table) == {"draw"}
    assert not any(table.state.skip)


@pytest.mark.rule("TD21")
def test_at_two_the_giver_is_soon_to_play_again() -> None:
    table = played("hands=1,2,3,30,skip/5,6,7,8 discard=21", "use skip blue", "discard held-skip")
    assert table.acting == (0,)


@pytest.mark.rule("TD21")
def test_only_an_opponent_without_a_skip_is_named() -> None:
    table = read("skips=blue hands=1,2,3,30,skip/5,6,7,8/9,10,11,12")
    assert offered(table, "use skip") == {"use skip green"}
    assert refused(table, "use skip blue") == ("TD21", "Blue already holds a SKIP.")
    assert refused(table, "use skip red") == ("TD21", "Give a SKIP to an opponent, not to yourself.")
    assert refused(table, "use skip gold") == ("TD21", "Nobody is playing Gold.")


@pytest.mark.rule("TD21")
def test_a_skip_nobody_gave_cannot_be_discarded_as_held() -> None:
    assert refused(read("hands=1,2,3,30,skip/5,6,7,8"), "discard held-skip")[0] == "TD21"


@pytest.mark.rule("TD22")
def test_panel_swap_exchanges_columns_ab_and_cd_with_their_stacks() -> None:
    table = played("board=1.20b,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,2,3,30,panel-swap/-", "use panel-swap")
    assert list(board(table).values()) == [3, 4, 20, 2, 7, 8, 5, 6, 11, 12, 9, 10, 15, 16, 13, 14]
    assert stack(table.state, 2) == [1, 20]


NEW = "hands=1,2,3,30,new-gameboard-card/5,6,7,8"


@pytest.mark.rule("TD23")
def test_a_new_gameboard_card_must_be_laid_on_one_of_the_16_stacks() -> None:
    table = played(NEW, "use new-gameboard-card", draws=["board 25"])
    assert table.acting == (0,)
    assert len(offered(table)) == 16
    assert offered(table, "place ") == offered(table)
    assert refused(table, "discard used")[0] == "TD23"
    table.play("place C3")
    assert stack(table.state, 10) == [11, 25]
    assert int(table.state.board_pile).bit_count() == 13
    assert offered(table) == {"discard used"}


@pytest.mark.rule("TD23")
def test_everybody_sees_the_card_before_its_place_is_chosen() -> None:
    table = played(NEW, "use new-gameboard-card", draws=["board 25"])
    for viewer in (-1, 0, 1):
        assert table.view(viewer).turned_up == 25
        assert table.story(viewer)[-1] == "FISHING BOAT is turned up from the gameboard pile"
    assert "FISHING BOAT turned up" in table.drawing(1)


@pytest.mark.rule("TD23", "TD1")
def test_any_card_of_the_gameboard_pile_may_be_its_top_with_equal_chances() -> None:
    state = KERNEL.states()[0]
    GAME.words.read_position(state, NEW)
    KERNEL.apply(state, 0, GAME.words.action_of("use new-gameboard-card"))
    assert KERNEL.acting(state) == CHANCE
    ids, weights = KERNEL.outcomes(state)
    assert [GAME.words.outcome_notation(outcome) for outcome in ids] == [f"board {card}" for card in range(17, 31)]
    assert weights == [1] * 14


@pytest.mark.rule("TD23")
def test_with_an_empty_gameboard_pile_it_cannot_be_used() -> None:
    full = "board=1.17.18.19.20.21.22.23.24.25.26.27.28.29.30,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16"
    table = read(f"{full} {NEW}")
    assert not offered(table, "use")
    assert "discard new-gameboard-card" in offered(table)
    assert refused(table, "use new-gameboard-card")[0] == "TD23"


@pytest.mark.rule("TD23")
def test_nothing_is_placed_without_a_new_card() -> None:
    assert refused(read(NEW), "place A1") == ("TD23", "There's no new gameboard card to place.")


@pytest.mark.rule("TD24")
def test_swap_two_exchanges_any_two_different_stacks() -> None:
    line = "board=1.20b,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,2,3,30,swap-two/-"
    assert len(offered(read(line), "use swap-two")) == 16 * 15 // 2
    table = played(line, "use swap-two A1 C3")
    assert board(table) == {**board(read(line)), "A1": 11, "C3": 20}
    assert stack(table.state, 10) == [1, 20]


@pytest.mark.rule("TD24")
def test_the_order_of_naming_does_not_matter() -> None:
    assert GAME.words.action_of("use swap-two C3 A1") == GAME.words.action_of("use swap-two A1 C3")
    with pytest.raises(ValueError, match="isn't an action"):
        GAME.words.action_of("use swap-two A1 A1")


BOMB = "board=1.20b.21b,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,2,3,30,the-bomb/5,6,7,8 discard=22"
ANEW = [f"board {card}" for card in range(30, 14, -1)]


@pytest.mark.rule("TD25", "TD7")
def test_the_bomb_lays_out_16_of_all_30_gameboard_cards_row_by_row() -> None:
    table = played(BOMB, "use the-bomb", draws=ANEW)
    assert list(board(table).values()) == list(range(30, 14, -1))
    assert all(len(stack(table.state, pocket)) == 1 for pocket in range(16))
    assert int(table.state.board_pile) == sum(1 << card for card in range(1, 15))


@pytest.mark.rule("TD25")
def test_after_the_bomb_all_30_are_equally_likely_again() -> None:
    state = KERNEL.states()[0]
    GAME.words.read_position(state, BOMB)
    KERNEL.apply(state, 0, GAME.words.action_of("use the-bomb"))
    assert KERNEL.outcomes(state)[1] == [1] * 30


@pytest.mark.rule("TD25")
def test_the_bomb_leaves_hands_alone_and_is_the_turns_discard() -> None:
    table = played(BOMB, "use the-bomb", draws=ANEW)
    assert hand(table, 0) == ["1", "2", "3", "30"]
    assert hand(table, 1) == ["5", "6", "7", "8"]
    assert offered(table) == {"discard used"}
    table.play("discard used")
    assert discards(table) == ["22", "the-bomb"]


@pytest.mark.rule("TD25", "TD18")
def test_blockers_on_the_board_covered_ones_too_go_into_the_draw_pile() -> None:
    before = read(BOMB)
    assert int(before.state.pile[BLOCKER]) == COPIES[BLOCKER] - 2
    table = played(BOMB, "use the-bomb", draws=ANEW)
    assert int(table.state.pile[BLOCKER]) == COPIES[BLOCKER]
    assert int(table.state.pile_size) == int(before.state.pile_size) + 2
    assert int(table.state.blocked) == 0


@pytest.mark.rule("TD25", "TD26")
def test_a_win_may_be_claimed_on_the_new_board() -> None:
    line = "hands=30,29,28,27,the-bomb/5,6,7,8"
    assert offered(played(line, "use the-bomb", draws=ANEW)) == {"discard used", "claim A1 B1 C1 D1"}
