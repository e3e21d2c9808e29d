"""Foursome in words: what is announced, why not, the drawing."""

import re

import pytest

import tetracade
from tests.games.foursome.reading import GAME, KERNEL, pick, read
from tetracade import IllegalAction
from tetracade.engine.wording import counted
from tetracade.games.foursome.board import CHARACTER_KINDS, FOURSOMES_OF_MORE, KINDS, LINES
from tetracade.games.foursome.box import SPACES
from tetracade.games.foursome.state import ACTIONS, OUTCOMES


def texts(line: str) -> dict[str, str]:
    return {action.notation: action.text for action in read(line).legal()}


@pytest.mark.rule("FS11")
def test_what_is_played_is_announced_by_colour_and_name() -> None:
    assert texts("hands=RK,WILD/RA")["RK@A1"] == "plays Red, Kay Oss and puts a chip on A1"
    assert texts("hands=RK,WILD/RA")["WILD@B2"] == "plays WILD and puts a chip on B2"
    assert texts("hands=BP/RA names=rulebook") == {
        "BP@B1": "plays Black, Pete Zaria and puts a chip on B1",
        "BP@H7": "plays Black, Pete Zaria and puts a chip on H7",
    }


@pytest.mark.rule("FS8", "FS9")
def test_answers_are_said() -> None:
    got_it = "phase=got-it actor=1 called=RK hands=RK/RK read=RK/RK"
    assert texts(got_it)["RK@A1"] == "says “Got it!”, shows Red, Kay Oss and puts a chip on A1"
    asked = texts("phase=asked actor=1 called=RK hands=RK/STEAL")
    assert asked["NOPE"] == "says “Nope”"
    assert asked["STEAL@B8"] == "plays STEAL for Red, Kay Oss and puts a chip on B8"


def test_the_other_plays_are_said() -> None:
    assert texts("hands=REMOVE/RA blue=A1")["REMOVE@A1"] == "plays REMOVE and takes Player 2’s chip off A1"
    swap = texts("hands=SWAP-BLACK/RA amber=B1 blue=D1")["SWAP@B1-D1"]
    assert swap == "plays BLACK SWAP: the chip on B1 changes places with Player 2’s on D1"
    stuck = texts("hands=RK,STEAL/RA blue=A1,B8")
    assert stuck["DISCARD:STEAL"] == "can’t play a card and discards STEAL"
    assert stuck["REPLACE:RK"] == "shows that Red, Kay Oss is used, discards it and picks another card"
    take = texts("phase=take claim=C1 amber=A1,B1,C1,D1,E1")
    assert take["TAKE@A1-D1"] == "takes the foursome A1-D1"


def test_chips_go_by_who_plays_them_or_by_their_team() -> None:
    six = texts("seats=6 hands=REMOVE/RA/RB/RC/RD/RE clover=A1")
    assert six["REMOVE@A1"] == "plays REMOVE and takes Player 3’s team’s chip off A1"
    won = read(f"seats=6 hands=RK/RA/RB/RC/RD/RE amber=B1,C1,D1 foursomes={FOURSOMES_OF_MORE - 1},0,0")
    won.play("RK@A1")
    assert won.result is not None
    assert won.result.reason == f"Player 1’s team has {counted(FOURSOMES_OF_MORE, 'foursome')}"


@pytest.mark.rule("FS6", "FS7")
def test_a_picked_card_is_told_as_it_is_announced() -> None:
    table = read("hands=BP,BN/RA blue=C1,D4 amber=A1", picks="RQ RR")
    table.play("BP@B1")
    assert table.story(0)[-3:] == table.story(1)[-3:] == table.story()[-3:]
    assert table.story()[-2:] == [
        "Player 2 picks Red, Quinn Tuplet, which is used, discards it and picks again",
        "Player 2 picks a card and reads aloud: “Red, Rhoda Horse”",
    ]
    for names, special in (("house", "Joker card"), ("rulebook", "Major Woody")):
        table = read(f"names={names} hands=BP,BN/RA", picks="STEAL")
        table.play("BP@B1")
        assert table.story(0)[-1] == table.story()[-1] == f"Player 2 picks a card and says “I got a {special}”"
        assert table.story(1)[-1] == f"Player 2 picks a card and says “I got a {special}”: it’s STEAL"


@pytest.mark.rule("FS8")
def test_cards_picked_unannounced_are_told_to_their_owner_alone() -> None:
    table = read("phase=got-it actor=1 called=RK hands=RA,RK/RK read=RK/RK", picks="WILD")
    table.play("RK@A1")
    assert table.story(0)[-1] == "Player 2 picks a card to refill the hand"
    assert table.story(1)[-1] == "Player 2 picks WILD without announcing it"
    with pytest.raises(ValueError, match="always announced"):
        GAME.words.hidden_text(table.view(), 0)


