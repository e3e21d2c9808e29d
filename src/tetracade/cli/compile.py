"""``tetracade compile``: compiles all games ahead, so that nobody has to wait later."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Annotated

import typer

from tetracade import games
from tetracade.analysis.warm import judge_mark, warm_judge
from tetracade.bots.warm import game_mark, warm_game
from tetracade.cli.app import app, console, progress
from tetracade.engine.compile import COMPILED


@app.command("compile")
def compile_games(
    only: Annotated[list[str] | None, typer.Argument(help="Names of games; all by default.")] = None,
    judges: Annotated[
        bool, typer.Option("--judges", help="Also what `tetracade analyse` needs; else it compiles that on first use.")
    ] = False,
) -> None:
    """Compile the games ahead of time. Quick if nothing has changed."""
    names = [games.find(name).name for name in only or games.names()]
    if not COMPILED:
        console.print("Nothing to compile: NUMBA_DISABLE_JIT is set.")
        return
    missing = compile_now(names, judges=judges)
    console.print(f"Compiled {', '.join(missing)}." if missing else "All games are compiled.")


def compile_now(names: Sequence[str], *, judges: bool = False) -> list[str]:
    """Compile those of the games that aren't compiled yet, with a progress bar; return their names."""
    makes = (game_mark, judge_mark) if judges else (game_mark,)
    marks = {name: [mark(games.find(name)) for mark in makes] for name in names} if COMPILED else {}
    missing = [name for name, each in marks.items() if not all(mark.exists() for mark in each)]
    if not missing:
        return []
    with progress() as bar, ProcessPoolExecutor(min(os.cpu_count() or 1, len(missing))) as pool:
        task = bar.add_task("compiling the games", total=len(missing))
        running = {pool.submit(warm, name, games.find(name).box_mark, judges): name for name in missing}
        for done in as_completed(running):
            done.result()
            for mark in marks[running[done]]:
                mark.touch()
            bar.advance(task)
    return missing


def warm(name: str, box: str, judge: bool) -> None:
    """Compile the game and, if wanted, its judge."""
    warm_game(name, box)
    if judge:
        warm_judge(name)


def compile_other_boxes(names: Sequence[str]) -> None:
    """Compile those of the games whose box isn't the standard one, so that nobody waits without knowing why."""
    compile_now([name for name in names if games.find(name).box_mark])
