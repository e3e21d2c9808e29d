"""The command line ``tetracade``. A command is a module here that registers itself with the app."""

import importlib
import pkgutil
import sys
from typing import Any

import typer
from typer.exceptions import TyperException

from tetracade.cli.app import PLAIN_ERRORS, app, boxes_first, complain, plain


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; wrong input ends with one clear line and exit code 2."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    try:
        code = app(
            args=boxes_first(sys.argv[1:] if arguments is None else arguments),
            prog_name="tetracade",
            standalone_mode=False,
        )
    except TyperException as error:
        complaint: Any = error
        if not (sentence := complaint.format_message()):  # nothing was asked for, so the help has been shown
            sys.exit(complaint.exit_code)
        context = getattr(complaint, "ctx", None)
        hint = f" (see: {context.command_path} --help)" if context else ""
        complain(f"{sentence}{hint}")
    except typer.Abort:
        sys.exit(130)
    except PLAIN_ERRORS as error:
        complain(plain(error))
    sys.exit(code if isinstance(code, int) else 0)