@pytest.mark.rule("FS5")
def test_the_deal_is_told_to_each_alone() -> None:
    table = tetracade.new("foursome", seats=2, seed=4)
    assert re.fullmatch(r"Player [12] is drawn to go first", table.story()[0])
    first, second = table.story(0)[1:3], table.story(1)[1:3]
    assert sorted(line.endswith("is dealt a card") for line in first) == [False, True]
    assert [line.endswith("is dealt a card") for line in first] != [line.endswith("is dealt a card") for line in second]


@pytest.mark.rule("FS15")
def test_a_play_without_a_chip_says_so() -> None:
    chips = ",".join(f"{column}{row}x" for row in (1, 2, 3, 4) for column in "ABCDEFGH")
    assert texts(f"hands=RN/RA amber={chips}")["RN@E5"] == "plays Red, Nora Bone and has no chip left for E5"


@pytest.mark.rule("FS8", "FS9", "FS11")
def test_who_is_not_asked_is_told_who_is() -> None:
    for line, seat, rule, reason in (
        ("seats=3 hands=RK/RA/RB", 1, "FS11", "It’s Player 1’s turn to play a card."),
        ("seats=3 phase=asked actor=1 called=RK hands=RK/RA/RB", 2, "FS9", "Player 2 is being asked for a STEAL."),
        (
            "seats=3 phase=got-it actor=1 called=RK hands=RK/RK/RB",
            0,
            "FS8",
            "Player 2 has got it and places a chip first.",
        ),
    ):
        refusal = read(line).why_not("RK@A1", seat)
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == (rule, reason)


def test_nothing_can_be_done_while_cards_are_drawn() -> None:
    for phase, rule in (("lot", "FS5"), ("deal", "FS5"), ("pick", "FS6"), ("owed", "FS6")):
        assert GAME.words.why_not(read(f"phase={phase}").view(0), 0, 0).rule == rule


@pytest.mark.rule("FS8", "FS13", "FS14", "FS16")
@pytest.mark.parametrize(
    ("line", "action", "rule", "reason", "places"),
    [
        (
            "phase=got-it actor=1 active=0 called=RK hands=RK/RK amber=A1",
            "RK@A1",
            "FS8",
            "A1 is covered",
            ("space:A1",),
        ),
        ("phase=got-it actor=1 active=0 called=RK hands=RK/RK", "STEAL@A1", "FS8", "play it at once", ("card:RK",)),
        ("phase=asked actor=1 called=RK hands=RK/RA", "STEAL@A1", "FS9", "You hold no STEAL", ()),
        ("hands=RK/RA", "TAKE@A1-D1", "FS14", "no foursome to choose", ("line:A1-D1",)),
        ("hands=RK/RA", "DISCARD:WILD", "FS12", "don’t hold WILD", ("card:WILD",)),
        ("hands=RK/RA", "REPLACE:BP", "FS16", "don’t hold Black, Pete Zaria", ("card:BP",)),
        (
            "phase=take claim=C1 amber=A1,B1,C1,D1,E1x,F1x",
            "TAKE@C1-F1",
            "FS14",
            "More than one chip of C1-F1 is already locked",
            ("space:C1", "space:D1", "space:E1", "space:F1"),
        ),
    ],
)
def test_refusals_name_the_rule_and_the_places(
    line: str, action: str, rule: str, reason: str, places: tuple[str, ...]
) -> None:
    table = read(line)
    with pytest.raises(IllegalAction, match=reason) as caught:
        table.play(action)
    assert (caught.value.rule, caught.value.places) == (rule, places)


def test_every_illegal_action_of_a_position_is_refused_with_a_rule() -> None:
    chips = "amber=A1x,C1,E1 blue=G1,I1x,B1"
    for line in (
        f"hands=RK,WILD,REMOVE,SWAP-RED,BP/RA {chips}",
        f"hands=RK,STEAL,SWAP-BLACK/RA {chips}",
        f"phase=asked actor=1 called=RQ hands=RQ/STEAL {chips}",
        f"phase=got-it actor=1 called=RQ hands=RQ/RQ {chips}",
        "phase=take claim=C1 amber=A1,B1,C1,D1,E1x,F1x",
        "phase=over ended=deck",
    ):
        table = read(line)
        seat = table.acting[0] if table.acting else 0
        view, legal = table.view(seat), set(KERNEL.legal(table.state, seat)) if table.acting else set()
        for action in set(range(ACTIONS)) - legal:
            refusal = GAME.words.why_not(view, seat, action)
            assert re.fullmatch(r"FS\d+", refusal.rule)
            assert refusal.reason.endswith(".")


