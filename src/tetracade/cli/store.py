"""``tetracade store``: where a server keeps its tables."""

from pathlib import Path
from typing import Annotated

import typer

from tetracade.cli.app import app, complain, console

store_app = typer.Typer(help="Look after what a server stores.", no_args_is_help=True)
app.add_typer(store_app, name="store")


@store_app.command("copy")
def copy(
    file: Annotated[
        Path, typer.Argument(help="The file that a server has stored its tables in; stop the server first.")
    ],
    url: Annotated[str, typer.Argument(help="An empty database, as postgresql://USER@HOST/NAME.")],
) -> None:
    """Move a host from its file to PostgreSQL. Every table's chain of hashes is checked; the file stays as it is."""
    from tetracade.server.storage.storage import Unusable  # noqa: PLC0415 - other commands need not wait for these

    try:
        from tetracade.server.storage.copying import copy_file  # noqa: PLC0415
    except ImportError:
        complain("PostgreSQL needs more packages: install tetracade[postgres]")
    try:
        found = copy_file(file, url)
    except Unusable as error:
        complain(str(error))
    console.print(f"{found.tables} tables with {found.lines} lines copied; every chain was checked.", markup=False)
    if found.unsound:
        console.print(f"Damaged before, and copied as they are: {' '.join(found.unsound)}", markup=False)
