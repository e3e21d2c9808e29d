"""Which rules no test cites. ``python -m tests.suites.traceability`` prints them."""

import ast
import re
import sys
from pathlib import Path

from tests.suites.every import GAMES, folder_of
from tetracade.engine.game import Game


def rules_of(game: Game) -> list[str]:
    """The numbers of the game's rules, in order."""
    return re.findall(r"^- \*\*([A-Z]+\d+)", (game.folder / "rules.md").read_text(), re.M)


def cited_in(file: Path) -> set[str]:
    """The numbers in this file's marks on test functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).split(".")[-1] == "rule":
                    found |= {str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant)}
    return found


def uncited(game: Game) -> list[str]:
    """The game's rules that no test cites."""
    cited: set[str] = set()
    for file in folder_of(game).glob("**/test_*.py"):
        cited |= cited_in(file)
    return [rule for rule in rules_of(game) if rule not in cited]


def main() -> int:
    """Print each game's rules without a test; 1 if there are any."""
    missing = {game.title: uncited(game) for game in GAMES.values()}
    for title, rules in missing.items():
        print(f"{title}: {', '.join(rules) or 'every rule is cited by a test'}")
    return int(any(missing.values()))


if __name__ == "__main__":
    sys.exit(main())
