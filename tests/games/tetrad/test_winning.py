"""Claims true and wrong, the dance, and what the table knows afterwards (TD26 to TD28)."""

from itertools import combinations, pairwise

import pytest

from tests.games.tetrad.tables import GAME, KERNEL, discards, hand, known, offered, played, read, refused
from tetracade.games.tetrad.board import FREE_SPACES, PATTERN_OF_PLACEMENT, PLACES, patterns_of, pocket_name
from tetracade.games.tetrad.box import COLUMNS, SIDE
from tetracade.games.tetrad.words import dance
from tetracade.table.narration import told


@pytest.mark.rule("TD26")
def test_a_true_claim_wins_and_the_card_left_is_discarded() -> None:
    table = played("hands=1,2,3,4,30/5,6,7,8 discard=21", "claim A1 B1 C1 D1")
    assert table.over
    assert table.result is not None
    assert table.result.winners == (0,)
    assert discards(table) == ["21", "30"]
    assert hand(table, 0) == ["1", "2", "3", "4"]
    assert table.story()[-1] == "Red claims A1 B1 C1 D1: pattern 1, and discards ROMAN SOLDIER"
    assert refused(table, "draw", 1) == ("TD26", "The game is over: Red has won.")


@pytest.mark.rule("TD15", "TD26")
@pytest.mark.parametrize("claims", ["assisted", "strict"])
def test_an_action_card_discarded_with_a_win_is_announced_to_all(claims: str) -> None:
    table = read(f"claims={claims} hands=1,2,3,4,the-bomb/5,6,7,8 discard=21")
    said = "claims A1 B1 C1 D1: pattern 1, and discards THE BOMB unused"
    assert table.play("claim A1 B1 C1 D1").text == said
    for viewer in (-1, 0, 1):
        assert table.story(viewer)[-1] == f"Red {said}"
        assert told(table, viewer, len(table.entries) - 1)[0].text == said


@pytest.mark.rule("TD15", "TD26")
def test_with_a_used_card_no_other_is_discarded_at_a_win() -> None:
    table = played("hands=1,2,3,8,swap-two/-", "use swap-two D1 D2", "claim A1 B1 C1 D1")
    assert table.story()[-1] == "Red claims A1 B1 C1 D1: pattern 1"


@pytest.mark.rule("TD26", "TD4", "TD8")
@pytest.mark.parametrize("placement", range(113))
def test_every_placement_wins_when_its_pattern_counts_and_only_then(placement: int) -> None:
    places = PLACES[placement].tolist()
    name = "claim " + " ".join(map(pocket_name, places))
    cards = ",".join(str(place + 1) for place in places)
    pattern = int(PATTERN_OF_PLACEMENT[placement])
    for choice in (1 << (pattern - 1), 31):
        chosen = "+".join(map(str, patterns_of(choice)))
        assert offered(read(f"hands={cards},30/- patterns={chosen}"), "claim") == {name}
    others = "+".join(map(str, patterns_of(31 ^ 1 << (pattern - 1))))
    assert not offered(read(f"hands={cards},30/- patterns={others}"), "claim")


@pytest.mark.rule("TD26")
def test_each_pocket_takes_a_card_equal_to_its_top() -> None:
    table = read("hands=1,2,3,3,30/-")
    assert not offered(table, "claim")
    assert refused(table, "claim A1 B1 C1 D1") == ("TD26", "You hold no DOVE to match D1.")
    assert refused(read("hands=1,2,3,8,30/-"), "claim A1 B1 C1 D2")[0] == "TD4"


@pytest.mark.rule("TD26")
def test_all_true_claims_of_a_hand_are_offered() -> None:
    assert offered(read("hands=1,2,5,6,3/-"), "claim") == {
        "claim A1 B1 A2 B2",
        "claim B1 C1 A2 B2",
        "claim A1 B1 C1 A2",
        "claim A1 B1 C1 B2",
    }


@pytest.mark.rule("TD26", "TD14")
def test_after_an_action_card_the_win_is_claimed_before_its_discard() -> None:
    table = played("hands=1,2,3,8,swap-two/-", "use swap-two D1 D2", "claim A1 B1 C1 D1")
    assert table.over
    assert discards(table) == ["swap-two"]
    assert hand(table, 0) == ["1", "2", "3", "8"]
    assert int(table.state.used) == 0


WRONG = "claims=strict hands=1,2,3,8,30/5,6,7,8/9,10,11,12 discard=21"


