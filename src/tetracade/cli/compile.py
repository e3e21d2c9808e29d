"""``tetracade compile``: compiles all games ahead, so that nobody has to wait later."""

import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Annotated

import typer

from tetracade import games
from tetracade.bots.warm import game_mark, warm_game
from tetracade.cli.app import app, console, progress
from tetracade.engine.compile import COMPILED


@app.command("compile")
def compile_games(
    only: Annotated[list[str] | None, typer.Argument(help="Names of games; all by default.")] = None,
) -> None:
    """Compile the games ahead of time. Quick if nothing has changed."""
    names = [games.find(name).name for name in only or games.names()]
    if not COMPILED:
        console.print("Nothing to compile: NUMBA_DISABLE_JIT is set.")
        return
    marks = {name: game_mark(games.find(name)) for name in names}
    missing = [name for name in names if not marks[name].exists()]
    if not missing:
        console.print("All games are compiled.")
        return
    with progress() as bar, ProcessPoolExecutor(min(os.cpu_count() or 1, len(missing))) as pool:
        task = bar.add_task("compiling the games", total=len(missing))
        running = {pool.submit(warm_game, name): name for name in missing}
        for done in as_completed(running):
            done.result()
            marks[running[done]].touch()
            bar.advance(task)
    console.print(f"Compiled {', '.join(missing)}.")
