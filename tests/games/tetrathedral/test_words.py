"""Tetrathedral in words: notation, sentences, why-not, drawings, positions."""

import json
import random
import re

import pytest
from rich.text import Text

import tetracade
from tests.games.tetrathedral.reading import GAME, KERNEL, Rolls, read
from tests.games.tetrathedral.test_rules import AWAY, HOME, rolled
from tetracade import IllegalAction, NotYourTurn
from tetracade.games.tetrathedral.board import NAMES
from tetracade.games.tetrathedral.state import OUT

WORDS = GAME.words


def refused(line: str, move: str, seat: int = 0) -> tuple[str, str, tuple[str, ...]]:
    """The rule, the reason and the places that the table gives for not allowing the move."""
    refusal = read(line).why_not(move, seat)
    assert refusal is not None
    return refusal.rule, refusal.reason, refusal.places


@pytest.mark.parametrize("action", [0, 5 * 96 + 17, 95 * 96 + 3, OUT * 96 + 2, GAME.actions - 1])
def test_a_move_reads_back_as_written(action: int) -> None:
    assert WORDS.action_of(WORDS.notation(action)) == action


def test_a_capture_may_be_written_with_an_x() -> None:
    assert WORDS.action_of("H4xE5") == WORDS.action_of("H4-E5") == WORDS.action_of(" h4-e5 ")
    assert WORDS.notation(WORDS.action_of("@a3")) == "@A3"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("H4", "isn't a move"),
        ("H4-", "isn't a move"),
        ("A3@", "isn't a move"),
        ("H٤-E5", "isn't a move"),
        ("H4-I5", "I5 is off the board: rows are A to H"),
        ("H4-A10", "A10 is off the board: row A is A1 to A9"),
        ("@D0", "D0 is off the board: row D is D1 to D15"),
        ("H04-E5", "H04 is off the board"),
    ],
)
def test_what_is_no_move_is_refused_with_a_sentence(written: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        WORDS.action_of(written)


def test_every_outcome_reads_back_as_written() -> None:
    assert WORDS.outcome_notation(5) == "roll 6"
    for outcome in range(GAME.outcomes):
        assert WORDS.outcome_of(WORDS.outcome_notation(outcome)) == outcome


@pytest.mark.parametrize("written", ["roll 9", "roll 0", "roll-off 3-3", "6", "roll-off 9-1"])
def test_what_is_no_outcome_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="isn't an outcome"):
        WORDS.outcome_of(written)


def test_the_story_tells_the_roll_off_the_rolls_and_the_moves() -> None:
    dealer = tetracade.RecordedDealer(
        [WORDS.outcome_of(said) for said in ("roll-off 5-3", "roll 3", "roll 8", "roll 1")]
    )
    table = tetracade.new("tetrathedral", dealer=dealer)
    table.play("H4-E7")
    table.play("A4xE7")
    assert table.story() == [
        "Red rolls 5 and Blue 3: Red moves first",
        "Red rolls 3",
        "Red moves H4-E7",
        "Blue rolls 8",
        "Blue moves A4xE7 and captures Red's pawn",
        "Red rolls 1",
    ]
    assert "0 H4-E7\n" in table.record()
    assert tetracade.replay(table.record()).position() == table.position()


def test_a_record_with_an_x_for_a_capture_replays() -> None:
    head = "tetracade 1\ngame tetrathedral 1\nseats 2\noption starter=red\n"
    table = tetracade.replay(f"{head}* roll 3\n0 H4-E7\n* roll 4\n1 A4xE7\n* roll 1\n")
    assert table.state.in_play.tolist() == [7, 8]


@pytest.mark.rule("TH8", "TH9")
def test_re_entry_and_the_winning_move_are_told() -> None:
    assert "re-enters on H5" in [action.text for action in read("red=E8 blue=A1 act=red roll=8").legal()]
    table = read("red=E7,E9,F7,D8 blue=E8 act=red roll=1")
    assert table.play("D8-E8").text == "moves D8xE8, captures Blue's pawn and completes a formation"
    lone = read("red=E7,E8,E9,F7 blue=A1 act=red roll=1")
    assert lone.play("F7-F8").text == "moves F7-F8"


