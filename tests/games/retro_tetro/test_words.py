"""Retro Tetro in words: notation, sentences, why-not, results, drawings, positions."""

import random
import re

import pytest
from rich.text import Text

import tetracade
from tests.games.retro_tetro.reading import ALL_CARDS, GAME, KERNEL, MEEPLE_POINTS, ended, read
from tetracade.engine.drawing import INDENT
from tetracade.engine.fields import View
from tetracade.engine.kernel import seats_of
from tetracade.games.retro_tetro.board import CAMPAIGN, CARDS_PLAYED

words = GAME.words
THIRD, SIXTH, SEVENTH, LAST = CAMPAIGN[2], CAMPAIGN[5], CAMPAIGN[6], CAMPAIGN[-1]


def test_every_action_and_outcome_has_a_notation_of_its_own() -> None:
    names = {words.notation(action) for action in range(GAME.actions)}
    assert len(names) == GAME.actions
    assert all(words.action_of(words.notation(action)) == action for action in range(GAME.actions))
    outcomes = {words.outcome_notation(outcome) for outcome in range(GAME.outcomes)}
    assert len(outcomes) == GAME.outcomes
    assert all(words.outcome_of(words.outcome_notation(outcome)) == outcome for outcome in range(GAME.outcomes))


def test_notation_is_read_kindly() -> None:
    assert words.action_of(" t2@c ") == words.action_of("T2@C")
    assert words.action_of("play:t2") == words.action_of("play:2T")
    assert words.outcome_of("card:T2") == words.outcome_of("card:2T")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("X1@A", "isn't an action"),
        ("T5@A", "shape T has stands 1 to 4"),
        ("O2@A", "shape O has one stand, 1"),
        ("T1@K", "isn't an action"),
        ("aside:P", "isn't an action"),
        ("play:TT", "isn't an action"),
        ("keep:9", "isn't an action"),
        ("", "isn't an action"),
    ],
)
def test_what_is_no_action_is_refused_with_help(wrong: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        words.action_of(wrong)


@pytest.mark.parametrize("wrong", ["first:5", "card:", "objective:0", "T1@A"])
def test_what_is_no_outcome_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="isn't an outcome"):
        words.outcome_of(wrong)


@pytest.mark.parametrize(
    ("line", "action", "text"),
    [
        ("played=IO", "I2@F", "drops an I on F1 F2 F3 F4 for 1 coin (its symbol)"),
        ("played=IO", "O1@A", "drops an O on A1 A2 B1 B2"),
        ("boards=O1@A,22@E played=IS", "S4@C", "drops an S on C1 C2 D2 D3 for 2 coins (its symbol, a half row)"),
        ("side=advanced played=3I", "32@C", "drops a straight three on C1 C2 C3 for 0 coins (a pink square gained)"),
        ("side=advanced coins=5 played=3I", "32@F", "drops a straight three on F1 F2 F3 for -2 coins (a hazard)"),
        ("side=advanced coins=0 played=IO", "I2@F", "drops an I on F1 F2 F3 F4 for 0 coins (its symbol, a hazard)"),
        ("aside=IIIIOOOO played=IO", "pay", "can't place a shape, pays 2 coins and has no piece to set aside"),
        (
            "boards=O1@B,O1@F,O1@I aside=IIII played=IO",
            "aside:O",
            "can't place a shape, pays 2 coins and sets an O aside",
        ),
        ("hands=2T,? phase=playing", "play:2T", "plays the card 2T (domino or T)"),
        ("hands=2T,? phase=playing", "play:?", "plays the card ? (any shape)"),
    ],
)
def test_sentences(line: str, action: str, text: str) -> None:
    table = read(line)
    assert table.play(action).text == text


def test_pink_squares_in_words() -> None:
    table = read("boards=32@C,I2@G,I2@G side=advanced played=3I")
    table.play("31@H")
    texts = {action.notation: action.text for action in table.legal()}
    assert texts["P@G"] == "drops a pink square on G9 for 3 coins (a pink space)"
    assert texts["P@A"] == "drops a pink square on A1"
    assert texts["done"] == "drops no pink square"


