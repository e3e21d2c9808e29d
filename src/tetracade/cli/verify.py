"""``tetracade verify``: checks a record and its deal."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from tetracade import games
from tetracade.cli.app import app, console


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record, as downloaded from a table's page.", dir_okay=False)],
) -> None:
    """Check that a recorded game follows the rules and was dealt from the promised seed."""
    from tetracade.table.fair import verified  # noqa: PLC0415 - other commands need not wait for it

    found = verified(file.read_bytes().decode("utf-8", errors="replace"), games.find)
    if found.needs:
        console.print(f"it can't be checked here: {found.reason}", style="yellow", markup=False)
    elif not found.replays:
        console.print(f"not a game by the rules: {found.reason}", style="red", markup=False)
    elif found.fair is None:
        console.print(f"played by the rules; {found.reason}", markup=False)
    elif found.fair:
        console.print(f"played by the rules; all {found.outcomes} outcomes come from the seed that was promised")
    else:
        console.print(f"not dealt as promised: {found.reason}", style="red", markup=False)
    sys.exit(0 if found.ok else 1)