@pytest.mark.rule("TH4")
def test_a_forfeit_is_told_with_its_roll() -> None:
    view = read("red=H5 blue=G6 act=red").view()
    assert WORDS.outcome_text(view, 6) == "Red rolls 7, can't move any pawn and forfeits the roll"
    assert WORDS.outcome_text(view, 0) == "Red rolls 1"
    view = read("red=- blue=G6 act=red").view()
    assert WORDS.outcome_text(view, 4) == "Red rolls 5 with no pawn in play and forfeits the roll"
    assert WORDS.outcome_text(view, 7) == "Red rolls 8"


def test_nothing_is_hidden() -> None:
    with pytest.raises(ValueError, match="nothing in this game is hidden"):
        WORDS.hidden_text(read("red=H5 blue=G6 act=red").view(), 0)


def test_a_move_is_made_by_touching_the_pawn_or_those_out_of_play_then_the_space() -> None:
    touches = {action.notation: action.touches for action in read("red=E8 blue=A1 act=red roll=8").legal()}
    assert touches["E8-E11"] == ("E8", "E11")
    assert touches["@H5"] == ("out", "H5")


@pytest.mark.rule("TH9", "TH10")
def test_nothing_is_allowed_after_the_end() -> None:
    assert refused("red=H1 blue=A1 act=won:blue", "H1-H2")[:2] == (
        "TH9",
        "The game is over: Blue completed a formation.",
    )
    assert refused("red=H1 blue=A1 act=drawn:blue rolls=1000", "H1-H2")[:2] == (
        "TH10",
        "The game is over: it's a draw after 1000 rolls.",
    )


@pytest.mark.rule("TH3")
def test_nobody_moves_before_the_roll_or_out_of_turn() -> None:
    assert refused("red=H1 blue=A1 act=roll-off", "H1-H2")[:2] == ("TH3", "The roll-off comes first.")
    assert refused("red=H1 blue=A1 act=red", "H1-H2")[:2] == ("TH3", "The die hasn't been rolled yet.")
    assert refused("red=H1 blue=A1 act=blue roll=1", "H1-H2")[:2] == ("TH3", "It's Blue's turn.")
    with pytest.raises(NotYourTurn):
        read("red=H1 blue=A1 act=blue roll=1").play("H1-H2", seat=0)


@pytest.mark.rule("TH4")
def test_a_pawn_of_ones_own_is_needed() -> None:
    assert refused("red=E8 blue=A1 act=red roll=1", "E6-E7") == ("TH4", "You have no pawn on E6.", ("E6",))
    assert refused("red=E8 blue=A1 act=red roll=1", "A1-A2") == ("TH4", "You have no pawn on A1.", ("A1",))


@pytest.mark.rule("TH4", "TH6")
@pytest.mark.parametrize("roll", [1, 8])
def test_a_pawn_that_moves_leaves_its_space(roll: int) -> None:
    assert refused(f"red=E8 blue=A1 side=1 act=red roll={roll}", "E8-E8")[:2] == (
        "TH4",
        "Move the pawn to another space.",
    )


@pytest.mark.rule("TH5")
def test_what_is_not_a_straight_line_is_said() -> None:
    assert refused("red=E8 blue=A1 act=red roll=2", "E8-D1") == (
        "TH5",
        "No straight line leads from E8 to D1.",
        ("E8", "D1"),
    )
    assert refused("red=E8 blue=A1 lines=strips act=red roll=1", "E8-D8")[:2] == (
        "TH5",
        "This table moves along strips only, and no strip joins E8 and D8.",
    )


