"""``tetracade compile``: compiles all games ahead, so that nobody has to wait later."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated

import typer

from tetracade import games
from tetracade.analysis.warm import judge_mark, warm_judge
from tetracade.bots.warm import game_mark, warm_game
from tetracade.cli.app import app, complain, console, progress
from tetracade.engine.compile import COMPILED
from tetracade.engine.game import Game
from tetracade.table.warm import compile_rules, rules_mark

Mark = Callable[[Game], Path]


@app.command("compile")
def compile_games(
    only: Annotated[list[str] | None, typer.Argument(help="Names of games; all by default.")] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="Only the rules: a server compiles what its bots need while it runs.")
    ] = False,
    judges: Annotated[
        bool, typer.Option("--judges", help="Also what `tetracade analyse` needs; else it compiles that on first use.")
    ] = False,
) -> None:
    """Compile the games ahead of time. Quick if nothing has changed."""
    if rules and judges:
        complain("--rules is for less than usual, --judges for more; give one of them")
    names = [games.find(name).name for name in only or games.names()]
    if not COMPILED:
        console.print("Nothing to compile: NUMBA_DISABLE_JIT is set.")
        return
    marks = (rules_mark,) if rules else (game_mark, judge_mark) if judges else (game_mark,)
    missing = compile_now(names, marks)
    console.print(f"Compiled {', '.join(missing)}." if missing else "All games are compiled.")


def compile_now(names: Sequence[str], marks: Sequence[Mark] = (game_mark,)) -> list[str]:
    """Compile those of the games that lack one of these marks, with a progress bar; return their names."""
    wanted = {name: [mark(games.find(name)) for mark in marks] for name in names} if COMPILED else {}
    missing = [name for name, files in wanted.items() if not all(file.exists() for file in files)]
    if not missing:
        return []
    with progress() as bar, ProcessPoolExecutor(min(os.cpu_count() or 1, len(missing))) as pool:
        task = bar.add_task("compiling the games", total=len(missing))
        running = {pool.submit(warm, name, games.find(name).box_mark, marks): name for name in missing}
        for done in as_completed(running):
            done.result()
            for file in wanted[running[done]]:
                file.touch()
            bar.advance(task)
    return missing


def warm(name: str, box: str, marks: Sequence[Mark]) -> None:
    """Compile what these marks stand for: the game's rules, all of the game, its judge."""
    if rules_mark in marks:
        game = games.find(name)
        game.check_box(box)
        compile_rules(game)
    if game_mark in marks:
        warm_game(name, box)
    if judge_mark in marks:
        warm_judge(name)


def compile_other_boxes(names: Sequence[str]) -> None:
    """Compile those of the games whose box isn't the standard one, so that nobody waits without knowing why."""
    compile_now([name for name in names if games.find(name).box_mark])
