"""The command line, as people and programs call it."""

import json
import os
import re
import shlex
import socket
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import tetracade
from tetracade.cli.bench import bench_module
from tetracade.cli.play import show_result
from tetracade.engine.kernel import kernel_of

GIVES_UP = 120.0
"""Seconds after which a server that says nothing is ended; nothing is measured by it."""


def run(
    *words: str, said: str = "", code: int = 0, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """What the command prints, with the exit code that is expected."""
    done = subprocess.run(
        [sys.executable, "-c", "from tetracade.cli import main; main()", *words],
        input=said,
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1", **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    return done


def test_games_lists_every_game() -> None:
    printed = run("games").stdout
    described = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in described] == list(tetracade.game_names())
    for name in tetracade.game_names():
        assert tetracade.game(name).title in printed


def test_games_says_what_each_option_is_in_plain_words() -> None:
    printed = " ".join(run("games").stdout.split())
    for name in tetracade.game_names():
        for option in tetracade.game(name).options:
            assert f"({option.text})" in printed
            assert not re.search(r"\b(lots?|bible|strips?|single game)\b", option.text)


def test_rules_shows_every_number() -> None:
    printed = run("rules", "tetratrax").stdout
    assert all(f"TX{number}" in printed for number in range(1, 11))
    assert "**TX1**" in json.loads(run("rules", "tetratrax", "--json").stdout)["rules"]


@pytest.mark.parametrize(
    "command",
    [
        (),
        ("play",),
        ("games",),
        ("rules",),
        ("bench", "engine"),
        ("bench", "server"),
        ("serve",),
        ("arena",),
        ("compile",),
        ("analyse",),
    ],
)
def test_every_command_has_help(command: tuple[str, ...]) -> None:
    printed = run(*command, "--help").stdout
    assert "Usage" in printed
    assert len(printed.splitlines()) > 5


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nix",), "No such command"),
        (("rules", "chess"), "there is no game 'chess'; the games are"),
        (("play", "tetratrax", "--seats", "3"), "has 2 seats, not 3"),
        (("play", "tetratrax", "--seat", "7"), "there is no seat 7"),
        (("play", "tetratrax", "-o", "rows=9"), "rows is one of 10 to 14"),
        (("play", "tetratrax", "-o", "rows"), "NAME=VALUE"),
        (("play", "retro_tetro", "--seats", "2", "-o", "level=3"), "level=3 is for 1 seat, not 2 (RT22)"),
        (("play", "tetratrax", "--bot", "hal"), "there is no bot 'hal'"),
        (("arena", "tetratrax", "--bots", "hal,greedy"), "there is no bot 'hal'"),
        (("arena", "tetratrax", "--bots", "greedy", "--seats", "2"), "2 seats need 2 bots"),
        (("arena", "tetratrax", "--games", "0"), "at least one game"),
        (("arena", "tetratrax", "--jobs", "-2"), "--jobs"),
        (("arena", "tetratrax", "--jobs", "0"), "--jobs"),
        (("arena", "tetratrax", "--seats", "0"), "--seats"),
        (("arena", "tetratrax", "--file", "/nowhere/at/all.json"), "/nowhere/at/all.json"),
        (("play", "tetratrax", "--record", "/nowhere/at/all.txt"), "/nowhere/at/all.txt"),
        (("play", "tetratrax", "--record", "/dev/null/game.txt"), "/dev/null/game.txt"),
        (("verify", "/dev/null/game.txt"), "/dev/null/game.txt"),
        (("analyse", "/nowhere/game.txt"), "tetracade: /nowhere/game.txt: No such file or directory"),
        (("bench", "server", "--tables", "0"), "--tables"),
        (("bench", "server", "--seconds", "-1"), "--seconds"),
        (("bench", "server", "--idle", "-1"), "--idle"),
        (("bench", "server", "--game", "chess"), "there is no game 'chess'; the games are"),
        (("bench", "engine", "--json", "/nowhere/at/all.json"), "/nowhere/at/all.json"),
        (("bench", "engine", "--markdown", "/nowhere/at/all.md"), "/nowhere/at/all.md"),
        (("games", "--nix"), "No such option"),
    ],
)
def test_wrong_input_gets_one_clear_line(words: tuple[str, ...], says: str) -> None:
    done = run(*words, code=2)
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("command", [("games",), ("--version",)])
def test_what_compiles_nothing_needs_no_cache(command: tuple[str, ...]) -> None:
    done = run(*command, TETRACADE_CACHE="/dev/null/cache", NUMBA_DISABLE_JIT="0")
    assert done.stdout
    assert not done.stderr