@pytest.mark.rule("TH4")
def test_a_wrong_distance_is_said() -> None:
    assert refused("red=E8 blue=A1 act=red roll=3", "E8-E10") == (
        "TH4",
        "E10 is 2 spaces from E8; you rolled 3 and must move all of it.",
        ("E8", "E10"),
    )
    assert refused("red=E8 blue=A1 act=red roll=3", "E8-E9")[1].startswith("E9 is 1 space from E8;")


@pytest.mark.rule("TH4")
def test_a_line_that_leaves_the_board_is_said() -> None:
    assert refused("red=E8 blue=A1 act=red roll=5", "E8-C7") == (
        "TH4",
        "From E8 through C7 the board ends after 4 spaces, and you rolled 5.",
        ("E8", "C7"),
    )
    strips = "red=D1 blue=A1 lines=strips act=red roll=7"
    assert refused(strips, "D1-D2")[1] == "D2 is 1 space from D1; you rolled 7 and must move all of it."


@pytest.mark.rule("TH4")
@pytest.mark.parametrize(("where", "whose"), [("red=E8,E10 blue=A1", "Red"), ("red=E8 blue=E10", "Blue")])
def test_the_pawn_in_the_way_is_named(where: str, whose: str) -> None:
    assert refused(f"{where} act=red roll=3", "E8-E11") == (
        "TH4",
        f"{whose}'s pawn on E10 is in the way.",
        ("E8", "E10", "E11"),
    )


@pytest.mark.rule("TH4")
def test_an_own_pawn_at_the_end_is_named() -> None:
    assert refused("red=E8,E11 blue=A1 act=red roll=3", "E8-E11") == (
        "TH4",
        "You already have a pawn on E11.",
        ("E8", "E11"),
    )


@pytest.mark.rule("TH8")
def test_why_a_pawn_may_not_re_enter() -> None:
    for line, move, said in (
        ("red=E8 blue=A1 act=red roll=7", "@H5", "Only an 8 lets a pawn re-enter, and you rolled 7."),
        ("red=E8 blue=A1 side=1 act=red roll=8", "@H5", "All your pawns are in play."),
        ("red=E8 blue=A1 act=red roll=8", "@E9", "Pawns re-enter on the outer ring, and E9 isn't on it."),
        (
            "red=E8 blue=A1 act=red roll=8",
            "@A1",
            "Blue has a pawn on A1. Re-enter on an empty space: you can't capture there.",
        ),
        (
            "red=H5 blue=A1 act=red roll=8",
            "@H5",
            "Red has a pawn on H5. Re-enter on an empty space: you can't capture there.",
        ),
    ):
        assert refused(line, move)[:2] == ("TH8", said)


@pytest.mark.rule("TH8")
def test_why_an_8_with_a_pawn_out_of_play_moves_8_at_most() -> None:
    assert refused("red=D1 blue=A1 side=2 act=red roll=8", "D1-D10")[:2] == (
        "TH8",
        "D10 is 9 spaces from D1. With a pawn out of play, an 8 moves at most 8.",
    )


def test_every_illegal_action_of_a_melee_is_refused_for_a_reason_that_holds() -> None:
    where = "red=B5,C8,D4,D9,E8,F3,F10,G6 blue=B6,C6,D7,D8,E5,E9,E12,F7"
    for roll, side in ((1, 8), (4, 8), (8, 8), (8, 9)):
        table = read(f"{where} side={side} act=red roll={roll}")
        legal = {action.id for action in table.legal()}
        view = table.view(0)
        for action in range(GAME.actions):
            if action not in legal:
                refusal = WORDS.why_not(view, 0, action)
                assert refusal.rule in {"TH4", "TH5", "TH8"}
                if "already" in refusal.reason or "in the way" in refusal.reason:
                    assert any(place in where for place in refusal.places[1:])


def test_an_illegal_move_raises_with_the_rule() -> None:
    with pytest.raises(IllegalAction, match="in the way") as caught:
        read("red=E8,E10 blue=A1 act=red roll=3").play("E8-E11")
    assert caught.value.rule == "TH4"


