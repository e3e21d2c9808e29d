"""The solo campaign of Retro Tetro (RT22–RT24)."""

import tomllib

import pytest

import tetracade
from tests.games.retro_tetro.reading import GAME, KERNEL, MEEPLE_POINTS, ended, notations, read
from tetracade import BadOption, Table
from tetracade.games.retro_tetro.board import CAMPAIGN, CARDS_PLAYED, LEVELS
from tetracade.games.retro_tetro.campaign import Campaign
from tetracade.games.retro_tetro.points import pairs_in_contact, trios_connected

FILE = tomllib.loads((GAME.folder / "box.toml").read_text())
BOX = FILE["campaign"]

ROW_TWO = "O1@A,O1@C,22@E,O1@F,O1@H,22@J"
"""Rows 1 and 2 are full: two half rows, and the meeple of J1 is covered."""

SEVEN = "I2@A,I2@A,I1@A,I2@H,I2@H,31@G"
"""Seven columns above the line, all meeples to be seen."""

GOLDEN = "I2@A,I2@A,P@A,I1@A,31@B,21@A,I2@H,I2@H,P@H,I1@G,31@G,21@I"
"""All gold squares covered, eight columns above the line, all meeples to be seen."""

ROW_NINE = "32@A,32@A,32@G,32@G,32@H,32@H,I1@A,31@E,31@H"
"""On top of ROW_TWO: row 9 is full."""


def passed(line: str) -> bool:
    """Whether the level is passed in this position at the end."""
    result = ended(line).result
    assert result is not None
    assert result.winners in ((), (0,))
    assert ("is passed" in result.reason) == (result.winners == (0,))
    return result.winners == (0,)


@pytest.mark.rule("RT22")
def test_it_starts_at_level_1_with_the_first_lives() -> None:
    assert Campaign() == Campaign(level=1, lives=BOX["first_lives"], advanced=False, attempts=0, won=False)


@pytest.mark.rule("RT22")
def test_failing_costs_a_life_and_the_level_is_played_again() -> None:
    assert Campaign(level=4, lives=2).after(False) == Campaign(level=4, lives=1, attempts=1)
    assert Campaign(level=4, lives=1).after(False) == Campaign(level=4, lives=0, attempts=1)


@pytest.mark.rule("RT22")
def test_failing_without_a_life_starts_over() -> None:
    over = Campaign(level=7, lives=0, advanced=True, attempts=9).after(False)
    assert over == Campaign(level=1, lives=BOX["first_lives"], advanced=True, attempts=10)


@pytest.mark.rule("RT22")
def test_a_life_is_gained_after_some_levels_up_to_the_most() -> None:
    most, gaining = BOX["most_lives"], BOX["life_after"]
    campaign, lives = Campaign(lives=0), 0
    for level in range(1, LEVELS):
        campaign = campaign.after(True)
        lives = min(lives + (level in gaining), most)
        assert campaign.lives == lives
    gained = Campaign(level=gaining[0], lives=most).after(True)
    assert gained == Campaign(level=gaining[0] + 1, lives=most, attempts=1)


@pytest.mark.rule("RT22")
def test_passing_the_last_level_wins() -> None:
    won = Campaign(level=LEVELS, lives=1).after(True)
    assert won == Campaign(level=LEVELS, lives=1, attempts=1, won=True)
    with pytest.raises(ValueError, match="won"):
        won.after(True)
    assert not Campaign(level=LEVELS - 1).after(True).won


@pytest.mark.rule("RT22")
def test_a_campaign_is_saved_and_resumed_as_text() -> None:
    for campaign in (Campaign(), Campaign(9, BOX["most_lives"], True, 31), Campaign(LEVELS, 0, False, 12, True)):
        assert Campaign.read(campaign.written()) == campaign
    assert Campaign(4, 2, attempts=5).written() == (
        "retro-tetro campaign level=4 lives=2 side=standard attempts=5 state=open"
    )


@pytest.mark.rule("RT22")
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "begins with"),
        ("campaign level=1", "begins with"),
        ("retro-tetro campaign level=1", "has level, lives"),
        ("retro-tetro campaign level=1 lives=2 side=standard attempts=0 state=open more=1", "has level, lives"),
        (f"retro-tetro campaign level={LEVELS + 1} lives=2 side=standard attempts=0 state=open", f"1 to {LEVELS}"),
        ("retro-tetro campaign level=0 lives=2 side=standard attempts=0 state=open", f"1 to {LEVELS}"),
        (
            f"retro-tetro campaign level=1 lives={BOX['most_lives'] + 1} side=standard attempts=0 state=open",
            f"0 to {BOX['most_lives']}",
        ),
        ("retro-tetro campaign level=1 lives=two side=standard attempts=0 state=open", "number"),
        ("retro-tetro campaign level=1 lives=2 side=pink attempts=0 state=open", "standard or advanced"),
        ("retro-tetro campaign level=1 lives=2 side=standard attempts=0 state=lost", "open or won"),
        ("retro-tetro campaign level=1 lives=2 side=standard attempts=0 state=won", f"at level {LEVELS}"),
    ],
)
def test_a_text_that_is_no_campaign_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(BadOption, match=wrong):
        Campaign.read(text)
    with pytest.raises(BadOption):
        Campaign(attempts=-1)


