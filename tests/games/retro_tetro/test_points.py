"""Coins and points of Retro Tetro (RT12–RT17)."""

import pytest

from tests.games.retro_tetro.reading import GAME, MEEPLE_POINTS, coins, ended, parts, read
from tetracade.games.retro_tetro.board import COLUMN_NAMES, COLUMNS, HALF, HEIGHT, LINE, ROWS, STANDS, WIDTH
from tetracade.games.retro_tetro.box import PARTS
from tetracade.games.retro_tetro.drops import symbols_matched
from tetracade.table.diagrams import pictured, written

BELOW = COLUMNS * LINE
"""The squares below the green line."""
HALVES = {"left": PARTS.left_halves, "right": PARTS.right_halves}

ROW_TWO = "O1@A,O1@C,22@E,O1@F,O1@H,22@J"
"""Rows 1 and 2 filled."""


@pytest.mark.rule("RT12")
@pytest.mark.parametrize(
    ("boards", "card", "drop", "earned"),
    [
        ("-", "IO", "I2@F", 1),  # F1
        ("-", "IO", "I1@C", 1),  # lying across it does as well
        ("-", "2I", "22@F", 0),  # a domino on the symbol of I
        ("-", "IO", "I2@G", 0),
        ("22@F", "IO", "I2@F", 0),  # covered before by another shape, it is lost
        ("-", "IS", "S1@B", 1),  # C2
        ("P@H,P@H", "2I", "22@H", 1),  # H3
        ("32@A", "VO", "V4@A", 1),  # A4
        ("32@J", "VO", "O1@I", 1),  # J4
        ("I2@H", "IL", "L7@H", 1),  # H5
        ("32@B,22@B", "IT", "T2@A", 1),  # B6
        ("32@I,22@I", "3O", "31@H", 1),  # I6
        ("32@D,32@D", "IO", "I1@A", 1),  # D7
        ("I2@E,32@E", "IS", "S4@E", 1),  # E8
        ("I2@C,I2@C", "IL", "L4@C", 1),  # C9
        ("I2@H,I2@H", "IT", "T3@H", 1),  # H9
    ],
)
def test_a_symbol_pays_its_own_shape(boards: str, card: str, drop: str, earned: int) -> None:
    line = f"boards={boards} played={card}"
    assert coins(line, drop) == earned
    table = read(line)
    before = int(table.state.symbol_coins[0])
    table.play(drop)
    assert int(table.state.symbol_coins[0]) - before == earned


