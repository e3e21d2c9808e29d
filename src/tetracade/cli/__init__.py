"""The command line ``tetracade``. A command is a module here that registers itself with the app."""

import importlib
import pkgutil
import sys

import click

from tetracade.cli.app import PLAIN_ERRORS, app, complain


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; wrong input ends in one clear line and exit code 2."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    try:
        app(args=arguments, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as help_asked:
        help_asked.show()
        sys.exit(2)
    except click.UsageError as error:
        hint = f" (see: {error.ctx.command_path} --help)" if error.ctx else ""
        complain(f"{error.format_message()}{hint}")
    except click.Abort:
        sys.exit(130)
    except PLAIN_ERRORS as error:
        complain(str(error))