def attempt(campaign: Campaign, seed: int) -> Table:
    """A level's game, played by the hints."""
    table = tetracade.new("retro_tetro", seats=1, seed=seed, **campaign.options)
    while not table.over:
        legal = KERNEL.legal(table.state, 0)
        ratings = KERNEL.rate(table.state, 0, legal)
        table.play(legal[ratings.index(max(ratings))], 0)
    return table


@pytest.mark.rule("RT22")
def test_a_level_is_a_game_for_one_that_moves_the_campaign_on() -> None:
    campaign = Campaign(level=8, advanced=True)
    table = attempt(campaign, 5)
    assert (table.state.level, table.state.advanced, table.seats) == (8, 1, 1)
    assert sum(entry.seat < 0 for entry in table.entries) == CARDS_PLAYED
    assert table.result is not None
    assert campaign.after(bool(table.result.winners)).attempts == 1


@pytest.mark.rule("RT22")
def test_a_level_is_passed_with_the_points_and_the_requirement() -> None:
    enough = CAMPAIGN[2].points - MEEPLE_POINTS
    assert passed(f"level=3 coins={enough}")
    assert not passed(f"level=3 coins={enough - 1}")
    assert not passed(f"level=3 coins=99 boards={SEVEN}")  # seven columns are too many


@pytest.mark.rule("RT22")
def test_a_single_game_for_one_has_points_and_no_winner() -> None:
    result = ended("coins=40").result
    assert result is not None
    assert (result.points, result.winners) == ((40 + MEEPLE_POINTS,), ())
    assert result.reason == f"all {CARDS_PLAYED} cards have been played"


@pytest.mark.rule("RT22")
def test_a_level_is_for_one_seat_only() -> None:
    with pytest.raises(BadOption, match=r"level=5 is for 1 seat, not 2 \(RT22\)"):
        tetracade.new("retro_tetro", seats=2, level=5)


@pytest.mark.rule("RT23")
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_from_some_level_on_one_of_all_objectives_is_chosen_before_cards_are_dealt(level: int) -> None:
    table = tetracade.new("retro_tetro", seats=1, level=level, seed=1)
    if level < BOX["objective_from"]:
        assert not table.state.objectives
        assert {name.partition(":")[0] for name in notations(table)} == {"play"}
        refusal = table.why_not("keep:1", 0)
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == ("RT23", f"Level {level} has no objectives.")
        return
    assert not table.entries
    assert notations(table) == {f"keep:{number}" for number in range(1, 9)}
    table.play("keep:7")
    assert table.state.objective[0] == 7
    assert len(table.entries) == 3  # now two cards were dealt


@pytest.mark.rule("RT23")
def test_the_points_of_the_objective_count_towards_the_level() -> None:
    assert passed("level=9 objectives=yes kept=7 coins=0")  # 17 and 40
    assert not passed("level=9 objectives=yes kept=6 coins=0")


@pytest.mark.rule("RT24")
def test_levels_ask_for_what_the_box_says() -> None:
    asked = [(level.points, level.least, level.most) for level in CAMPAIGN]
    assert asked == [(level["points"], level.get("at_least", {}), level.get("at_most", {})) for level in FILE["levels"]]


PAIR_TWICE = "I2@A,O1@B,I2@G,O1@H"
TRIO_TWICE = "I2@A,O1@B,22@D,I2@F,O1@G,22@I"
ROW_FOUR = ROW_TWO + ",P@A,I1@A,P@F,21@E"  # the left half of row 4 on top of both of row 2
MIXED = "O1@A,O1@C,22@E,32@A,32@A,32@G,32@G,22@G,32@H,32@H,22@H,I1@A,31@E,31@H"  # left of row 2, all of row 9
TALL = ROW_TWO + ",32@A,32@A,I1@A,P@A,32@G,32@G,I1@G"  # two full rows, eight columns, gold at A10


@pytest.mark.rule("RT24")
@pytest.mark.parametrize(
    "line",
    [
        f"level=1 boards={PAIR_TWICE}",
        f"level=2 boards={TRIO_TWICE}",
        f"level=4 boards={SEVEN}",
        f"level=5 boards={SEVEN}",
        f"level=6 boards={GOLDEN}",
        "level=6",
        f"level=7 boards={SEVEN}",
        "level=7",
        f"level=8 boards={MIXED}",
        "level=9",
        f"level=10 boards={ROW_TWO},{ROW_NINE}",
        f"level=11 boards={MIXED}",
        f"level=11 objectives=yes kept=7 boards={MIXED}",
        f"level=12 objectives=yes kept=7 boards={ROW_TWO}",
        f"level=12 objectives=yes kept=7 boards={TALL}",
    ],
)
def test_a_level_takes_its_points_and_coins_and_not_one_less(line: str) -> None:
    without = ended(f"{line} coins=0").result
    level = CAMPAIGN[int(line.split(maxsplit=1)[0].removeprefix("level=")) - 1]
    assert without is not None
    enough = max(level.points - without.points[0], level.least.get("coins", 0))
    assert passed(f"{line} coins={enough}")
    assert not passed(f"{line} coins={enough - 1}")


