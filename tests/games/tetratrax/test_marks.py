"""Where TetraTrax shows points: at the tiles touched, at the hole, at the seat with its last tile."""

import random

import pytest

import tetracade
from tests.games.tetratrax.test_rules import read
from tetracade.table.narration import effects_of, steps


def marked(line: str, drop: str) -> list[tuple[str, str, int]]:
    """What a drop marks besides its own squares."""
    table = read(line)
    seat = table.acting[0]
    _, marks = effects_of(table.game, table.view(seat), table.game.words.action_of(drop))
    return [(mark.kind, mark.place, mark.amount) for mark in marks if mark.kind != "fall"]


@pytest.mark.rule("TX6")
def test_each_tile_touched_is_marked_once_where_it_is_touched() -> None:
    tower = "rows=12 tower=aabb..../aabb.... left=122223/102223 points=0,0 act=white"
    assert marked(tower, "I1@A") == [("point", "square:A2", 1), ("point", "square:C2", 1)]


@pytest.mark.rule("TX7")
def test_a_hole_costs_one_point_however_many_squares_it_has() -> None:
    tower = "rows=12 tower=aa....../aa...... left=122223/112223 points=0,0 act=white"
    assert marked(tower, "I1@A") == [
        ("point", "square:A2", 1),
        ("hole", "square:C2", -1),
        ("hole", "square:C1", 0),
        ("hole", "square:D2", 0),
        ("hole", "square:D1", 0),
    ]


@pytest.mark.rule("TX9")
def test_marks_add_up_to_what_each_drop_scores() -> None:
    for seed in range(8):
        table = tetracade.new("tetratrax", seed=seed, starter="white")
        pick = random.Random(seed)
        while not table.over:
            table.play(pick.choice(table.legal()))
        for index, step in enumerate(steps(table, 0, 0, len(table.entries))):
            before, after = (table.state_before(at).points[step.told.seat] for at in (index, index + 1))
            assert sum(mark.amount for mark in step.marks) == after - before
