"""Reports: the page, its charts and its sentences, and the commands that make them."""

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.lab.made_up import course, games
from tetracade.cli import main
from tetracade.lab import charts
from tetracade.lab.arena import Contest
from tetracade.lab.cards import Card
from tetracade.lab.chain import Link, length
from tetracade.lab.figures import Figure
from tetracade.lab.reporting import Asked, Report
from tetracade.lab.rows import DECISION, GAME, joined, read
from tetracade.lab.telling import cards_told, interval, number, percent, sentences

REPORT = (
    *("tetratrax", "--bots", "random", "--games", "120", "--judged", "4"),
    *("--chain", "0", "--cards", "3", "--jobs", "1"),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report's folder."""
    folder = tmp_path_factory.mktemp("report")
    pictures = ["--charts", str(folder / "charts"), "--png", "--markdown", str(folder / "page.md")]
    with pytest.raises(SystemExit) as ended:
        main(["report", *REPORT, "--out", str(folder / "page.html"), *pictures])
    assert ended.value.code == 0
    return folder


def test_the_page_is_complete_in_itself(made: Path) -> None:
    page = (made / "page.html").read_text()
    shown = page.partition("<script")[0]
    assert not re.search(r'(?:src|href)="', shown), "it fetches nothing"
    assert "@import" not in shown
    assert not re.search(r"<script[^>]*src", page)
    assert page.count("<li>") == 5
    assert "University of Washington Interactive Data Lab" in page
    assert "vegaEmbed" in page
    assert "holds for random players at a table of 2, and for nobody else" in page
    assert "10 seconds for a decision" in page
    assert "tetracade report tetratrax --bots random --games 120 --seats 2" in page


def test_every_chart_is_a_picture_without_a_browser(made: Path) -> None:
    page = (made / "page.html").read_text()
    names = {path.stem for path in (made / "charts").glob("*.svg")}
    assert {"turn-order", "length", "endings", "leads", "branching", "uncertainty", "settled", "cards"} <= names
    assert page.count("<figure") == len(names)
    assert page.partition("<script")[0].count("<svg") == len(names)
    for path in (made / "charts").glob("*.svg"):
        assert ElementTree.fromstring(path.read_text()).tag.endswith("svg")
        assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_the_report_is_markdown_too(made: Path) -> None:
    text = (made / "page.md").read_text()
    for picture in re.findall(r"\]\((charts/[^)]*)\)", text):
        assert (made / picture).exists()
    assert "| advantage of going first |" in text
    assert "$ tetracade report tetratrax --bots random" in text


def test_every_number_has_its_interval(made: Path) -> None:
    page = (made / "page.html").read_text()
    for name in ("advantage of going first", "estimated minutes", "luck share", "drama", "settled after", "coverage"):
        assert f"<td>{name}<br>" in page
    rows = re.findall(r'<td class="number">([^<]*)</td><td class="number">([^<]*)</td>', page)
    without = [value for value, interval in rows if " to " not in interval]
    assert len(without) <= 1, "only coverage has none"


def test_the_same_command_plays_nothing_again(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.stat().st_mtime_ns for path in (made / "page.rows").rglob("*.parquet")}
    page = (made / "page.html").read_text()
    with pytest.raises(SystemExit):
        main(["report", *REPORT, "--out", str(made / "page.html")])
    assert {path: path.stat().st_mtime_ns for path in (made / "page.rows").rglob("*.parquet")} == before
    assert (made / "page.html").read_text() == page
    assert "The page is in" in capsys.readouterr().out


COMMAND = """
import sys, tetracade
from tetracade.cli.report import command_of
from tetracade.lab.arena import Contest
if sys.argv[1:]:
    tetracade.use_box(*sys.argv[1:])
print(command_of(Contest("tetratrax", ("3", "3"), 40, 2), "3", ["rows=10"], {"judged": 4, "seconds": 2.5}))
"""


def command(*boxes: str) -> str:
    """The command that a report tells, in a process with these boxes."""
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", COMMAND, *boxes], cwd=root, check=True, capture_output=True, text=True)
    return run.stdout.strip()


def test_the_command_that_repeats_it_names_another_box() -> None:
    usual = "tetracade report tetratrax --bots 3 --games 40 --seats 2 -o rows=10 --seed 0 --judged 4 --seconds 2.5"
    assert command() == usual
    assert command("tests/boxes/tetratrax.toml") == f"{usual} --box tests/boxes/tetratrax.toml"


def test_compare_prints_differences(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["compare", "tetratrax", "-o", "rows=10", "--with", "rows=14", "--bots", "greedy", "--games", "12"]
    with pytest.raises(SystemExit) as ended:
        main([*asked, "--jobs", "1", "--json"])
    assert ended.value.code == 0
    found = json.loads(capsys.readouterr().out)
    turns = next(each for each in found["differences"] if each["measure"] == "turns")
    assert turns["difference"]["low"] > 0
    assert turns["games_needed"] >= 2
    with pytest.raises(SystemExit):
        main([*asked, "--jobs", "1"])
    assert "Pairing saves" in capsys.readouterr().out


def test_where_games_differ_and_their_differences_do_not_pairing_saves_everything(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["compare", "tetratrax", "-o", "rows=10", "--with", "rows=10", "--bots", "random", "--games", "6"]
    with pytest.raises(SystemExit):
        main([*asked, "--jobs", "1", "--json"])
    found = json.loads(capsys.readouterr().out, parse_constant=lambda said: pytest.fail(f"{said} is no JSON"))
    turns = next(each for each in found["differences"] if each["measure"] == "turns")
    assert turns["saved"] is None
    assert turns["unpaired"]["high"] > 0 == turns["difference"]["high"]
    with pytest.raises(SystemExit):
        main([*asked, "--jobs", "1"])
    assert "∞" in capsys.readouterr().out


def test_compare_refuses_what_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["compare", "tetratrax", "--with", "rows=99", "--games", "2"])
    assert ended.value.code == 2
    assert "rows is one of 10 to 14" in " ".join(capsys.readouterr().err.split())


def test_arena_writes_parquet(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with pytest.raises(SystemExit):
        main(["arena", "tetratrax", "--bots", "greedy,random", "--games", "3", "--jobs", "1", "--parquet", str(path)])
    assert read(path).num_rows == 3


def test_playing_needs_none_of_it() -> None:
    """The commands are there without the extra, and say what they need."""
    code = "import sys; sys.modules.update(dict.fromkeys(('pyarrow', 'altair', 'vl_convert', 'ray')))\n"
    code += "from tetracade.cli import main; main(['report', 'tetratrax'])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "pip install 'tetracade[lab]'" in run.stderr


def test_sentences_say_what_was_measured() -> None:
    played = games(
        *(
            {"first": 0, "payoffs": [1.0, 0.0] if number % 4 else [0.0, 1.0], "turns": 20, "actions": 20, "forced": 5}
            for number in range(100)
        )
    )
    judged = joined(DECISION, [course(each, (0.5, 0.5), (0.2, 0.8), (0.95, 0.05), (1.0, 0.0)) for each in range(3)])
    clear = Link("1", "2", Figure(0.7, 0.6, 0.8, 40))
    even = Link("2", "3", Figure(0.5, 0.4, 0.6, 40))
    asked = Asked(Contest("tetratrax", ("3", "3"), 100, 2))
    found = sentences(Report(asked, played, judged, [clear, even]))
    assert len(found) == 5
    assert found[0] == "TetraTrax is a short game: 20.0 turns, about 2.75 minutes at 10 seconds a decision."
    assert "Going first is better by 25.0 % of a win" in found[2]
    assert "1 of 2 steps from random play to Master are clear" in found[3]
    assert "after 66.7 % of the game" in found[4]
    assert length([clear, even]) == 1


def test_numbers_are_written_for_people() -> None:
    assert (number(1234.5), number(12.34), number(-0.5), number(float("nan"))) == ("1,234", "12.3", "−0.50", "–")
    assert percent(-0.123) == "−12.3 %"
    assert interval(Figure(0.5, 0.4, 0.6, 9), "share") == "40.0 % to 60.0 %"


def test_a_histogram_of_one_value_is_drawn() -> None:
    assert "<svg" in charts.svg_of(charts.of_lengths(np.array([24.0] * 5), "turns"))


def test_points_and_use_are_told_only_where_there_are_any() -> None:
    played, judged = joined(GAME, []), joined(DECISION, [])
    worth, used, never = Figure(0.1, 0.0, 0.2, 40), Figure(0.5, 0.4, 0.6, 40), Figure(0.0, 0.0, 0.1, 40)

    def told(game: str, use: Figure) -> tuple[list[str], list[list[str]]]:
        asked = Asked(Contest(game, ("3", "3"), 100, 2))
        return cards_told(Report(asked, played, judged, [], [Card("ace", worth, worth, use)]))

    heads, rows = told("tetratrax", used)
    assert heads == ["card", "worth", "interval for all", "points", "interval for all", "games that use one"]
    assert rows == [["ace", "10.0 %", "0.0 % to 20.0 %", "0.10", "0.00 to 0.20", "50.0 %"]]
    assert told("tetrathedral", never) == (
        ["card", "worth", "interval for all"],
        [["ace", "10.0 %", "0.0 % to 20.0 %"]],
    )


def test_ticks_are_written_as_people_write_numbers() -> None:
    drawn = charts.svg_of(charts.of_lengths(np.array([1.0, 100.0, 600.0] * 9), "turns"))
    assert ">600<" in drawn
    assert "e+" not in re.sub(r'd="[^"]*"', "", drawn)
