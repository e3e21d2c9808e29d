"""Rows: the schema, Parquet, resuming, and the same games whatever runs where."""

import json
from collections.abc import Iterator
from pathlib import Path

import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tetracade.engine.game import BadOption
from tetracade.lab import collecting
from tetracade.lab.arena import Contest, play_one
from tetracade.lab.collecting import Tasks, collect, collect_on
from tetracade.lab.judged import QUICK_JUDGE
from tetracade.lab.local import Here
from tetracade.lab.rows import COLUMNS, KINDS, described, digest_of, game_rows, read, schema, write
from tetracade.lab.store import Store
from tetracade.lab.tasks import Done, OtherSources, Task, do, identity_of

CONTEST = Contest("tetratrax", ("greedy", "random"), 12, 2, seed=7)


def test_rows_have_the_schema_that_is_documented() -> None:
    document = (Path(__file__).parents[2] / "docs" / "lab.md").read_text()
    assert described() in document, "run python -m tetracade.lab.rows and put it into docs/lab.md"
    rows = collect(CONTEST, jobs=1)
    assert rows.schema == schema("game")
    assert all(column.rows and set(column.rows) <= set(KINDS) for column in COLUMNS)


def test_a_row_says_how_its_game_went() -> None:
    rows = collect(CONTEST, jobs=1).to_pylist()
    assert [row["number"] for row in rows] == list(range(12))
    for row in rows:
        played = play_one(CONTEST, row["number"])
        assert row["seed"] == 7 * 1_000_003 + row["number"]
        assert row["bots"] == list(CONTEST.seating(row["number"]))
        assert (row["points"], row["payoffs"]) == (list(played.points), list(played.payoffs))
        assert row["winners"] == [seat for seat in (0, 1) if row["points"][seat] == max(row["points"])]
        assert row["turns"] <= row["actions"]
        assert json.loads(row["options"])["rows"] == 12


def test_rows_go_to_parquet_pandas_and_polars(tmp_path: Path) -> None:
    rows = collect(CONTEST, jobs=1)
    write(rows, tmp_path / "games.parquet")
    assert read(tmp_path / "games.parquet").equals(rows)
    assert pq.read_metadata(tmp_path / "games.parquet").num_rows == 12
    assert polars.read_parquet(tmp_path / "games.parquet")["seed"].to_list() == rows.column("seed").to_pylist()
    assert list(rows.to_pandas()["actions"]) == rows.column("actions").to_pylist()


def test_what_was_interrupted_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    class Stopped(Exception):
        pass

    def stop(count: int, total: int) -> None:
        done.append(count)
        if count >= 5:
            raise Stopped

    monkeypatch.setattr(collecting, "SECONDS_A_TASK", 1e-9)  # a game a task
    with pytest.raises(Stopped):
        collect(CONTEST, folder=tmp_path, jobs=1, told=stop)
    assert done == [0, 1, 2, 3, 4, 5]
    (tmp_path / "00000002-00000003.parquet").unlink()
    played: list[range] = []

    class Watched(Here):
        def run(self, tasks: Iterator[Task]) -> Iterator[Done]:
            for task in tasks:
                played.append(range(task.first, task.last))
                yield do(task)

    rows = collect_on(Watched(), CONTEST, folder=tmp_path)
    assert [number for stretch in played for number in stretch] == [2, 5, 6, 7, 8, 9, 10, 11]
    assert digest_of(rows) == digest_of(collect(CONTEST, jobs=1))


def test_more_games_are_added_and_fewer_are_read(tmp_path: Path) -> None:
    few = Contest("tetratrax", ("greedy", "random"), 4, 2, seed=7)
    collect(few, folder=tmp_path, jobs=1)
    assert digest_of(collect(CONTEST, folder=tmp_path, jobs=1)) == digest_of(collect(CONTEST, jobs=1))
    assert digest_of(collect(few, folder=tmp_path, jobs=1)) == digest_of(collect(few, jobs=1))


def test_a_folder_of_another_contest_is_refused(tmp_path: Path) -> None:
    collect(CONTEST, folder=tmp_path, jobs=1)
    with pytest.raises(BadOption, match=r"another contest.*\(other: contest\)"):
        collect(Contest("tetratrax", ("greedy", "random"), 12, 2, seed=8), folder=tmp_path, jobs=1)
    header = tmp_path / "contest.json"
    header.write_text(header.read_text().replace('"version": 2', '"version": 1'))
    with pytest.raises(BadOption, match=r"\(other: played_by\)"):
        collect(CONTEST, folder=tmp_path, jobs=1)


