"""What TETRAD says about how far people are, and why: from what each of them knows."""

import pytest

import tetracade
from tetracade.table.narration import reasons_for

TOP_ROW = "hands=1,2,3,4,20/17,18,19,21 step=1 patterns=1 discard=25"
THREE_KNOWN = "hands=2,3,14,blocker,20/5,6,7,21 known=-/5,6,7 step=1 patterns=1 discard=25"


def action(table: tetracade.Table, notation: str) -> int:
    return table.game.words.action_of(notation)


@pytest.mark.rule("TD26")
def test_ones_own_hand_says_how_many_cards_are_missing() -> None:
    table = tetracade.position("tetrad", TOP_ROW)
    assert table.game.progress(table.view(0)) == ["ready to claim", ""]


@pytest.mark.rule("TD26")
def test_who_has_won_is_not_told_to_claim() -> None:
    table = tetracade.position("tetrad", TOP_ROW)
    table.play(next(offer for offer in table.legal() if offer.notation.startswith("claim")))
    assert table.over
    assert table.game.progress(table.view(0))[0] == "won"


@pytest.mark.rule("TD26")
@pytest.mark.parametrize("claims", ["strict", "unannounced"])
def test_who_must_spot_a_win_is_told_only_which_cards_lie_on_the_board(claims: str) -> None:
    table = tetracade.position("tetrad", f"{TOP_ROW} claims={claims}")
    assert table.game.progress(table.view(0))[0] == "4 cards on the board"


@pytest.mark.rule("TD13")
def test_others_are_known_by_what_everyone_has_seen() -> None:
    table = tetracade.position("tetrad", THREE_KNOWN)
    assert table.game.progress(table.view(0))[1] == "known to hold 3 of a pattern"


@pytest.mark.rule("TD30")
def test_from_memory_nothing_is_said_about_others() -> None:
    table = tetracade.position("tetrad", f"{THREE_KNOWN} memory=on")
    assert table.view(0).memory
    assert table.game.progress(table.view(0))[1] == ""


@pytest.mark.rule("TD18")
def test_a_blocker_on_a_known_three_is_recommended_for_stopping_it() -> None:
    table = tetracade.position("tetrad", THREE_KNOWN)
    assert "stops Blue’s three" in reasons_for(table, 0, action(table, "use blocker D2"))
    assert not any("stops" in reason for reason in reasons_for(table, 0, action(table, "use blocker D4")))
