"""Mutants: changes for the worse, each with the tests that must notice it. The lists are the TOML files beside this."""

import ast
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COMPILED = (
    "src/tetracade/engine/",
    "src/tetracade/games/",
    "src/tetracade/bots/search.py",
    "src/tetracade/table/undo.py",
)
"""Where functions are that become machine code."""


class Outdated(Exception):
    """The entry no longer fits the sources; the message says how."""


@dataclass(frozen=True)
class Mutant:
    """A change: in ``file``, ``old`` becomes ``new``; ``tests`` must fail then; ``harm`` is what people would feel."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    harm: str

    @property
    def compiled(self) -> bool:
        """Whether the rules have to be compiled anew."""
        return self.file.startswith(COMPILED)

    def text(self, root: Path) -> str:
        """The file's text with the change made; Outdated where the old text is not there exactly once."""
        path = root / self.file
        if not path.is_file():
            raise Outdated(f"{self.name}: there is no file {self.file}")
        text = path.read_text(encoding="utf-8")
        if (found := text.count(self.old)) != 1:
            raise Outdated(f"{self.name}: the old text stands {found} times in {self.file}, not once")
        return text.replace(self.old, self.new)

    def check(self, root: Path) -> None:
        """Raise Outdated unless the change can be made and its tests exist."""
        text = self.text(root)
        if self.file.endswith(".py"):
            ast.parse(text)
        if self.old == self.new:
            raise Outdated(f"{self.name}: changes nothing")
        if not self.tests:
            raise Outdated(f"{self.name}: names no test")
        for test in self.tests:
            path, _, function = test.partition("::")
            if not (root / path).is_file():
                raise Outdated(f"{self.name}: there is no file {path}")
            name = re.escape(function.partition("[")[0])
            if name and not re.search(rf"^def {name}\(", (root / path).read_text(encoding="utf-8"), re.MULTILINE):
                raise Outdated(f"{self.name}: there is no test {test}")


def listed() -> list[Mutant]:
    """All mutants, by file and in the order in which they stand there."""
    found: list[Mutant] = []
    for path in sorted(HERE.glob("*.toml")):
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
        found += [Mutant(**{**entry, "tests": tuple(entry["tests"])}) for entry in entries]
    return found