def pillar(column: str, height: int) -> list[str]:
    """Drops that raise a column to this height."""
    rest = {0: [], 1: [f"P@{column}"], 2: [f"22@{column}"], 3: [f"32@{column}"]}[height % 4]
    return [f"I2@{column}"] * (height // 4) + rest


@pytest.mark.rule("RT13")
@pytest.mark.parametrize("half", ["left", "right"])
@pytest.mark.parametrize("row", range(1, ROWS + 1))
def test_a_highlighted_half_row_pays_when_it_is_filled(row: int, half: str) -> None:
    columns = COLUMN_NAMES[:HALF] if half == "left" else COLUMN_NAMES[HALF:]
    edge, last = columns[0], columns[-1]
    drops = [*pillar(edge, row - 1), *pillar(last, row - 1), f"I1@{edge}"]
    lit = row in HALVES[half]
    before, after = (read(f"boards={','.join(each)} played=23") for each in (drops, [*drops, f"P@{last}"]))
    assert before.state.row_coins[0] == 0
    assert after.state.row_coins[0] == (1 if lit else 0)
    assert after.state.coins[0] - before.state.coins[0] == (1 if lit else 0)


@pytest.mark.rule("RT13")
def test_one_drop_may_fill_two_half_rows_and_each_counts_once() -> None:
    line = "boards=O1@A,O1@C,P@E,O1@H,22@J,P@F,P@G,P@G played=2I coins=0"
    assert coins(line, "21@E") == 2  # E2 and F2 end both halves of row 2
    for filled, drop in (("O1@F,O1@H,22@J", "I2@A"), ("O1@A,O1@C,22@E", "I2@G")):
        table = read(f"boards={filled} played=IL")
        assert table.state.row_coins[0] == 1
        table.play(drop)  # in the same row, beside the half that was paid
        assert table.state.row_coins[0] == 1


@pytest.mark.rule("RT14")
def test_an_empty_board_is_worth_its_meeples() -> None:
    assert parts("boards=-") == {"coins": 0, "columns": 0, "gold": 0, "meeples": MEEPLE_POINTS}


@pytest.mark.rule("RT14")
def test_each_part_of_the_points() -> None:
    # Column B to the top covers the meeples of B3 and B8 and the gold square of B12.
    assert parts("boards=I2@B,I2@B,I2@B coins=5") == {"coins": 5, "columns": 1, "gold": 2, "meeples": MEEPLE_POINTS - 5}


@pytest.mark.rule("RT14")
def test_a_column_counts_above_the_line() -> None:
    assert parts("boards=I2@C,I2@C")["columns"] == 0
    assert parts("boards=I2@C,I2@C,P@C")["columns"] == 1
    assert parts("boards=I2@A,I2@A,I1@A")["columns"] == 4  # one covered square above is enough, holes or not


@pytest.mark.rule("RT14")
@pytest.mark.parametrize(
    ("meeple", "boards", "worth"),
    [
        ("J1", "P@J", 1),
        ("B3", "32@B", 3),
        ("E3", "32@E", 4),
        ("D5", "I2@D,P@D", 2),
        ("F6", "32@F,32@F", 3),
        ("B8", "32@A,22@A,P@A,P@A,31@A", 2),
        ("I8", "32@H,32@H,P@H,31@H", 2),
    ],
)
def test_a_covered_meeple_is_worth_nothing(meeple: str, boards: str, worth: int) -> None:
    table = ended(f"boards={boards}")
    column, row = COLUMN_NAMES.index(meeple[0]), int(meeple[1:]) - 1
    assert table.state.board[0, row, column]
    assert parts(f"boards={boards}")["meeples"] == MEEPLE_POINTS - worth


@pytest.mark.rule("RT14")
def test_a_meeple_under_an_overhang_is_still_seen() -> None:
    assert parts("boards=32@A,31@A")["meeples"] == MEEPLE_POINTS  # B3 lies open under B4


@pytest.mark.rule("RT15")
@pytest.mark.parametrize(
    ("boards", "held", "points", "winners"),
    [
        ("-/-", "4/3", (21, 20), (0,)),
        ("-/-/-", "1/3/2", (18, 20, 19), (1,)),
        ("-/I2@A,I2@A,P@A", "3/2", (20, 20), (0,)),  # equal points: more coins
        ("I2@A,I2@A,P@A/-", "2/3", (20, 20), (1,)),
        ("I2@C,I2@C,P@C,I2@G,I2@G,P@G,I2@H,I2@H,P@H/I2@A,I2@A,22@A", "0/0", (20, 20), (1,)),  # then more gold
        ("I2@A,I2@A,22@A/I2@C,I2@C,P@C,I2@G,I2@G,P@G,I2@H,I2@H,P@H", "0/0", (20, 20), (0,)),
        ("-/I2@A,I2@A,P@A/-", "3/2/3", (20, 20, 20), (0, 2)),  # then the win is shared
        ("-/-/-/-", "-5/-2/-2/-2", (12, 15, 15, 15), (1, 2, 3)),
    ],
)
def test_who_wins(boards: str, held: str, points: tuple[int, ...], winners: tuple[int, ...]) -> None:
    result = ended(f"boards={boards} coins={held}").result
    assert result is not None
    assert (result.points, result.winners) == (points, winners)


@pytest.mark.rule("RT16")
def test_symbol_and_half_row_are_paid_by_one_drop() -> None:
    # S on C1 C2 D2 D3 covers its symbol at C2 and ends the left half of row 2.
    assert coins("boards=O1@A,22@E played=IS", "S4@C") == 2


@pytest.mark.rule("RT16")
def test_no_drop_reaches_two_symbols_of_one_shape_and_each_would_pay() -> None:
    found = {
        int(symbols_matched(stand, column, row))
        for stand in range(len(STANDS))
        for column in range(COLUMNS - int(WIDTH[stand]) + 1)
        for row in range(ROWS - int(HEIGHT[stand]) + 1)
    }
    assert found == {0, 1}


@pytest.mark.rule("RT16")
@pytest.mark.parametrize(
    ("boards", "card", "drop"),
    [("I2@A,I2@A,P@A", "23", "22@A"), ("P@B,P@B", "23", "22@B"), ("-", "23", "22@J")],
)
def test_gold_and_meeples_bring_nothing_when_covered(boards: str, card: str, drop: str) -> None:
    assert coins(f"boards={boards} coins=4 played={card}", drop) == 0


@pytest.mark.rule("RT16", "RT20")
def test_coins_come_in_before_a_hazard_takes_them() -> None:
    # I upright on F covers its symbol at F1 and the hazard at F2: one coin in, and that one out again.
    assert coins("boards=- side=advanced coins=0 played=IO", "I2@F") == 0
    assert coins("boards=- side=advanced coins=1 played=IO", "I2@F") == -1
    assert coins("boards=- side=advanced coins=5 played=IO", "I2@F") == -1


@pytest.mark.rule("RT17")
@pytest.mark.parametrize(
    ("objective", "boards", "counted", "gold"),
    [
        (1, ROW_TWO, 2, 0),
        (1, "O1@A,O1@C,22@E", 1, 0),  # one half-row coin
        (1, ROW_TWO + ",P@A,I1@A,P@F,21@E", 3, 0),  # three, with the left half of row 4
        (2, "I2@F", 1, 0),
        (2, "I2@F,S1@B", 2, 0),
        (2, "I2@F,S1@B,22@H,22@H", 3, 0),
        (2, "I2@F,S1@B,22@H,22@H,32@J,O1@I", 4, 0),
        (3, "-", 0, 0),
        (3, "I1@A,22@J,O1@C,I2@I", 2, 0),
        (3, "I1@A,O1@I,P@A", 2, 0),  # a pink square is no piece
        (4, "I2@C,I2@C", 0, 0),  # up to the line
        (4, "I2@C,I2@C,I2@C", 0, 0),  # from the line on
        (4, "32@C,32@C,I2@C", 1, 0),
        (4, "32@C,32@C,I2@C,32@G,32@G,32@G,I2@E,32@E,O1@E", 3, 0),
        (5, "32@A,32@C,22@B", 0, 0),  # B4 is open
        (5, "32@A,32@C,22@B,31@A", 1, 0),  # B3 is seen, and A3 B2 B4 C3 are covered
        (5, "32@A,32@C,I2@B,31@A", 0, 0),  # B3 is covered itself
        (5, "32@A,22@B,31@A", 0, 0),  # C3 is open
        (5, "32@C,22@B,31@B", 0, 0),  # A3 is open
        (5, "32@A,32@C,P@B,31@A", 0, 0),  # B2 is open
        (5, "P@A,P@A,P@A,32@C,22@B,P@C,31@A", 0, 0),  # B4 is open under the piece
        (5, "P@I,21@I", 0, 0),  # J1 at the edge never counts
        (6, "I2@C,I2@C", 0, 0),
        (6, "32@C,32@C,I2@C", 0, 0),
        (6, "I2@C,I2@C,I2@C", 1, 0),
        (6, "I2@C,I2@C,21@C,21@C", 2, 0),
        (6, "I2@C,I2@C,P@C", 0, 0),
        (7, "-", BELOW, 0),
        (7, "21@A", BELOW - 2, 0),
        (7, "31@A", BELOW - 3, 0),
        (7, "I2@C,I2@C,I2@C", BELOW - 8, 0),  # only what lies below the line
        (7, "P@A,P@C", BELOW - 2, 0),
        (8, "I2@C,I2@C,I2@C", 4, 0),
        (8, "I2@C,I2@C,32@C", 3, 0),
        (8, "I2@B,I2@B,I2@B", 4, 1),  # four squares, one of them gold
        (8, "I2@B,I2@B,P@B,P@B,P@B,P@B", 4, 1),
        (8, "I2@A,I2@A,22@A", 2, 1),  # gold alone
    ],
)
def test_objectives(objective: int, boards: str, counted: int, gold: int) -> None:
    line = f"boards={boards} coins=0 objectives=yes kept={objective}"
    worth = PARTS.objectives[objective - 1]
    assert parts(line)["objective"] == counted // worth.for_every * worth.points + gold * PARTS.covered_gold


DRAWN_AS = {1: 2, 2: 2, 3: 3, 4: 2, 5: 1, 6: 1, 7: BELOW - 4, 8: 5}
"""What the diagrams of the objectives show: how many there are of what each counts. The last shows two gold squares."""


@pytest.mark.rule("RT17")
@pytest.mark.parametrize("objective", DRAWN_AS)
def test_the_diagram_of_an_objective_shows_what_it_pays_for(objective: int) -> None:
    diagram = next(diagram for diagram in written(GAME) if diagram.name == f"objective-{objective}")
    view, worth = pictured(GAME, diagram).view, PARTS.objectives[objective - 1]
    gold = 2 * PARTS.covered_gold if objective == len(DRAWN_AS) else 0
    paid = DRAWN_AS[objective] // worth.for_every * worth.points + gold
    assert GAME.words.breakdown(view, 0)["objective"] == paid


@pytest.mark.rule("RT17")
def test_coins_earned_count_for_objectives_even_if_they_are_lost() -> None:
    assert parts(f"boards={ROW_TWO} coins=-4 objectives=yes kept=1") == {
        "coins": -4,
        "columns": 0,
        "gold": 0,
        "meeples": MEEPLE_POINTS - 1,
        "objective": PARTS.objectives[0].points,
    }


@pytest.mark.rule("RT17")
def test_every_objective_is_said_in_words() -> None:
    view = read("boards=-/- objectives=yes dealt=1,2/3,4 phase=keeping").view(0)
    said = {GAME.words.text(view, 0, GAME.words.action_of(f"keep:{number}")) for number in range(1, 9)}
    assert len(said) == 8
    assert all(text.startswith("keeps objective") for text in said)