@pytest.mark.parametrize(
    ("line", "action", "rule", "reason", "places"),
    [
        ("phase=lot boards=-/-", "I1@A", "RT6", "Who plays the first card hasn't been drawn yet.", ()),
        ("phase=objectives boards=-/-", "I1@A", "RT5", "Objectives are being dealt.", ()),
        ("phase=dealing boards=-/-", "I1@A", "RT6", "Cards are being dealt.", ()),
        (
            "phase=keeping boards=-/- dealt=1,2/3,4 objectives=yes",
            "keep:3",
            "RT5",
            "Objective 3 isn't one of the two you were dealt.",
            ("objective:3",),
        ),
        (
            "phase=keeping boards=-/- dealt=1,2/3,4 objectives=yes",
            "play:23",
            "RT5",
            "First everyone keeps an objective; then the cards are dealt.",
            (),
        ),
        (
            "phase=keeping boards=-/- dealt=1,2/3,4 objectives=yes wait=2 kept=1/-",
            "keep:2",
            "RT5",
            "You've already kept an objective.",
            ("objective:2",),
        ),
        (
            "boards=-/- objectives=yes kept=1/2 played=23",
            "keep:1",
            "RT5",
            "Objectives are chosen before the cards are dealt, and you keep yours.",
            ("objective:1",),
        ),
        (
            "phase=playing first=2 hands=23,2V/2I,2O boards=-/-",
            "I1@A",
            "RT7",
            "No card is in play yet. Player 2 plays one first.",
            (),
        ),
        ("played=?", "aside:T", "RT11", "You can place a shape from the card, so you must.", ("aside:T",)),
        ("played=23", "T1@A", "RT7", "The card shows domino and straight three, not T.", ("shape:T",)),
    ],
)
def test_why_not(line: str, action: str, rule: str, reason: str, places: tuple[str, ...]) -> None:
    refusal = words.why_not(_view(line), 0, words.action_of(action))
    assert (refusal.rule, refusal.reason, refusal.places) == (rule, reason, places)


def _view(line: str) -> View:
    state = KERNEL.states()
    words.read_position(state[0], line)
    return KERNEL.view(state[0], 0)


def test_every_action_that_is_not_legal_is_refused_and_none_that_is() -> None:
    pick = random.Random(6)
    for advanced in (False, True):
        table = tetracade.new("retro_tetro", seats=2, seed=pick.randrange(99), advanced=advanced)
        while not table.over:
            seat = pick.choice(table.acting)
            legal = KERNEL.legal(table.state, seat)
            if pick.random() < 0.15:
                for action in range(GAME.actions):
                    refusal = table.why_not(action, seat)
                    assert (refusal is None) == (action in legal)
            table.play(pick.choice(legal), seat)


@pytest.mark.rule("RT22")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "level=6 coins=10 boards=32@B,32@E,P@J",
            f"level 6 is failed: 19 of {SIXTH.points} points ({SIXTH.points - 19} short), "
            f"4 of {SIXTH.least['meeples']} visible meeples ({SIXTH.least['meeples'] - 4} short), "
            f"10 of {SIXTH.least['coins']} coins ({SIXTH.least['coins'] - 10} short)",
        ),
        (
            "level=7 coins=16 boards=I2@A,I2@A,22@A",
            f"level 7 is failed: 36 of {SEVENTH.points} points ({SEVENTH.points - 36} short), "
            "1 too many gold squares covered (1, at most 0)",
        ),
        (
            "level=3 coins=30",
            f"level 3 is passed: {30 + MEEPLE_POINTS} points ({THIRD.points} needed), "
            f"at most {THIRD.most['columns']} columns above the green line, 0 so far",
        ),
        (
            "level=1 coins=30",
            "level 1 is failed: 0 of 2 separate places where the same two shapes touch (2 short)",
        ),
        (
            "level=12 coins=70 boards=O1@A,O1@C,22@E,O1@F,O1@H,22@J",
            f"level 12 is passed: {69 + MEEPLE_POINTS} points ({LAST.points} needed), "
            f"70 coins ({LAST.least['coins']} needed), 2 full rows (2 needed)",
        ),
    ],
)
def test_a_solo_result_says_what_was_missed_and_by_how_much(line: str, reason: str) -> None:
    result = ended(line).result
    assert result is not None
    assert result.reason == f"all {CARDS_PLAYED} cards have been played; {reason}"