def test_a_cache_that_cannot_be_written_is_said_in_one_line_and_one_plays_on(tmp_path: Path) -> None:
    done = run(
        *("play", "tetratrax"),
        said="quit\n",
        TETRACADE_CACHE="/dev/null/cache",
        TMPDIR=str(tmp_path),
        NUMBA_DISABLE_JIT="0",
    )
    assert len([line for line in done.stderr.splitlines() if "/dev/null/cache" in line]) == 1
    assert list(tmp_path.rglob("*.nbc"))


def test_the_rules_alone_are_compiled_ahead_and_only_once(tmp_path: Path) -> None:
    words = ("compile", "tetratrax", "--rules")
    assert "Compiled tetratrax." in run(*words, TETRACADE_CACHE=str(tmp_path)).stdout
    assert "All games are compiled." in run(*words, TETRACADE_CACHE=str(tmp_path)).stdout
    marks = {file.name for file in tmp_path.rglob("*") if file.name in ("rules.pickle", "all")}
    assert marks == {"rules.pickle"}
    assert "give one of them" in run("compile", "--rules", "--judges", code=2).stderr


def test_what_cannot_be_read_or_printed_is_said_in_one_line(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"\xff")
    for done in (
        run("bench", "engine", "--markdown", str(page), code=2),
        run("play", "retro_tetro", code=2, PYTHONIOENCODING="ascii"),
        run("play", "tetratrax", said="é\n", code=2, PYTHONIOENCODING="ascii:strict"),
    ):
        assert re.search("codec can't (de|en)code", done.stderr)
        assert len(done.stderr.strip().splitlines()) == 1


