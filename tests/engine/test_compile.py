"""The cache of machine code: the next process hits it, and an edited source never gets stale code."""

import ast
import getpass
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import tetracade
from tetracade.bots.search import simulate
from tetracade.engine import cache
from tetracade.engine.cache import BadCache, Sources, cache_folder, sources_of
from tetracade.engine.chance import reseed
from tetracade.engine.machine_code import CodeFiles

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import numba.core.event as event
from bench.connect_four import GAME
from tetracade.engine.kernel import kernel_of

class Count(event.Listener):
    compiled = 0
    def on_start(self, what):
        Count.compiled += 1
    def on_end(self, what):
        pass

with event.install_listener("numba:compile", Count()):
    kernel = kernel_of(GAME)
    steps, wins = kernel.random_games(50, 2, GAME.option_numbers({}), seed=1)
print(Count.compiled, steps, *wins)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package and the yardstick game, with a cache of its own."""
    shutil.copytree(ROOT / "src" / "tetracade", tmp_path / "src" / "tetracade", ignore=shutil.ignore_patterns("page"))
    shutil.copytree(ROOT / "bench" / "connect_four", tmp_path / "bench" / "connect_four")
    return tmp_path


def run(folder: Path, program: str = PROGRAM, kept: Path | None = None) -> list[int]:
    """The numbers that the program prints in a process of its own: for PROGRAM, compilations, steps and wins."""
    home = kept or folder / "cache"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder / 'src'}:{folder}", "TETRACADE_CACHE": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


def test_the_next_process_compiles_nothing(copy: Path) -> None:
    first = run(copy)
    again = run(copy)
    assert first[0] > 0
    assert again[0] == 0
    assert again[1:] == first[1:]


def test_another_copy_of_the_same_sources_compiles_nothing(
    copy: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    first = run(copy)
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "copy"
    shutil.copytree(copy, elsewhere, ignore=shutil.ignore_patterns("cache", "__pycache__"))
    again = run(elsewhere, kept=copy / "cache")
    assert again == [0, *first[1:]]


def test_code_that_was_cut_short_is_compiled_anew(copy: Path) -> None:
    first = run(copy)
    codes = sorted((copy / "cache").rglob("*.nbc"))
    for number, code in enumerate(codes):
        code.write_bytes(code.read_bytes()[: number % 3 * 100])
    assert codes
    assert run(copy) == first
    assert run(copy) == [0, *first[1:]]


def test_processes_that_compile_a_rule_for_other_arguments_keep_out_of_each_others_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (CodeFiles(str(tmp_path), "rules.legal", "stamp") for _ in range(2))

    def dump_while_the_other_saves(what: object) -> bytes:
        other.save("its arguments", "its code")
        return pickle.dumps(what)

    monkeypatch.setattr(one, "_dump", dump_while_the_other_saves)
    one.save("our arguments", "our code")
    for files in one, other:
        assert files.load("our arguments") == "our code"
        assert files.load("its arguments") == "its code"


def test_an_edited_source_is_compiled_anew(copy: Path) -> None:
    before = run(copy)
    chance = copy / "src" / "tetracade" / "engine" / "chance.py"
    text = chance.read_text()
    assert "total << 7" in text
    chance.write_text(text.replace("total << 7", "total << 8").replace("total >> 25", "total >> 24"))
    after = run(copy)
    assert after[0] > 0
    assert after[1:] != before[1:]  # another generator plays other games: the old code was not served


def test_an_edited_game_outside_the_package_is_compiled_anew(copy: Path) -> None:
    rules, board = (copy / "bench" / "connect_four" / name for name in ("rules.py", "board.py"))
    text = rules.read_text()
    assert text.count("= has_four(stones)") == 1
    text = text.replace("= has_four(stones)", "= WINS * has_four(stones)")
    rules.write_text(
        text.replace("import numpy as np\n", "import numpy as np\nfrom bench.connect_four.board import WINS\n")
    )
    board.write_text("WINS = 1\n")
    _, _, *wins = run(copy)
    assert sum(wins) > 25
    board.write_text("WINS = 0\n")  # what rules import is edited ...
    _, steps, *_ = run(copy)
    assert steps == 50 * 42, "nobody has four in a row, and every game fills the rack"
    rules.write_text(rules.read_text().replace("WINS * has_four", "has_four"))  # ... and then the rules
    assert run(copy)[2:] == wins


TWO_GAMES = """
import tetracade
from tetracade.engine.kernel import kernel_of

def compiled(name):
    game = tetracade.game(name)
    kernel = kernel_of(game)
    kernel.random_games(1, game.checked_seats(None), game.option_numbers(game.option_values({})), seed=1)
    loop = kernel.loops["play_random_games"]
    return sum(loop.stats.cache_misses.values())

print(compiled("tetratrax"), compiled("tetrathedral"))
"""


@pytest.mark.parametrize(
    ("edited", "compiles"),
    [
        ("games/tetratrax/words.py", [1, 0]),
        ("games/tetratrax/box.toml", [0, 0]),  # a comment: its values are the same
        ("games/tetrathedral/board.py", [0, 1]),
        ("engine/drawing.py", [1, 1]),
        ("bots/search.py", [0, 0]),
        ("table/table.py", [0, 0]),
    ],
)
def test_an_edit_compiles_what_depends_on_it_and_nothing_else(
    warm_copy: Path, edited: str, compiles: list[int]
) -> None:
    with (warm_copy / "src" / "tetracade" / edited).open("a") as file:
        file.write("\n# edited\n")
    assert run(warm_copy, TWO_GAMES) == compiles


@pytest.fixture(scope="module")
def compiled_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in whose cache two games are compiled."""
    folder = tmp_path_factory.mktemp("compiled")
    shutil.copytree(ROOT / "src" / "tetracade", folder / "src" / "tetracade", ignore=shutil.ignore_patterns("page"))
    assert run(folder, TWO_GAMES) == [1, 1]
    assert run(folder, TWO_GAMES) == [0, 0]
    return folder