@pytest.mark.rule("RT24")
def test_a_level_says_what_it_asks_for_and_how_far_one_is_while_it_is_played() -> None:
    table = read("level=6 coins=10 boards=32@B,32@E,P@J")
    said = ("19 of 45 points", "4 of 5 visible meeples", "10 of 12 coins")
    assert GAME.aims(table.view(0)) == said
    assert f"level 6 asks for: {', '.join(said)}" in table.drawing(0)
    assert GAME.aims(read("boards=-").view(0)) == ()


def test_a_drawing_shows_boards_printed_squares_and_the_own_hand() -> None:
    table = read("boards=I2@A,O1@C/T1@D side=advanced hands=2T/SL,? played=IO objectives=yes kept=3/4")
    drawn = Text.from_markup(table.drawing(0)).plain.splitlines()
    assert drawn[0].split() == ["Player", "1", "Player", "2"]
    rows = {int(line.split()[0]): line for line in drawn if re.match(r" ?\d+ ", line)}
    assert rows[1].split()[1:11] == list("I.OO.I...a")
    assert rows[3].split()[1:11] == list("Icp.d..2..")
    assert rows[9].split()[1:11] == list("--L---pT--")
    assert rows[2].split()[12:22] == list("--STTT----")
    assert any(line.strip().startswith("────") for line in drawn)
    seats = "\n".join(drawn).replace(f"\n{INDENT}", " ").splitlines()
    assert any("cards 2T," in line and "objective 3" in line for line in seats)
    assert any("Player 2" in line and "2 cards" in line and "objective" not in line for line in seats)
    assert drawn[-1] == f"  card in play: IO (I or O) (1 of {CARDS_PLAYED})"
    assert "cards 2T" not in table.drawing(1)


@pytest.mark.parametrize("level", [0, 10])
def test_a_position_holds_the_whole_state(level: int) -> None:
    pick = random.Random(level)
    for seed in range(6):
        seats = 1 if level else seed % 4 + 1
        table = tetracade.new("retro_tetro", seats=seats, seed=seed, advanced=bool(seed % 2), level=level)
        while not table.over:
            seat = pick.choice(seats_of(KERNEL.acting(table.state)))
            table.play(pick.choice(KERNEL.legal(table.state, seat)), seat)
            if pick.random() < 0.1:
                other = KERNEL.states()[0]
                words.read_position(other, table.position())
                assert other.tobytes() == table.state.tobytes()


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("boards=I1@H played=23", "past column J"),
        ("boards=I2@A,I2@A,I2@A,P@A played=23", "out of the top"),
        (f"boards={','.join(['P@A,P@C,P@E'] * 10)} played=23", "28 drops"),
        ("hands=2V,2I played=23", "one while a card of it is in play"),
        ("hands=2V,2I,2O phase=playing", "a hand has two cards"),
        ("seats=5 played=23", "1 to 4 seats"),
        ("seats=3 boards=-/- played=23", "a board for each"),
    ],
)
def test_a_line_that_is_no_position_is_refused(line: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        words.read_position(KERNEL.states()[0], line)


def test_every_card_has_a_name_that_is_read_back() -> None:
    assert {words.notation(words.action_of(f"play:{card}")) for card in ALL_CARDS} == {
        f"play:{card}" for card in ALL_CARDS
    }
