"""The app that commands register with, and what commands share."""

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import tetracade
from tetracade import games
from tetracade.bots.levels import bot_names
from tetracade.engine.box import BadBox
from tetracade.engine.boxes import chosen
from tetracade.engine.game import BadOption, Game
from tetracade.games import UnknownGame
from tetracade.table.record import BadRecord

app = typer.Typer(
    name="tetracade",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

console = Console()
errors = Console(stderr=True)

PLAIN_ERRORS = (BadBox, BadOption, UnknownGame, BadRecord, OSError, UnicodeError)
"""Errors shown in one line, without a traceback."""


GameName = Annotated[
    str,
    typer.Argument(
        help="The game's name; `tetracade games` lists them.",
        autocompletion=lambda incomplete: [name for name in games.names() if name.startswith(incomplete)],
    ),
]


def complete_bots(incomplete: str) -> list[str]:
    """The names of bots that complete what was typed, or what follows its last comma."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in bot_names() if name.startswith(last)]


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"tetracade {tetracade.__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version.", is_eager=True, callback=_tell_version)
    ] = False,
    box: Annotated[
        list[str] | None,
        typer.Option(
            "--box",
            help="Play with another box: a file, a folder of files, or the name of one that comes with a game; "
            "repeatable. It may also stand after the command's name.",
        ),
    ] = None,
) -> None:
    """Five tabletop games about fours: play them, simulate them, measure them."""
    if box or chosen():  # what is wrong with a box shows before anything begins
        tetracade.use_box(*box or ())


def boxes_first(arguments: Sequence[str]) -> list[str]:
    """The arguments, with each --box FILE moved to the front: a box is settled before any command is."""
    boxes, others = [], []
    left = iter(arguments)
    for argument in left:
        if argument == "--":
            others += [argument, *left]
        elif argument == "--box":
            boxes += [argument, *([value] if (value := next(left, None)) is not None else [])]
        elif argument.startswith("--box="):
            boxes.append(argument)
        else:
            others.append(argument)
    return [*boxes, *others]


def plain(error: Exception) -> str:
    """What is wrong, without the system's error number."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def complain(sentence: str) -> NoReturn:
    """Print what is wrong in one line, and exit with code 2."""
    errors.print(f"tetracade: {' '.join(sentence.split())}", style="red", markup=False, highlight=False, soft_wrap=True)
    sys.exit(2)


def check_writable(path: Path) -> None:
    """Complain, before any work is done, if the file can't be written; its content stays as it is."""
    there = path.exists()
    try:
        with path.open("a", encoding="utf-8"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        complain(f"can't write {path} ({error.strerror or error})")


def progress() -> Progress:
    """A progress bar on standard error that disappears when done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    )


def need(extra: str, *modules: str) -> None:
    """Complain if the extra's packages aren't there."""
    if any(importlib.util.find_spec(module) is None for module in modules):
        complain(f"this needs the extra `{extra}`: pip install 'tetracade[{extra}]'")


def read_options(game: Game, given: Sequence[str]) -> dict[str, Any]:
    """The options written as NAME=VALUE."""
    known = {option.name: option for option in game.options}
    values = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"write an option as NAME=VALUE, not {text!r}")
        if name not in known:
            has = f"its options are {', '.join(known)}" if known else "it has no options"
            raise BadOption(f"{game.title} has no option {name!r}; {has}")
        values[name] = known[name].read(value)
    return values