@pytest.fixture
def warm_copy(compiled_copy: Path) -> Iterator[Path]:
    """That copy, put back afterwards as it was."""
    package = compiled_copy / "src" / "tetracade"
    yield compiled_copy
    for file in package.rglob("*"):
        original = ROOT / "src" / "tetracade" / file.relative_to(package)
        if file.is_file() and file.suffix in (".py", ".toml"):
            if not original.exists():
                file.unlink()
            elif file.read_bytes() != original.read_bytes():
                shutil.copy2(original, file)


def modules_outside(*layers: str) -> list[Path]:
    """The package's modules that lie in none of these layers."""
    found = cache.PACKAGE.rglob("*.py")
    return [file for file in found if file.relative_to(cache.PACKAGE).parts[0] not in layers]


def imports_of(module: Path) -> set[str]:
    """What the module imports of the package, as dotted names with what is taken from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports name the package"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("tetracade.")}


MAKES_CODE = ("tetracade.engine.unbound.", "tetracade.engine.compile.rule", "tetracade.engine.compile.inlined")


def test_what_is_compiled_beside_engine_and_games_imports_the_engine_alone() -> None:
    compiling = [
        module
        for module in modules_outside("engine", "games")
        if any(name.startswith(MAKES_CODE) for name in imports_of(module))
    ]
    assert compiling, "the bots' search is one"
    for module in compiling:
        beyond = {name for name in imports_of(module) if not name.startswith("tetracade.engine.")}
        assert not beyond, f"{module} is compiled from what its place in the cache does not name"


def test_code_depends_on_the_engine_its_game_and_the_loop_bound_to_it() -> None:
    trax, thedral = (list(tetracade.game(name).functions.values()) for name in ("tetratrax", "tetrathedral"))
    names = [sources_of(code).name for code in ([reseed], trax, [simulate, *trax], [*trax, *thedral])]
    assert names == ["engine", "tetratrax", "search-tetratrax", "tetrathedral-tetratrax"]
    assert len({sources_of(code).digest for code in ([reseed], trax, thedral, [simulate, *trax])}) == 4


def test_old_folders_are_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "compiled" / "some"
    for number in range(6):
        old = home / f"old{number}"
        old.mkdir(parents=True)
        os.utime(old, (number, number))
    monkeypatch.setenv("TETRACADE_CACHE", str(tmp_path))
    cache._writable_home.cache_clear()
    kept = cache_folder(Sources("some", "new"))
    left = {folder.name for folder in home.iterdir()}
    assert left == {"old3", "old4", "old5", kept.name}
    cache._writable_home.cache_clear()


def test_a_folder_that_another_process_clears_away_meanwhile_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "compiled" / "other").mkdir(parents=True)
    (tmp_path / "compiled" / "other" / "gone").symlink_to(tmp_path / "nowhere")  # it is listed, and is not there
    monkeypatch.setenv("TETRACADE_CACHE", str(tmp_path))
    cache._writable_home.cache_clear()
    assert cache_folder(Sources("other", "new")).is_dir()
    cache._writable_home.cache_clear()


def elsewhere(program: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """The program run in a process with these settings."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0", **changes}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def test_without_a_writable_home_code_is_kept_in_a_temporary_folder_and_that_is_said_once(tmp_path: Path) -> None:
    program = "from tetracade.engine.chance import generator; generator(1); generator(2)"
    settings = {"TETRACADE_CACHE": "/dev/null/cache", "TMPDIR": str(tmp_path)}
    said = elsewhere(program, **settings).stderr.splitlines()
    assert len(said) == 1
    assert "/dev/null/cache" in said[0]
    kept = list(tmp_path.rglob("*.nbc"))
    assert kept, "no machine code was kept"
    elsewhere(program, **settings)
    assert list(tmp_path.rglob("*.nbc")) == kept, "the next process compiled anew"


def test_a_temporary_folder_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    shared = tmp_path / f"tetracade-{getpass.getuser()}"
    shared.mkdir()
    shared.chmod(0o777)
    program = "from tetracade.engine.chance import generator; generator(1)"
    elsewhere(program, TETRACADE_CACHE="/dev/null/cache", TMPDIR=str(tmp_path))
    assert not list(shared.iterdir())
    assert list(tmp_path.rglob("*.nbc"))


def test_where_nothing_can_be_written_at_all_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TETRACADE_CACHE", "/dev/null/cache")
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null")
    cache._writable_home.cache_clear()
    with pytest.raises(BadCache, match=r"neither in /dev/null/cache .* TETRACADE_CACHE"):
        cache_folder(Sources("nowhere", "new"))


def test_listing_games_makes_no_cache(tmp_path: Path) -> None:
    program = "import tetracade; print([tetracade.game(name).title for name in tetracade.game_names()])"
    said = elsewhere(program, TETRACADE_CACHE=str(tmp_path / "cache"))
    assert "TETRAD" in said.stdout
    assert not (tmp_path / "cache").exists()


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(tetracade.__file__).parent / "py.typed").exists()