@pytest.mark.rule("TD26")
@pytest.mark.parametrize(
    ("line", "claim", "verdict"),
    [
        (WRONG, "claim A1 B1 C1 D2", ", but these pockets don't form a pattern"),
        (
            WRONG.replace("strict", "unannounced dealer=red"),
            "claim A1 B1 C1 D2",
            ", but these pockets don't form a pattern",
        ),
        (WRONG.replace("1,2,3,8", "1,2,3,4"), "claim A1 B1 C1 D1", ": pattern 1, and discards ROMAN SOLDIER"),
    ],
)
def test_who_finds_the_own_wins_is_told_of_a_claim_once_it_is_made(line: str, claim: str, verdict: str) -> None:
    table = read(line)
    said = next(offer.text for offer in table.legal(0) if offer.notation == claim)
    assert said == f"claims{claim.removeprefix('claim')}"
    assert table.play(claim).text == f"{said}{verdict}"
    for seat in (0, -1) if "unannounced" in line else (0, 1, -1):  # the others hear it in names of their own (TD27)
        assert table.story(seat)[-1] == f"Red {said}{verdict}"


@pytest.mark.rule("TD26", "TD17")
def test_a_wrong_claim_shows_the_cards_and_leaves_five() -> None:
    table = played(WRONG, "claim A1 B1 C1 D2")
    assert not table.over
    assert table.acting == (1,)
    assert hand(table, 0) == ["1", "2", "3", "8", "30"]
    assert known(table, 0) == ["1", "2", "3", "8"]
    assert discards(table) == ["21"]
    assert table.view(2).known.array[0].tolist() == [1, 2, 3, 8, 0]
    assert table.story(1)[-1] == "Red claims A1 B1 C1 D2, but these pockets don't form a pattern"
    for _ in range(2):
        table.play("draw")
        table.play(next(action for action in table.legal() if action.notation.startswith("discard")))
    assert offered(table) == {f"discard {card}" for card in ("1", "2", "3", "8", "30")}
    table.play("discard 3")
    assert known(table, 0) == ["1", "2", "8"]
    assert len(hand(table, 0)) == 4


@pytest.mark.rule("TD26")
def test_a_claim_of_an_unselected_pattern_is_wrong() -> None:
    table = played("claims=strict patterns=2 hands=1,2,3,4,30/5,6,7,8", "claim A1 B1 C1 D1")
    assert not table.over
    assert table.story(1)[-1] == "Red claims A1 B1 C1 D1, but pattern 1 doesn't count in this game"


@pytest.mark.rule("TD26", "TD19")
def test_free_space_on_no_free_space_is_a_wrong_claim() -> None:
    table = played("claims=strict hands=1,2,3,free-space,30/5,6,7,8", "claim A1 B1 C1 *D1")
    assert not table.over
    assert known(table, 0) == ["1", "2", "3", "free-space"]
    assert table.story(1)[-1].endswith("with FREE SPACE on D1, but D1 isn't a free space")


@pytest.mark.rule("TD26")
def test_after_a_used_card_a_wrong_claim_costs_that_card_and_no_more() -> None:
    line = "claims=strict hands=1,2,3,8,panel-swap/5,6,7,8 discard=21"
    table = played(line, "use panel-swap", "claim A1 C1 D1 B2")
    assert discards(table) == ["21", "panel-swap"]
    assert hand(table, 0) == ["1", "2", "3", "8"]
    assert known(table, 0) == ["1", "2", "3", "8"]
    assert table.state.top[0] == 3
    table.play("draw")
    table.play(next(action for action in table.legal() if action.notation.startswith("discard")))
    assert "draw" in offered(table)


@pytest.mark.rule("TD26")
def test_strict_claims_name_any_four_matched_pockets() -> None:
    table = read("claims=strict hands=1,2,3,8,16/-")
    names = [("A1", 1), ("B1", 2), ("C1", 3), ("D2", 8), ("D4", 16)]
    expected = {"claim " + " ".join(name for name, _ in four) for four in combinations(names, 4)}
    assert offered(table, "claim") == expected
    assert not offered(read("claims=assisted hands=1,2,3,8,16/-"), "claim")


@pytest.mark.rule("TD26")
def test_strict_claims_lay_free_space_on_any_pocket() -> None:
    assert len(offered(read("claims=strict hands=1,2,3,29,free-space/-"), "claim")) == 13
    four = offered(read("claims=strict hands=1,2,3,4,free-space/-"), "claim")
    assert len(four) == 1 + 4 * 13
    assert "claim A1 B1 C1 *D4" in four
    assert refused(read("claims=strict hands=1,2,3,29,free-space/-"), "claim A1 B1 *D4 A4")[0] == "TD26"