def test_a_file_that_is_only_looked_at_is_left_as_it_was(tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("as it was")
    for file in (old, new):
        run("play", "tetratrax", "--seat", "9", "--record", str(file), code=2)
    assert old.read_text() == "as it was"
    assert not new.exists()


def test_the_version_is_the_package_s() -> None:
    assert run("--version").stdout == f"tetracade {tetracade.__version__}\n"
    described = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{tetracade.__version__}"' in described


def test_the_server_is_measured_from_any_folder(tmp_path: Path) -> None:
    words = ("bench", "server", "--tables", "1", "--seconds", "1", "--idle", "3")
    done = run(*words, "--game", "connect_four", folder=tmp_path, NUMBA_DISABLE_JIT="1")
    assert "connect_four" in done.stdout
    assert "'idle tables': 3" in done.stdout


def test_without_the_source_the_bench_says_what_it_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tetracade.cli.bench.ROOT", tmp_path)
    for name in ("server", "engine"):
        with pytest.raises(SystemExit) as ending:
            bench_module(name)
        assert ending.value.code == 2


def test_a_game_is_played_in_the_terminal(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    words = ("play", "tetratrax", "--seed", "1", "--bot", "greedy", "-o", "starter=white", "--record", str(record))
    done = run(*words, said="help\nlist\nhint\nwhy D2@A\nwhy nonsense\nnonsense\nundo\nO1@A\nundo\nT1@C\nquit\n")
    assert "for example D1@A" in done.stdout
    assert len(re.findall(r"\(expects \d+%\)", done.stdout)) == 3
    assert "drops an O on" in done.stdout
    assert "never upright" in done.stdout
    assert "isn't a drop" in done.stdout
    assert "There is nothing to undo" in done.stdout
    table = tetracade.replay(record.read_text())
    assert table.entries[0].seat == 0
    assert table.record().splitlines()[3 + len(table.options)] == "0 T1@C"


def test_a_terminal_game_begins_with_the_board_and_shows_its_key_once() -> None:
    done = run("play", "foursome", "--seed", "3", "--bot", "random", said="story\nquit\n")
    before, _, after = done.stdout.partition("    A    B    C")
    assert len(before.splitlines()) < 12
    assert done.stdout.count("Theo Retical,") + done.stdout.count("T Theo Retical\n") == 1
    assert len(re.findall(r"^  .* is dealt|^  .* card", after, re.MULTILINE)) > 12


@pytest.mark.parametrize("game", tetracade.game_names())
def test_a_board_keeps_its_lines_in_a_terminal_of_60_columns(game: str) -> None:
    done = run("play", game, "--seed", "3", "--bot", "random", said="board\nquit\n", COLUMNS="60")
    assert "this window has 60" not in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 62  # a prompt stands before an answer


def test_a_terminal_that_is_too_narrow_for_a_board_is_told_so() -> None:
    done = run("play", "tetrathedral", "--seed", "3", "--bot", "random", said="quit\n", COLUMNS="40")
    assert "columns; this window has 40." in " ".join(done.stdout.split())


def test_dealing_in_the_middle_is_told_in_one_line() -> None:
    words = ("play", "tetrad", "--seats", "8", "-o", "deals=blue", "--seed", "4", "--bot", "random")
    before, _, _ = run(*words, said="quit\n").stdout.partition("gameboard pile")
    assert re.search(r"^  \(3[0-9] draws in a row; type story to read them\)$", before, re.MULTILINE)
    assert "is dealt" not in before


@pytest.mark.parametrize("words", [("-h",), ("--help",), ("play", "-h")])
def test_help_is_short_to_ask_for(words: tuple[str, ...]) -> None:
    assert "Usage: tetracade" in run(*words).stdout


@pytest.mark.parametrize("words", [(), ("box",), ("rl",)])
def test_a_command_without_words_shows_its_help_and_nothing_else(words: tuple[str, ...]) -> None:
    shown = run(*words, code=2)
    assert "Usage: tetracade" in shown.stdout
    assert shown.stderr == ""


def test_the_version_is_short_to_ask_for_and_the_module_is_the_command() -> None:
    assert run("-V").stdout == run("--version").stdout == f"tetracade {tetracade.__version__}\n"
    words = [sys.executable, "-m", "tetracade", "-V"]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == run("-V").stdout


def test_the_list_of_games_fits_forty_columns() -> None:
    printed = run("games", COLUMNS="40").stdout
    assert max(map(len, printed.splitlines())) <= 40
    for name in tetracade.game_names():
        assert name in printed


def test_a_shell_completes_the_names_of_games() -> None:
    done = run(_TETRACADE_COMPLETE="complete_bash", COMP_WORDS="tetracade play tetra", COMP_CWORD="2")
    assert done.stdout.split() == ["tetrad", "tetrathedral", "tetratrax"]


def test_a_whole_game_ends_with_its_result() -> None:
    table = tetracade.new("tetratrax", seed=1, starter="white")
    greedy = tetracade.bot("tetratrax", "greedy")
    said = []
    while not table.over:
        seat = table.acting[0]
        action = greedy.choose(table, seat)
        if seat == 0:
            said.append(action.notation)
        table.play(action)
    done = run(
        "play", "tetratrax", "--seed", "1", "--bot", "greedy", "-o", "starter=white", said="\n".join(said) + "\n"
    )
    assert table.result is not None
    assert table.result.reason in done.stdout
    for seat, points in enumerate(table.result.points):
        assert f"{('White', 'Black')[seat]}: {points} points" in done.stdout


def test_a_match_is_played_left_and_gone_on_with_in_the_other_seat(tmp_path: Path) -> None:
    match = tetracade.match("tetratrax", games=2, seed=1)
    table = match.next()
    greedy = tetracade.bot("tetratrax", "greedy")
    said = []
    while not table.over:
        action = table.play(greedy.choose(table, table.acting[0]))
        said += [action.notation] if action.seat == 0 else []
    match.add(table)
    match.next()
    stands = f"{match}. In this game you are Black."
    saved = ("--record", str(tmp_path / "game.txt"))
    left = run(
        *("play", "tetratrax", "--games", "2", "--seed", "1", "--bot", "greedy"),
        *saved,
        said="\n".join([*said, "quit"]) + "\n",
    ).stdout
    assert "0 of 2 games played: White 0, Black 0. In this game you are White." in left
    assert stands.startswith("1 of 2 games played: White ")
    assert stands in left
    command = shlex.split(left.partition("with: tetracade ")[2])
    assert command[:5] == ["play", "tetratrax", "--seats", "2", "--seat"]
    again = run(*command, *saved, said="quit\n").stdout
    assert stands in again
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game-1.txt", "game-2.txt", "game-3.txt"]
    assert tetracade.replay((tmp_path / "game-1.txt").read_text()).result == table.result


def test_a_draw_is_called_a_draw(capsys: pytest.CaptureFixture[str]) -> None:
    table = tetracade.new("tetratrax", seed=1)
    state = kernel_of(table.game).states()
    table.game.words.read_position(state[0], "tower=- act=nobody points=1,1")
    table.state.setfield(state[0], state.dtype)
    show_result(table, 0)
    said = capsys.readouterr().out
    assert "A draw: no tile fits any more." in said
    assert "White: 1 point (" in said


def test_an_arena_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    words = ("arena", "tetratrax", "--bots", "greedy,random", "--games", "6", "--jobs", "1", "--file", str(file))
    whole = json.loads(run(*words, "--json").stdout)
    held = json.loads(file.read_text())
    assert [game["number"] for game in held["games"]] == list(range(6))
    file.write_text(json.dumps({**held, "games": held["games"][:2]}))
    again = json.loads(run(*words, "--json").stdout)
    for standing in (*whole, *again):
        standing.pop("slowest")
    assert again == whole
    assert [game["seating"][0] for game in held["games"]] == ["greedy", "random"] * 3
    other = run("arena", "tetratrax", "--bots", "greedy,random", "--games", "7", "--file", str(file), code=2)
    assert "has another contest in it" in other.stderr
    file.write_text("{")
    assert "is not a saved contest" in run(*words, code=2).stderr


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port, "--data", str(tmp_path / "tables.sqlite"), code=2)
    assert f"can't listen at 127.0.0.1:{port}" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_file_that_cannot_keep_tables_is_said_in_one_line(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("This is no database, but long enough to be taken for one. " * 100, encoding="utf-8")
    other, newer = tmp_path / "other.sqlite", tmp_path / "newer.sqlite"
    for path, statement in ((other, "CREATE TABLE mine (a)"), (newer, "PRAGMA user_version = 1000")):
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.close()
    wrong = {
        text: "not a database",
        tmp_path: "is a folder",
        text / "tables.sqlite": "can't be created",
        Path("/proc/none/tables.sqlite"): "can't be created",
        other: "another program",
        newer: "schema 1000",
    }
    for path, says in wrong.items():
        before = path.read_bytes() if path.is_file() else b""
        done = run("serve", "--port", str(free_port()), "--data", str(path), code=2)
        assert says in done.stderr
        assert "--data" in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
        assert before == (path.read_bytes() if path.is_file() else b"")


def test_a_second_server_on_the_same_file_is_refused_in_one_line(tmp_path: Path) -> None:
    data = str(tmp_path / "tables.sqlite")
    for end in (subprocess.Popen.kill, subprocess.Popen.terminate):  # the lock goes with the process, however it ends
        port = str(free_port())
        with subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"from tetracade.cli import main; main({['serve', '--data', data, '--port', port]})",
            ],
            env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as serving:
            assert serving.stdout is not None
            watchdog = threading.Timer(GIVES_UP, serving.kill)
            watchdog.start()
            assert "The table is set" in serving.stdout.readline()
            done = run("serve", "--port", str(free_port()), "--data", data, code=2)
            end(serving)
            serving.wait()
            watchdog.cancel()
        assert f"{data} is in use by another server" in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_playing_opens_the_page_once_it_is_there_and_ends_with_its_address(tmp_path: Path) -> None:
    last = (Path(__file__).parents[2] / "scripts/play").read_text(encoding="utf-8").splitlines()[-1]
    program, *words = shlex.split(last.removeprefix("exec ").removesuffix(' "$@"'))
    assert program == ".venv/bin/tetracade"
    port = str(free_port())
    browser = tmp_path / "browser"  # fetches the page, as a browser does, and says so
    fetch = "import sys, urllib.request; print(sys.argv[1], urllib.request.urlopen(sys.argv[1]).status)"
    browser.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{fetch}' \"$1\"\n", encoding="utf-8")
    browser.chmod(0o755)
    with subprocess.Popen(
        [sys.executable, "-c", "from tetracade.cli import main; main()", *words, "--port", port, "--data", "t.sqlite"],
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "BROWSER": f"{browser} %s"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
    ) as serving:
        assert serving.stdout is not None
        watchdog = threading.Timer(GIVES_UP, serving.kill)
        watchdog.start()
        told, fetched = serving.stdout.readline(), serving.stdout.readline()
        watchdog.cancel()
        serving.terminate()
    address = f"http://127.0.0.1:{port}/"
    assert told.startswith(f"The table is set: {address} ")
    assert fetched == f"{address} 200\n"


def finished_game(name: str = "tetratrax", seats: int = 2) -> str:
    """The record of a game by first actions."""
    table = tetracade.new(name, seats=seats, seed=1)
    while not table.over:
        table.play(table.legal()[0])
    return table.record()


def test_analyse_tells_luck_and_play_and_writes_a_page(tmp_path: Path) -> None:
    record, page = tmp_path / "game.txt", tmp_path / "game.html"
    record.write_text(finished_game())
    kept = str(tmp_path / "kept")
    said = run("analyse", str(record), "--setting", "cheapest", "--html", str(page), TETRACADE_ANALYSES=kept).stdout
    assert "Dealt luck" in said
    assert "would have won" in said
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    (file,) = Path(kept).iterdir()
    file.write_text(file.read_text().replace("would have won", "could have won"))
    found = json.loads(run("analyse", str(record), "--setting", "cheapest", "--json", TETRACADE_ANALYSES=kept).stdout)
    assert "could have won" in found["words"][0], "kept from before"
    assert found["game"] == "tetratrax"
    assert len(found["sums"]) == 2


def test_analyse_keeps_many_seats_legible_and_tells_partners_their_luck_once(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(finished_game("foursome", 8))
    said = run("analyse", str(record), "--setting", "cheapest", TETRACADE_ANALYSES="", COLUMNS="80").stdout
    lines = said.split("\n")
    heads = [line for line in lines if "percentage points  " in line]
    assert [line.count("Player") for line in heads] == [3, 3, 2]
    assert not [line for line in lines if "…" in line]
    lucky = [line for line in lines if line.startswith("Lucky for ")]
    assert lucky
    assert all(" and Player " in line for line in lucky), lucky


def test_analyse_says_what_is_wrong_in_a_line(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("\n".join(finished_game().split("\n")[:9]) + "\n")
    failed = run("analyse", str(record), code=2)
    assert failed.stderr.strip() == (
        "tetracade: This game isn't over yet; only finished games can be analysed as a whole."
    )
    assert "there is no setting 'huge'" in run("analyse", str(record), "--setting", "huge", code=2).stderr
