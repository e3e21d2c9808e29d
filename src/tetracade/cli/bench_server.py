"""``tetracade bench server``: the online table under load."""

from typing import Annotated

import typer
from rich.table import Table as Grid

from tetracade.cli.app import complain, console
from tetracade.cli.bench import bench_app, bench_module


@bench_app.command("server")
def bench_server(
    game: Annotated[
        list[str] | None, typer.Option(help="Games to play; by default a light one and a heavy one.")
    ] = None,
    tables: Annotated[
        list[int] | None, typer.Option(help="How many tables; 50 and then 200 by default.", min=1)
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each row.", min=0.1)] = 9.0,
    idle: Annotated[
        int, typer.Option(help="Also measure the memory of this many idle tables; 0 for none.", min=0)
    ] = 10_000,
) -> None:
    """Measure saved actions per second, latency, traffic and memory of one server with many clients.

    You need the source, set up with scripts/setup.
    """
    import uvloop  # noqa: PLC0415 - where there is none, the other commands work

    server = bench_module("server")
    names = game or ("connect_four", "retro_tetro")
    for name in names:
        server.check_game(name)
    try:
        rows = [
            uvloop.run(server.measured(count, seconds, pace, name))
            for name in names
            for count in tables or (50, 200)
            for pace in (0.0, 4.0)
        ]
        waiting = uvloop.run(server.idle(idle, "connect_four")) if idle else None
    except RuntimeError as error:
        complain(str(error))
    grid = Grid(*rows[0])
    for row in rows:
        grid.add_row(*(str(value) for value in row.values()))
    console.print(grid)
    if waiting:
        console.print(waiting)