@pytest.mark.rule("TD26")
def test_a_strict_claim_that_is_true_wins() -> None:
    assert played("claims=strict hands=1,2,3,4,30/-", "claim A1 B1 C1 D1").over


@pytest.mark.rule("TD26")
def test_who_must_find_the_wins_is_not_told_which_claims_are_true() -> None:
    table = read("claims=strict hands=1,2,3,4,8/-")
    texts = {action.text for action in table.legal() if action.notation.startswith("claim")}
    assert "claims A1 B1 C1 D1" in texts
    assert not any("pattern" in text or "wrong" in text for text in texts)


@pytest.mark.rule("TD26")
def test_showing_a_known_card_adds_nothing_and_the_known_one_leaves_first() -> None:
    table = played("claims=strict known=1 hands=1,1,2,3,8/5,6,7,8", "claim A1 B1 C1 D2")
    assert known(table, 0) == ["1", "2", "3", "8"]
    table.play("draw")
    table.play(next(action for action in table.legal() if action.notation.startswith("discard")))
    table.play("discard 1")
    assert known(table, 0) == ["2", "3", "8"]
    assert hand(table, 0) == ["1", "2", "3", "8"]


@pytest.mark.rule("TD26", "TD13")
def test_two_copies_taken_are_both_known() -> None:
    table = played("phase=taking known=21 hands=1,2,3,21/5,6,7,8 discard=21", "take")
    assert known(table, 0) == ["21", "21"]
    table.play("discard 21")
    assert known(table, 0) == ["21"]


UNANNOUNCED = "claims=unannounced patterns=1"


def turned(pocket: str) -> str:
    """The pocket that lies where this one does, seen after a quarter turn of the board."""
    column, row = COLUMNS.index(pocket[0]), int(pocket[1:]) - 1
    return f"{COLUMNS[row]}{SIDE - column}"


QUARTERS = [list(FREE_SPACES)]
for _ in range(3):
    QUARTERS.append([turned(pocket) for pocket in QUARTERS[-1]])
FREE_FROM_ANY_SIDE_NAMES = {pocket for seen in QUARTERS for pocket in seen}
"""The free spaces as someone may take them to be who sees the board from another side."""


@pytest.mark.rule("TD27")
@pytest.mark.parametrize("number", range(16))
def test_unannounced_free_space_counts_for_others_where_it_would_from_any_side(number: int) -> None:
    row = [place for place in range(16) if place // 4 == number // 4]
    column = [place for place in range(16) if place % 4 == number % 4]
    for line in (row, column):
        cards = ",".join(str(place + 1) for place in line if place != number)
        said = " ".join(("*" if place == number else "") + pocket_name(place) for place in line)
        for dealer, counting in (("blue", FREE_FROM_ANY_SIDE_NAMES), ("red", set(FREE_SPACES))):
            table = played(f"{UNANNOUNCED} dealer={dealer} hands={cards},free-space,30/20,21,22,23", f"claim {said}")
            assert table.over == (pocket_name(number) in counting)


@pytest.mark.rule("TD27")
def test_unannounced_only_the_dealer_is_shown_the_free_spaces() -> None:
    table = read(f"{UNANNOUNCED} dealer=blue hands=1,2,3,30/5,6,7,8/9,10,11,12")
    assert "*" in table.drawing(1)
    for viewer in (-1, 0, 2):
        assert "*" not in table.drawing(viewer)


@pytest.mark.rule("TD28")
@pytest.mark.parametrize("placement", range(0, 113, 4))
def test_the_dance_goes_through_the_four_pockets_step_by_step_and_back(placement: int) -> None:
    places = PLACES[placement].tolist()
    cards = ",".join(str(place + 1) for place in places)
    table = played(f"hands={cards},30/-", "claim " + " ".join(map(pocket_name, places)))
    steps = dance(table.view())
    assert set(steps) == {pocket_name(place) for place in places}
    assert steps[0] == steps[-1]
    for here, there in pairwise(steps):
        assert abs(ord(here[0]) - ord(there[0])) + abs(int(here[1]) - int(there[1])) == 1


@pytest.mark.rule("TD28")
def test_the_ending_tells_winner_pattern_and_pockets_and_nobody_dances_before() -> None:
    assert dance(read("hands=1,2,3,4,30/-").view()) == ()
    table = played("turns=5 hands=1,2,5,6,30/-", "claim A1 B1 A2 B2")
    assert table.result is not None
    assert table.result.reason == "Red won with pattern 2 on A1 B1 A2 B2 in round 3"
    assert table.result.breakdown == ({"game won": 1}, {"game won": 0})
    assert KERNEL.payoff(table.state) == (1.0, 0.0)
    assert GAME.words.seat_name(0) == "Red"
