"""``tetracade serve``: the online table."""

import socket
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from tetracade import games
from tetracade.cli.app import app, complain, console
from tetracade.cli.compile import compile_other_boxes
from tetracade.engine.game import BadOption
from tetracade.server.settings import usual_workers

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean all interfaces, and how to reach each from this machine."""


def address(host: str, port: int) -> str:
    """The page's URL for a browser on this machine."""
    name = EVERYWHERE.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def check_free(host: str, port: int, otherwise: str) -> None:
    """Complain, and say what to do ``otherwise``, if the port can't be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family):
            pass
    except OSError as error:
        complain(f"can't listen at {host}:{port} ({error.strerror or error}); {otherwise}")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all interfaces.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port.", min=1, max=65535)] = 8044,
    data: Annotated[Path | None, typer.Option(help="The file that stores the tables.")] = None,
    store: Annotated[
        str,
        typer.Option(
            help="A PostgreSQL database that stores the tables instead, as postgresql://USER@HOST/NAME; the password "
            "comes from PGPASSWORD or a passfile.",
        ),
    ] = "",
    processes: Annotated[
        int, typer.Option(help="How many server processes share the port and the database.", min=1, max=64)
    ] = 1,
    member: Annotated[int, typer.Option(hidden=True)] = -1,
    peer_host: Annotated[
        str, typer.Option(help="With --store: the address at which servers on other machines reach this one.")
    ] = "127.0.0.1",
    origin: Annotated[list[str] | None, typer.Option(help="Another origin whose pages may connect.")] = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="A name people use to reach the server, such as games.example.org; addresses need no entry."),
    ] = None,
    operator: Annotated[
        str, typer.Option(help="HOST:PORT for /metrics and a detailed /health; don't make it public.")
    ] = "",
    sizes: Annotated[
        bool,
        typer.Option(help="With --operator: also serve /sizes, which shows what the process holds in memory, by game."),
    ] = False,
    proxied: Annotated[
        bool,
        typer.Option(
            help="A proxy in front adds the client's address as the last entry of X-Forwarded-For, which rate limits "
            "go by. Limit connections per client in the proxy: here they all come from it."
        ),
    ] = False,
    chat: Annotated[bool, typer.Option(help="Whether tables can have a chat.")] = True,
    workers: Annotated[int, typer.Option(help="Number of bot processes.", min=0, max=64)] = usual_workers(),
    bot: Annotated[
        str | None,
        typer.Option(help="Let your own bot play the bots' seats: module:Class, or nets for their games: A.npz,B.npz."),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Host tables for people and bots: the page, WebSocket and HTTP, all in one process and one file."""
    from tetracade.bots.own import maker_of  # noqa: PLC0415
    from tetracade.server.api.operator import BadAddress, split_address  # noqa: PLC0415
    from tetracade.server.many import Many, commands_for  # noqa: PLC0415
    from tetracade.server.serve import serve as run  # noqa: PLC0415
    from tetracade.server.settings import Settings  # noqa: PLC0415
    from tetracade.server.storage.storage import Unusable  # noqa: PLC0415 - other commands need not wait for these
    from tetracade.server.workers.precompiling import compile_missing  # noqa: PLC0415

    kept = data or Path(platformdirs.user_data_dir("tetracade")) / "tables.sqlite"
    if processes > 1 and not store:
        complain("a file is one process's alone, so --processes needs a database; name it with --store postgresql://…")
    if store and data:
        complain("--data and --store are two places; choose one")
    if member < 0:
        check_free(host, port, "choose another with --port or --host")
    if operator:
        try:
            where, door = split_address(operator)
            operator = f"{where}:{door + max(member, 0)}"
            check_free(where, door + max(member, 0), "choose another with --operator")
        except BadAddress as error:
            complain(f"--operator: {error}")

    if member < 0:
        compile_other_boxes(games.names())
    if processes > 1 and member < 0:
        compile_missing()
        raise typer.Exit(Many(commands_for(sys.argv[1:], processes)).run())

    def ready() -> None:
        if member <= 0:
            place = "the database" if store else kept
            console.print(
                f"The table is set: {address(host, port)}  (saved in {place}; stop with Ctrl+C)", markup=False
            )
        if open_page:
            webbrowser.open(address(host, port))

    settings = Settings(
        data=kept,
        store=store,
        host=host,
        port=port,
        shared_port=member >= 0,
        peer_host=peer_host,
        origins=tuple(origin or ()),
        hosts=tuple(host_name or ()),
        operator=operator,
        sizes=sizes,
        proxied=proxied,
        chat=chat,
        workers=max(workers // processes, 1) if workers else 0,
    )
    if bot is not None:
        if maker_of(bot) is None:
            raise BadOption(f"there is no bot {bot!r}; name yours as module:Class or NET.npz")
        settings = replace(settings, bot=bot)
    try:
        run(settings, ready)
    except Unusable as error:
        hint = "" if store else "; choose another file, or one that doesn't exist yet, with --data"
        complain(f"{error}{hint}")
