"""Notation, sentences, touches, drawings, and a reason for whatever is refused."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tetracade
from tests.games.tetrad.tables import GAME, KERNEL, STAR, claim_with_free_space, played, read, refused, row_but, row_of
from tests.suites.every import begun, set_ups, walk
from tetracade.engine.kernel import seats_of
from tetracade.games.tetrad.board import FREE_SPACES
from tetracade.games.tetrad.state import ACTIONS, OUTCOMES

WORDS = GAME.words


def test_every_action_and_outcome_has_a_notation_of_its_own() -> None:
    assert [WORDS.action_of(WORDS.notation(action)) for action in range(ACTIONS)] == list(range(ACTIONS))
    assert [WORDS.outcome_of(WORDS.outcome_notation(outcome)) for outcome in range(OUTCOMES)] == list(range(OUTCOMES))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Claim d1 c1 B1 a1", "claim A1 B1 C1 D1"),
        ("claim d1 *c2 b1 c1", "claim B1 C1 D1 *C2"),
        ("choose 4,2", "choose 2+4"),
        ("discard Burning Bush", "discard 10"),
        ("discard roman-soldier", "discard 30"),
        ("discard JOSEPHS-COAT", "discard 8"),
        ("use swap-two c3 and a1", "use swap-two A1 C3"),
        ("use skip BLUE", "use skip blue"),
        ("DRAW", "draw"),
    ],
)
def test_notation_is_read_generously(said: str, meant: str) -> None:
    assert WORDS.notation(WORDS.action_of(said)) == meant


@pytest.mark.parametrize(
    "said",
    [
        "",
        "fly",
        "discard",
        "discard 31",
        "use",
        "use free-space A1",
        "claim A1 B1 C1",
        "choose 6",
        "place E5",
        "take 17",
    ],
)
def test_what_is_no_action_is_refused_with_a_sentence(said: str) -> None:
    with pytest.raises(ValueError, match="isn't a"):
        WORDS.action_of(said)
    with pytest.raises(ValueError, match="isn't an outcome"):
        WORDS.outcome_of(said)


@pytest.mark.parametrize(
    ("line", "action", "text"),
    [
        (
            "phase=choosing patterns=- hands=-/-",
            "choose 2+4",
            "chooses patterns 2 + 4: 33 ways to win, level 14 of 19, suggested for 2 players",
        ),
        (
            "phase=choosing patterns=- hands=-/-/-/-",
            "choose 1+2",
            "chooses patterns 1 + 2: 17 ways to win, level 17 of 19",
        ),
        (
            "phase=choosing patterns=- hands=-/-",
            "choose 1",
            "chooses pattern 1: 8 ways to win, level 19 of 19, suggested for 2 players",
        ),
        ("phase=taking hands=1,2,3,4/- discard=17", "take", "takes HARP from the discard pile"),
        ("phase=taking hands=1,2,3,4/- discard=17", "draw", "draws from the draw pile"),
        ("hands=1,2,3,4,the-bomb/-", "discard 3", "discards ARK"),
        ("hands=1,2,3,4,the-bomb/-", "discard the-bomb", "discards THE BOMB unused"),
        ("hands=1,2,3,4,the-bomb/-", "use the-bomb", "uses THE BOMB: the board is laid out again"),
        ("hands=1,2,3,4,swap-two/-", "use swap-two A1 C3", "uses SWAP TWO: A1 and C3"),
        ("hands=1,2,3,4,skip/-", "use skip blue", "uses SKIP: Blue misses a turn"),
        ("hands=1,2,3,4,blocker/-", "use blocker C1", "uses BLOCKER on C1, over ARK"),
        (
            "hands=1,2,3,4,panel-swap/-",
            "use panel-swap",
            "uses PANEL SWAP: the left and right panels change places",
        ),
        (
            "hands=1,2,3,4,corner-rotation/-",
            "use corner-rotation",
            "uses CORNER ROTATION: the corners move counter-clockwise",
        ),
        (
            "hands=1,2,3,4,new-gameboard-card/-",
            "use new-gameboard-card",
            "uses NEW GAMEBOARD CARD: a card is turned up",
        ),
        (
            "phase=placing used=new-gameboard-card up=20 hands=1,2,3,4/- board=1,2,3b,4/5,6,7,8/9,10,11,12/13,14,15,16",
            "place C1",
            "places LION on C1, over BLOCKER",
        ),
        ("phase=used used=the-bomb hands=1,2,3,30/-", "discard used", "discards THE BOMB after using it"),
        ("phase=skipped skips=red hands=1,2,3,4/-", "discard held-skip", "discards the SKIP and misses the turn"),
        ("hands=1,2,5,6,30/-", "claim A1 B1 A2 B2", "claims A1 B1 A2 B2: pattern 2"),
        (
            f"hands={row_but(STAR)},free-space,30/-",
            claim_with_free_space(STAR),
            f"claims {' '.join(row_of(STAR))} with FREE SPACE on {STAR}: pattern 1",
        ),
    ],
)
@pytest.mark.rule("TD15")
def test_what_is_announced(line: str, action: str, text: str) -> None:
    offers = {offer.notation: offer for offer in read(line).legal()}
    assert offers[action].text == text


@pytest.mark.parametrize(
    ("phase", "rule"),
    [
        ("lot", "TD11"),
        ("laying", "TD7"),
        ("dealing", "TD10"),
        ("flipping", "TD10"),
        ("reflipping", "TD16"),
        ("drawing", "TD13"),
        ("turning-up", "TD23"),
    ],
)
def test_nobody_acts_while_something_is_drawn(phase: str, rule: str) -> None:
    state = KERNEL.states()[0]
    WORDS.read_position(state, f"phase={phase} hands=1,2,3,4/5,6,7,8")
    assert WORDS.why_not(KERNEL.view(state, 0), 0, WORDS.action_of("draw")).rule == rule


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_touches_never_leave_a_choice_open(seed: int) -> None:
    """No legal action's touches begin with all of another's, so that the last touch decides."""
    pick = random.Random(seed)
    kernel, state = begun(GAME, pick.choice(set_ups(GAME)))
    for step in walk(kernel, state, pick, 250):
        if step.seat >= 0:
            made = sorted(WORDS.touches(action) for action in step.choices)
            for one, other in pairwise(made):
                assert other[: len(one)] != one


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=8)
def test_a_position_reads_back_to_the_byte(seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(GAME, pick.choice(set_ups(GAME)))
    for _ in walk(kernel, state, pick, 400):
        if pick.random() < 0.05:
            other = kernel.states()[0]
            WORDS.read_position(other, WORDS.position(state))
            assert other.tobytes() == state.tobytes()


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=8)
def test_a_reason_names_a_prohibition_that_holds(seed: int) -> None:
    """No refusal falls through to the last resort, and every one is a sentence that cites a rule."""
    pick = random.Random(seed)
    kernel, state = begun(GAME, pick.choice(set_ups(GAME)))
    for step in walk(kernel, state, pick, 200):
        if step.seat < 0 or pick.random() > 0.1:
            continue
        legal = set(step.choices)
        view = kernel.view(state, step.seat)
        assert seats_of(kernel.acting(state)) == (step.seat,)
        for action in pick.sample(range(ACTIONS), 150):
            if action not in legal:
                refusal = WORDS.why_not(view, step.seat, action)
                assert refusal.rule.startswith("TD")
                assert refusal.reason.endswith(".")


@pytest.mark.parametrize(
    ("line", "action", "rule", "places"),
    [
        ("phase=taking hands=1,2,3,4/- discard=skip", "take", "TD13", ("discard",)),
        (
            "board=1,2b,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,2,3,4,30/-",
            "claim A1 B1 C1 D1",
            "TD18",
            ("pocket:B1",),
        ),
        (
            "hands=1,2,5,6,30/- patterns=1",
            "claim A1 B1 A2 B2",
            "TD8",
            tuple(f"pocket:{p}" for p in ["A1", "B1", "A2", "B2"]),
        ),
        ("hands=1,2,5,6,30/-", "discard 9", "TD14", ("hand:9",)),
        ("hands=1,2,5,6,30/-", "use the-bomb", "TD15", ("hand:the-bomb",)),
    ],
)
def test_a_refusal_names_the_places_concerned(line: str, action: str, rule: str, places: tuple[str, ...]) -> None:
    refusal = read(line).why_not(action, 0)
    assert refusal is not None
    assert (refusal.rule, refusal.places) == (rule, places)


def test_the_drawing_shows_board_piles_seats_and_the_own_hand() -> None:
    table = read(
        "board=1.20b,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=2,3,9,skip/5,6,7,8 known=2/- skips=blue discard=21,17 "
        "phase=taking patterns=2+4"
    )
    drawing = table.drawing(0)
    assert f"{'*' if 'A1' in FREE_SPACES else ''}#+1 20 LION" in drawing
    assert "under A1: FORBIDDEN FRUIT\n" in drawing
    assert "[bold]2 SERPENT" in table.drawing(0, markup=True)
    assert "patterns 2+4 (33 ways)" in drawing
    assert "gameboard pile 13: HARP, " in drawing
    assert "LION, " not in drawing, "it is on the board"
    assert "discard pile 2, on top HARP" in drawing
    assert " > Red: 4 cards; known: SERPENT" in drawing
    assert "Blue: 4 cards; holds a SKIP; dealer" in drawing
    assert "your hand: 2 SERPENT, 3 ARK, 9 BASKET IN THE REEDS, SKIP" in drawing
    assert "your hand" not in table.drawing()


def test_a_record_tells_every_action_and_outcome_and_replays() -> None:
    table = tetracade.new("tetrad", seats=2, seed=4, deals="blue")
    table.play("choose 1+2+3+4+5")
    table.play("draw")
    text = table.record()
    assert "* board " in text
    assert "1 choose 1+2+3+4+5" in text
    assert tetracade.replay(text).state.tobytes() == table.state.tobytes()


def test_after_the_end_everything_is_refused_with_the_reason() -> None:
    over = played("hands=1,2,3,4,30/-", "claim A1 B1 C1 D1")
    for action in ("draw", "discard 1", "claim A1 B1 C1 D1"):
        assert refused(over, action, 0)[0] == "TD26"