def test_a_task_of_other_sources_is_refused() -> None:
    with pytest.raises(OtherSources, match="install the same"):
        do(Task(CONTEST, "game", 0, 1, None, {**identity_of("tetratrax"), "box": "other"}))


def test_two_processes_give_the_rows_of_one() -> None:
    assert digest_of(collect(CONTEST, jobs=2)) == digest_of(collect(CONTEST, jobs=1))


def test_the_digest_leaves_out_times_and_nothing_else() -> None:
    rows = collect(CONTEST, jobs=1)
    slower = rows.set_column(rows.schema.get_field_index("slowest"), "slowest", pa.array([[9.0, 9.0]] * 12))
    assert digest_of(slower) == digest_of(rows)
    other = rows.set_column(rows.schema.get_field_index("turns"), "turns", pa.array([1] * 12, pa.int32()))
    assert digest_of(other) != digest_of(rows)


def test_random_games_are_played_by_one_loop_and_counted_right() -> None:
    contest = Contest("tetratrax", ("random", "random"), 300, 2, seed=1)
    rows = collect(contest, jobs=1)
    assert digest_of(rows) == digest_of(collect(contest, jobs=1))
    assert len(set(rows.column("choices").to_pylist())) > 100
    decided = collect(contest, "decision", jobs=1)  # the same contest, decision by decision, at a table
    assert decided.column("actions").to_pylist()[0] in range(8, 25)
    turns = [row["turns"] for row in rows.to_pylist()]
    assert 12 < sum(turns) / len(turns) < 20
    assert all(row["forced"] <= row["actions"] for row in rows.to_pylist())


def test_decisions_are_rows_of_their_own() -> None:
    few = Contest("tetratrax", ("greedy", "random"), 2, 2, seed=7)
    rows = collect(few, "decision", setting=QUICK_JUDGE, jobs=1)
    games = collect(few, jobs=1).to_pylist()
    assert rows.schema == schema("decision")
    for game in games:
        mine = [row for row in rows.to_pylist() if row["number"] == game["number"]]
        assert [row["decision"] for row in mine] == list(range(game["actions"]))
        assert sum(row["legal"] == 1 for row in mine) == game["forced"]
        assert sum(row["legal"] for row in mine if row["legal"] > 1) == game["choices"]
        assert mine[-1]["turn"] + 1 == game["turns"]
        assert all(sum(row["chances"]) == pytest.approx(1) for row in mine)
        assert mine[0]["dealt"][0] == pytest.approx(-mine[0]["dealt"][1])  # the lot
        assert all(row["dealt"] == [0, 0] for row in mine[1:])
        assert sum(row["weight"] is not None for row in mine) == min(12, game["actions"] - game["forced"])


def test_unjudged_decisions_have_no_chances() -> None:
    rows = collect(Contest("tetratrax", ("greedy", "random"), 1, 2), "decision", jobs=1)
    assert rows.column("chances").null_count == rows.num_rows


def test_there_are_no_other_rows() -> None:
    with pytest.raises(BadOption, match="rows are for every game, decision or card, not 'move'"):
        collect(CONTEST, "move", jobs=1)


def test_tasks_grow_to_seconds_and_end_small(tmp_path: Path) -> None:
    contest = Contest("tetratrax", ("random", "random"), 1000, 2)
    identity = identity_of("tetratrax")
    tasks = Tasks(contest, "game", None, identity, [range(1000)], places=2)
    sizes = []
    for task in tasks:
        sizes.append(task.games)
        tasks.learn(Done(task, None, 0.01 * task.games))  # 200 games would take two seconds
    assert sizes[:4] == [1, 8, 64, 200]
    assert max(sizes) == 200
    assert sizes[-1] == 1
    assert sum(sizes) == 1000
    assert list(Store(tmp_path, contest, "game", None, identity).missing(10)) == [range(10)]


def test_arena_games_become_rows() -> None:
    rows = game_rows(CONTEST, [play_one(CONTEST, 3)])
    assert rows.to_pylist()[0]["number"] == 3
    assert rows.to_pylist()[0]["luck"] is None
    lucky = game_rows(CONTEST, [play_one(CONTEST, 3, "", True)])
    assert sum(lucky.to_pylist()[0]["luck"]) == pytest.approx(0)