def test_every_action_and_outcome_is_written_in_its_own_way() -> None:
    names = [GAME.words.notation(action) for action in range(ACTIONS)]
    assert len(set(names)) == ACTIONS == 4 * SPACES + SPACES * SPACES // 2 + CHARACTER_KINDS + KINDS + 1 + LINES
    assert [GAME.words.action_of(name) for name in names] == list(range(ACTIONS))
    outcomes = [GAME.words.outcome_notation(outcome) for outcome in range(OUTCOMES)]
    assert [GAME.words.outcome_of(name) for name in outcomes] == list(range(OUTCOMES))
    assert GAME.words.action_of("a1") == GAME.words.action_of("rk@A1") == 0


@pytest.mark.parametrize("wrong", ["", "RK@A2", "SWAP@A1-B1", "WILD", "K1", "TAKE@A1-C1", "REPLACE:WILD"])
def test_what_is_no_notation_is_said_to_be_none(wrong: str) -> None:
    with pytest.raises(ValueError, match="isn't an action; write one like"):
        GAME.words.action_of(wrong)


def test_what_is_no_outcome_is_said_to_be_none() -> None:
    for wrong in ("RU", "first:9", "first", ""):
        with pytest.raises(ValueError, match="isn't an outcome"):
            GAME.words.outcome_of(wrong)


def test_the_drawing_tells_colours_and_locks_apart_without_colour() -> None:
    table = read("seats=3 hands=RK,BP/RA/WILD read=-/RA/- announced=0,0,1 amber=A1,C1x blue=B1")
    plain = table.drawing(0).splitlines()
    assert plain[1] == "1  RK a BP b RQ A BD . RI . BF . RA . BM . RS . BB ."
    assert "a = Amber: foursomes 0 of 2, chips left 30" in plain
    assert "> Player 1 (Amber): RK BP" in plain
    assert "  Player 2 (Blue): 1 card, known RA" in plain
    assert "  Player 3 (Clover): 1 card, known 1 special" in plain
    assert "K Kay Oss" in GAME.key(table.view(0))


def test_a_position_is_written_as_it_is_read() -> None:
    line = (
        "seats=3 names=rulebook steal=first phase=take ended=no active=0 actor=1 owing=1 called=RK claim=A1,C1 "
        "amber=B2,C2x blue=A1 clover=- damson=- foursomes=1,0,1,0 hands=RK*2,WILD/BP/- read=RK/-/- denied=-/RA,RB/- "
        "announced=1,0,0 deck=RC,WILD*2"
    )
    assert read(line).position() == line
    with pytest.raises(ValueError, match="aren't that many RK"):
        GAME.words.read_position(KERNEL.states()[0], "hands=RK,RK/RK")


def test_a_touch_leads_to_each_action() -> None:
    touches = {
        action.notation: action.touches
        for action in read("hands=RK,WILD,BP,SWAP-RED/RA amber=B1,H7,C1 blue=E1").legal()
    }
    assert touches["RK@A1"] == ("card:RK", "space:A1")
    assert touches["SWAP@C1-E1"] == ("card:SWAP-RED", "space:C1", "space:E1")
    assert touches["REPLACE:BP"] == ("card:BP", "button:replace")
    asked = pick(read("phase=pick hands=RA/STEAL"), "RK").legal()
    assert {action.touches for action in asked} == {
        ("button:nope",),
        ("card:STEAL", "space:A1"),
        ("card:STEAL", "space:B8"),
    }


@pytest.mark.rule("FS13", "FS19")
@pytest.mark.parametrize(
    ("line", "action", "ends"),
    [
        ("hands=RQ/RA amber=A1,B2,C3", "RQ@D4", "puts a chip on D4, four in a row"),
        ("hands=RQ/RA amber=A1,B2", "RQ@D4", "puts a chip on D4"),
        ("hands=WILD/RA amber=A1,B2,C3", "WILD@D4", "plays WILD and puts a chip on D4, four in a row"),
        ("hands=SWAP-RED/RA amber=A1,B2,C3,F4 blue=D4", "SWAP@F4-D4", "with Player 2’s on D4, four in a row"),
        ("hands=SWAP-RED/RA amber=D4 blue=A1,B2,C3,F4", "SWAP@D4-F4", "on F4, four in a row for Player 2"),
        ("hands=SWAP-RED/RA amber=D4 blue=A1,B2,F4", "SWAP@D4-F4", "with Player 2’s on F4"),
    ],
)
def test_a_play_says_whose_row_it_completes(line: str, action: str, ends: str) -> None:
    texts = {offer.notation: offer.text for offer in read(line).legal()}
    assert texts[action].endswith(ends)
