"""Playing from memory changes what people are shown, and nothing else (TD30)."""

import pytest

import tetracade
from tests.games.tetrad.tables import GAME, KERNEL, played, read
from tetracade.cli import play as terminal
from tetracade.table.narration import since_own_turn

LINE = "memory=on hands=1,2,3,21,30/5,6,7,8/9,10,11,12 known=21/5 discard=18,19"


@pytest.mark.rule("TD30")
def test_the_drawing_lists_no_known_cards_until_the_game_is_over() -> None:
    assert "known: SERPENT" not in read(LINE).drawing(2)
    assert "known" not in read(LINE).drawing(2)
    assert "known: GREAT FISH" in read(LINE.replace("memory=on ", "")).drawing(2)
    over = played(LINE.replace("1,2,3,21,30", "1,2,3,4,30").replace("known=21/5", "known=-/5"), "claim A1 B1 C1 D1")
    assert "known: TOWER OF BABEL" in over.drawing(2)


@pytest.mark.rule("TD30")
def test_dangers_told_from_known_cards_are_for_those_who_are_shown_them() -> None:
    line = "hands=17,18,19,20,30/1,2,3,30 known=-/1,2,3"
    assert [mark.place for mark in GAME.dangers(read(line).view(0))][:1] == ["pocket:D1"]
    assert GAME.dangers(read(f"memory=on {line}").view(0)) == ()


@pytest.mark.rule("TD30")
def test_views_offers_and_ratings_are_the_same_as_without() -> None:
    with_it, without = read(LINE), read(LINE.replace("memory=on ", ""))
    for seat in range(-1, 3):
        seen, usual = with_it.view(seat).as_dict(), without.view(seat).as_dict()
        assert (seen.pop("memory"), usual.pop("memory")) == (1, 0)
        assert seen == usual
    assert with_it.legal_ids(0) == without.legal_ids(0)
    legal = with_it.legal_ids(0)
    assert KERNEL.rate(with_it.state, 0, legal) == KERNEL.rate(without.state, 0, legal)
    assert with_it.observe(1).tobytes() == without.observe(1).tobytes()


@pytest.mark.rule("TD30")
def test_a_position_and_a_record_keep_the_option() -> None:
    table = tetracade.new("tetrad", seats=2, seed=4, memory=True)
    assert tetracade.replay(table.record()) == table
    assert "memory=on" in table.position()
    assert tetracade.position("tetrad", table.position()).options["memory"] is True
    assert "memory=off" in tetracade.new("tetrad", seats=2, seed=4).position()


@pytest.mark.rule("TD30")
def test_the_story_goes_back_to_the_end_of_one_s_own_last_turn() -> None:
    table = read("memory=on phase=taking hands=1,2,3,21/5,6,7,8/9,10,11,12 discard=18,19", "22", "23", "24", "25")
    for action in ("draw", "discard 22", "draw", "discard 23", "draw", "discard 24"):
        table.play(action)
    assert table.story(0, since_own_turn(table, 0)) == [
        "Blue draws from the draw pile",
        "Blue gets a card",
        "Blue discards SHEPHERD'S CROOK",
        "Green draws from the draw pile",
        "Green gets a card",
        "Green discards CAMEL",
    ]
    assert table.story(2, since_own_turn(table, 2)) == []
    table.play("draw")
    assert len(table.story(0, since_own_turn(table, 0))) == 8, "its present turn is told as well"
    assert since_own_turn(read(LINE), 0) == 0


@pytest.mark.rule("TD30")
def test_the_terminal_gives_no_hints_and_only_the_latest_story(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = read("memory=on phase=taking hands=1,2,3,21/5,6,7,8 discard=18,19", "22", "23", "24")
    table.options = {**table.options, "memory": True}
    for action in ("draw", "discard 22", "draw", "discard 23"):
        table.play(action)
    typed = iter(["hint", "story", "help", "draw"])
    monkeypatch.setattr("tetracade.cli.play.console.input", lambda _: next(typed))
    assert terminal.ask(table, 0)
    printed = capsys.readouterr().out
    assert "You're playing from memory, so there are no hints." in printed
    assert "Blue discards SHEPHERD'S CROOK" in printed
    assert "Red discards" not in printed
    assert "what a strong player would do" not in printed
    assert "since your last turn" in printed


def test_only_that_switch_means_playing_from_memory() -> None:
    assert GAME.is_from_memory({"memory": True})
    assert not GAME.is_from_memory({"memory": False})
    assert [option.name for option in GAME.options if option.from_memory] == ["memory"]