@pytest.mark.rule("RT24")
@pytest.mark.parametrize(
    ("line", "passes"),
    [
        ("level=1 coins=99 boards=I2@A,O1@B,I2@D", False),
        (f"level=2 coins=99 boards={PAIR_TWICE}", False),
        ("level=3 coins=99 boards=I2@A,I2@A,I1@A,I2@H,I2@H,21@G", True),
        (f"level=3 coins=99 boards={SEVEN}", False),
        ("level=4 coins=99 boards=I2@A,I2@A,I1@A,I2@H,I2@H,21@G", False),
        ("level=5 coins=99 boards=I2@A,I2@A,I1@A,I2@H,I2@H,I1@G", False),
        ("level=6 coins=99 boards=32@B,32@E", True),
        ("level=6 coins=99 boards=32@B,32@E,P@J", False),
        ("level=7 coins=99 boards=I2@A,I2@A,22@A", False),
        (f"level=8 coins=99 boards={MIXED.replace('22@E,', '')}", False),  # two half rows
        (f"level=8 coins=99 boards={ROW_FOUR}", False),  # no column
        (f"level=8 coins=99 boards={MIXED.replace('22@E,', '22@E,32@B,32@D,')}", True),  # five meeples
        (f"level=8 coins=99 boards={MIXED.replace('22@E,', '22@E,32@B,32@D,32@E,')}", False),  # four
        ("level=9 coins=99 boards=32@B", True),
        ("level=9 coins=99 boards=32@B,P@J", False),
        (f"level=10 coins=99 boards={MIXED}", False),  # three half rows
        (f"level=10 coins=99 boards={ROW_TWO},32@B,{ROW_NINE}", False),  # five meeples
        (f"level=11 coins=99 boards={MIXED.removesuffix(',31@H')}", False),  # no full row
        (f"level=12 coins=99 boards={MIXED}", False),  # one full row
    ],
)
def test_what_passes_a_level(line: str, passes: bool) -> None:
    assert passed(line) == passes


@pytest.mark.rule("RT24")
@pytest.mark.parametrize(
    ("boards", "times"),
    [
        ("-", 0),
        ("I2@A,O1@D", 0),  # apart
        ("I2@A,O1@B", 1),
        ("22@A,O1@B,31@A", 1),  # corners and different pairs do not add up
        ("I2@A,O1@B,I2@D", 1),  # the one O cannot count twice
        ("O1@A,I2@C,O1@D", 1),  # nor the one I
        ("I2@A,O1@B,T3@E,S1@G", 1),  # two different pairs
        (PAIR_TWICE, 2),
        ("I2@A,O1@B,I2@D,O1@E", 1),  # the groups touch each other
        ("I2@A,O1@B,I2@D,O1@E,I2@H,O1@I", 2),  # two of these three lie apart
        ("I2@A,O1@B,32@D,I2@E,O1@F", 2),  # another shape between them does no harm
        ("I2@A,P@B,I2@D,P@E", 0),  # a pink square is no shape
        ("O1@A,I1@A,O1@D", 1),
        ("O1@A,31@A,O1@A,31@A", 1),  # one on top of the other
    ],
)
def test_pairs_of_shapes_in_contact(boards: str, times: int) -> None:
    assert pairs_in_contact(read(f"boards={boards} played=23").state, 0) == times


@pytest.mark.rule("RT24")
@pytest.mark.parametrize(
    ("boards", "times"),
    [
        ("-", 0),
        ("I2@A,O1@B", 0),
        ("I2@A,O1@B,22@E", 0),  # the domino is apart
        ("I2@A,O1@B,22@D", 1),
        ("O1@A,31@A,22@C", 1),  # two contacts are enough, whichever
        (TRIO_TWICE, 2),
        ("I2@A,O1@B,22@D,O1@E,I2@G", 1),  # the domino cannot count twice
        ("I2@E,O1@C,O1@F,22@B,22@H", 1),  # nor the I
        ("O1@E,I2@D,I2@G,21@E,22@H", 1),  # nor the O
        ("I2@A,O1@B,22@D,I2@E,O1@F,22@H", 1),  # the groups touch each other
        ("22@A,O1@B,I2@D,32@E,I2@F,O1@G,22@I", 2),  # another shape between them does no harm
        ("I2@A,O1@B,P@D,I2@F,O1@G,P@I", 0),  # a pink square is no shape
        ("I2@A,O1@B,22@D,I2@F,O1@G,32@I", 1),  # another trio
        ("I2@A,T4@B,O1@E,T4@G,I2@I,22@J", 1),
    ],
)
def test_trios_of_shapes_connected(boards: str, times: int) -> None:
    assert trios_connected(read(f"boards={boards} played=23").state, 0) == times