def plain(line: str) -> list[str]:
    """The drawing's lines as a terminal without colours shows them."""
    return Text.from_markup(WORDS.drawing(read(line).view())).plain.split("\n")


def test_the_drawing_shows_every_triangle_with_its_number_or_its_pawn() -> None:
    lines = plain(f"red={HOME} blue={AWAY} act=red roll=6")
    assert lines[1:4] == [
        r"              /\    /\    /\    /\    /\ ".rstrip(),
        r" A           /B \B /B \B /5 \B /B \B /B \ ".rstrip(),
        r"            /____\/____\/____\/____\/____\ ".rstrip(),
    ]
    assert lines[11] == " D  /1 \\2 /3 \\4 /5 \\6 /7 \\8 /9 \\10/11\\12/13\\14/15\\"
    assert lines[14] == " E  \\1 /2 \\3 /4 \\5 /6 \\7 /8 \\9 /10\\11/12\\13/14\\15/"
    assert lines[23] == " H           \\R /R \\R /R \\5 /R \\R /R \\R /"
    assert lines[25:] == ["> Red: H1 H2 H3 H4 H6 H7 H8 H9; rolled 6", "  Blue: A1 A2 A3 A4 A6 A7 A8 A9"]
    assert max(map(len, lines)) <= 80


def test_the_drawing_tells_what_is_out_of_play_and_what_was_forfeited() -> None:
    assert plain("red=H5 blue=- act=blue roll=8 forfeited=7,0")[25:] == [
        "  Red: H5, 7 out of play; forfeited a 7",
        "> Blue: no pawn in play, 8 out of play; rolled 8",
    ]


def test_neighbours_in_the_drawing_are_neighbours_on_the_board() -> None:
    lines = plain("red=E8 blue=D8,F7 act=red roll=1")
    (at,) = [index for index in range(len(lines[14])) if lines[14][index] == "R"]
    assert lines[11][at] == "B"  # D8 is across the corner above E8
    assert lines[17][at] == "B"  # F7 is across the edge below


def test_positions_read_back_through_whole_games() -> None:
    pick = random.Random(4)
    for starter in ("roll-off", "blue"):
        table = tetracade.new("tetrathedral", seed=5, starter=starter, pawns=4)
        while not table.over and len(table.entries) < 300:
            table.play(pick.choice(table.legal()))
            other = KERNEL.states()
            WORDS.read_position(other[0], table.position())
            assert other[0].tobytes() == table.state.tobytes()


@pytest.mark.parametrize("act", ["roll-off", "red", "blue", "won:red", "won:blue", "drawn:red", "drawn:blue"])
def test_a_position_says_what_is_due(act: str) -> None:
    state = KERNEL.states()
    WORDS.read_position(state[0], f"red=H1 blue=- act={act}")
    assert f" act={act} " in WORDS.position(state[0])
    assert WORDS.position(state[0]).startswith("red=H1 blue=- side=8 lines=all ")


def test_the_end_says_whose_formation_it_was() -> None:
    table = rolled("red=A1 blue=E7,E9,F7,D8 act=blue", 1)
    table.play("D8-E8")
    assert table.result is not None
    assert table.result.breakdown == ({"the rival's formation": -1}, {"formation": 1})
    assert json.dumps(table.view().as_dict())


def test_an_ended_draw_has_no_formation() -> None:
    table = rolled("red=E8 blue=A1 act=red rolls=999", 3)
    table.play("E8-E11")
    assert table.result is not None
    assert table.result.breakdown == ({"formation": 0}, {"formation": 0})


def test_names_of_the_seats() -> None:
    assert [WORDS.seat_name(seat) for seat in range(2)] == ["Red", "Blue"]
    assert tetracade.new("tetrathedral", starter="blue", dealer=Rolls(1)).acting == (1,)
    assert NAMES[0] == "A1"
