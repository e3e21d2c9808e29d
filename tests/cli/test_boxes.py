"""Boxes of one's own, from the command line and in every process that is started from it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tetracade

WIDE = 'game = "tetratrax"\nname = "Wide tower"\ncolumns = 10\ntiles.L = 4\n'


def ran(*arguments: str, said: str = "", **setting: str) -> subprocess.CompletedProcess[str]:
    """What happens in a process of its own; plain Python, unless the setting says otherwise."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "200", **setting},
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


def tetracade_says(*arguments: str, said: str = "", **setting: str) -> str:
    done = ran("-m", "tetracade", *arguments, said=said, **setting)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    """A box with a wider tower and one more tile."""
    file = tmp_path / "wide.toml"
    file.write_text(WIDE)
    return file


WRONG = {
    "no such file": ("", "there is no box wrong.toml; give a file, a folder of files"),
    "not TOML": ("game = tetratrax", "wrong.toml: not written as TOML: Invalid value (at line 1, column 8)"),
    "no game": ("columns = 8", "wrong.toml: say which game the box is for, as in game = "),
    "unknown game": ('game = "chess"', "wrong.toml: game = 'chess': the games with a box are"),
    "a key misspelt": ('game = "tetratrax"\ncolums = 8', "wrong.toml: colums: there is no such key; did you mean"),
    "too narrow": ('game = "tetratrax"\ncolumns = 3', "wrong.toml: columns = 3: it is a whole number from 4 to 15"),
    "rows upside down": (
        'game = "tetratrax"\nrows.usual = 9',
        "wrong.toml: rows.usual = 9: it lies between rows.fewest and rows.most",
    ),
    "a free space off the board": (
        'game = "tetrad"\nfree_spaces = ["A1", "E5"]',
        "wrong.toml: free space E5: columns go to D",
    ),
    "a deck that isn't there": (
        'game = "tetrad"\ndecks = ["sea", "harbour.toml"]',
        "wrong.toml: decks: harbour.toml: No such file or directory",
    ),
    "no deck": ('game = "tetrad"\ndecks = []', "wrong.toml: decks: list 1 to 12 texts"),
    "a pawn off the board": (
        'game = "tetrathedral"\n[[starts]]\nred = ["H1", "H2", "H3", "H12"]\nblue = ["A1", "A2", "A3", "A4"]',
        "wrong.toml: red pawn H12: row H has spaces 1 to 9",
    ),
    "a hazard on a pink space": (
        'game = "retro_tetro"\nhazards = ["C3"]',
        "wrong.toml: hazard C3: a pink space is there already",
    ),
    "more cards than there are": (
        'game = "retro_tetro"\ncards.played = 36',
        "wrong.toml: cards.played = 36: there are only 30 cards",
    ),
    "a board of another size": (
        'game = "foursome"\nrows = 9',
        "wrong.toml: columns = 10, rows = 9: the board has 80 spaces, not 90",
    ),
    "too many tiles": (
        'game = "tetratrax"\ntiles.L = 9\ntiles.T = 9\ntiles.S = 9',
        "wrong.toml: tiles: each side has 1 to 26 in",
    ),
}


ALL = """
import sys
from tetracade.cli import main
for file in sys.argv[3:]:
    try:
        main(["serve", "--box", file, "--data", sys.argv[1]] if sys.argv[2] == "serve" else ["box", "check", file])
    except SystemExit as ended:
        assert ended.code == 2, ended.code
"""


@pytest.mark.parametrize("command", ["check", "serve"])
def test_wrong_boxes_are_each_refused_in_one_line_and_nothing_starts(command: str, tmp_path: Path) -> None:
    files = []
    for number, (text, _) in enumerate(WRONG.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        files.append(str(folder / "wrong.toml"))
        if text:
            Path(files[-1]).write_text(text)
    data = tmp_path / "data" / "tables.sqlite"
    done = ran("-c", ALL, str(data), command, *files)
    assert (done.returncode, done.stdout) == (0, "")
    lines = done.stderr.splitlines()
    assert len(lines) == len(WRONG)
    for line, (_, said) in zip(lines, WRONG.values(), strict=True):
        assert line.replace(f"{tmp_path}/0/", "").startswith(f"tetracade: {said}")
    assert not data.parent.exists()


def test_a_box_is_printed_to_be_copied() -> None:
    box = tetracade.game("tetratrax").box
    assert box is not None
    assert tetracade_says("box", "tetratrax") == box.path.read_text()


def test_a_box_is_checked_and_tried_out(wide: Path) -> None:
    told = tetracade_says("box", "check", str(wide), "--games", "12")
    assert "wide.toml can be played with: for TetraTrax, it is the box “Wide tower”" in told
    assert "│ 2     │ 12    │" in told
    assert "no tile fits any more" in told


@pytest.mark.parametrize("how", ["after", "before", "variable", "folder"])
def test_every_way_to_choose_a_box_gives_the_same(wide: Path, how: str) -> None:
    before, after, setting = {
        "after": ([], [f"--box={wide}"], {}),
        "before": (["--box", str(wide)], [], {}),
        "variable": ([], [], {"TETRACADE_BOX": str(wide)}),
        "folder": ([], ["--box", str(wide.parent)], {}),
    }[how]
    told = tetracade_says(*before, "rules", "tetratrax", *after, **setting)
    assert "10 columns, A to J" in " ".join(told.split())
    assert "2 S and 4 L" in " ".join(told.split())


def test_a_game_in_the_terminal_with_another_box(wide: Path) -> None:
    told = tetracade_says(
        "play", "tetratrax", "--bot", "random", "-o", "starter=white", "--box", str(wide), said="why I1@H\nI1@G\nquit\n"
    )
    assert "Played with the box “Wide tower”" in told
    assert "The tile would stick out past column J." in told
    assert "A B C D E F G H I J" in told
    assert "drops an I on G1 H1 I1 J1" in told


def test_a_record_names_its_box_and_is_refused_elsewhere(wide: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    tetracade_says(
        "play", "tetratrax", "--bot", "random", "--box", str(wide), "--record", str(record), said="I1@A\nquit\n"
    )
    lines = record.read_text().splitlines()
    assert lines[1].startswith("game tetratrax ")
    assert lines[2].startswith("box ")
    assert lines[2].endswith(" Wide tower")
    assert ran("-m", "tetracade", "verify", str(record), "--box", str(wide)).returncode == 0
    elsewhere = ran("-m", "tetracade", "verify", str(record))
    assert elsewhere.returncode == 1
    assert "this record needs the box “Wide tower” (" in elsewhere.stdout
    assert "this is the standard box" in elsewhere.stdout
    with pytest.raises(tetracade.BadRecord, match="this record needs the box “Wide tower”"):
        tetracade.replay(record.read_text())


def test_a_record_of_the_standard_box_has_no_line_for_it_and_is_refused_with_another(
    wide: Path, tmp_path: Path
) -> None:
    text = tetracade.new("tetratrax", seed=1).record()
    assert not [line for line in text.splitlines() if line.startswith("box")]
    (tmp_path / "game.txt").write_text(text)
    done = ran("-m", "tetracade", "verify", str(tmp_path / "game.txt"), "--box", str(wide))
    assert done.returncode == 1
    assert "this record needs the standard box of TetraTrax" in done.stdout


CHANGED = {
    "tetrad": (
        'free_spaces = ["B2"]',
        "story\n",
        ["-o", "claims=strict", "-o", "patterns=1", "--seats", "2"],
        ["the free space is B2"],
        "The free spaces, seen from there: B2.",
    ),
    "tetratrax": (
        "tiles.domino = 0\ntiles.L = 4",
        "why D1@A\n",
        ["-o", "starter=white"],
        ["tiles Dx0 Ix2 Ox2 Tx2 Sx2 Lx4", "You have no domino left. (TX3)"],
        "2 I, 2 O, 2 T, 2 S and 4 L",
    ),
    "retro_tetro": (
        'board = """\n12 . * . . . . . . * .\n11 . . . * . . * . . .\n10 * . . . . . . . . *\n9 . . L . . . . T . .\n'
        "8 . b . . S . . . b .\n7 . . . I . . . . . .\n6 . T . . . c . . 3 .\n5 . . . b . . . L . .\n"
        '4 V . . . . . . . . O\n3 . c . . d . . 2 . .\n2 . . S . . . . . . .\n1 . I . . . . . . . a\n"""',
        "board\n",
        ["-o", "objectives=false"],
        [" 1 . I . . . . . . . a"],
        " 1   . I . . . . . . . a",
    ),
    "foursome": (
        "specials.WILD = 9",
        "board\n",
        ["--seats", "2", "-o", "first=1"],
        ["deck 85,"],
        "16 special cards: 9 WILD, 3 REMOVE",
    ),
}
"""By game: what a box changes, what is typed, with which options, what the game then says, and what its rules say."""


@pytest.mark.parametrize("game", CHANGED)
def test_one_fact_changed_shows_in_the_terminal_and_in_the_rules(game: str, tmp_path: Path) -> None:
    change, typed, options, said, rule = CHANGED[game]
    mine = tmp_path / "mine.toml"
    mine.write_text(f'game = "{game}"\nname = "Mine"\n{change}\n')
    told = tetracade_says(
        "play", game, *options, "--bot", "random", "--seed", "3", "--box", str(mine), said=f"{typed}quit\n"
    )
    for line in said:
        assert line in told
    assert rule in tetracade_says("rules", game, "--box", str(mine), "--json").encode().decode("unicode_escape")


FREE_SPACE = """
import sys, tetracade
tetracade.use_box(sys.argv[1])
table = tetracade.position("tetrad", "seats=2 hands=1,2,3,free-space,30/4,5,6,7 patterns=1")
print(table.why_not("claim A1 B1 C1 *D1", 0).reason)
"""


def test_a_box_brings_decks_of_its_own_and_plays_like_the_standard_one(tmp_path: Path) -> None:
    sea = Path(tetracade.game("tetrad").folder / "decks" / "sea.toml").read_text(encoding="utf-8")
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "harbour.toml").write_text(
        sea.replace("The sea", "The harbour").replace('"LIGHTHOUSE"', '"Old Lamp"'), encoding="utf-8"
    )
    (tmp_path / "mine.toml").write_text('game = "tetrad"\ndecks = ["decks/harbour.toml", "sea"]\n')
    playing = ("play", "tetrad", "--seats", "2", "--bot", "random", "--box", str(tmp_path / "mine.toml"))
    record = tmp_path / "game.txt"
    told = tetracade_says(*playing, "--seed", "5", "--record", str(record), "-o", "patterns=1", said="quit\n")
    assert "OLD LAMP" in told
    assert "LIGHTHOUSE" in tetracade_says(*playing, "--seed", "5", "-o", "deck=sea", "-o", "patterns=1", said="quit\n")
    lines = record.read_text().splitlines()
    assert not [line for line in lines if line.startswith("box")], "pictures are no rules"
    elsewhere = ran("-m", "tetracade", "verify", str(record))
    assert elsewhere.returncode == 1
    assert "harbour" in elsewhere.stdout


def test_why_not_knows_the_free_spaces_of_the_box(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('game = "tetrad"\nfree_spaces = ["B2"]\n')
    done = ran("-c", FREE_SPACE, str(tmp_path / "mine.toml"))
    assert done.stdout == "D1 isn't a free space; that is B2.\n", done.stderr


KEY = """
import sys, tetracade
from tetracade.engine.cache import sources_of
tetracade.use_box(*sys.argv[1:])
print(sources_of(tetracade.game("tetratrax").functions.values()).digest, end=" ")
print(sources_of(tetracade.game("tetrathedral").functions.values()).digest)
"""


def test_another_box_is_compiled_apart_and_words_and_comments_compile_nothing(wide: Path, tmp_path: Path) -> None:
    said = tmp_path / "said.toml"
    said.write_text('# a remark\nname = "Called otherwise"\ngame = "tetratrax"\n')
    standard, reworded, wider = (ran("-c", KEY, *map(str, boxes)).stdout.split() for boxes in ([], [said], [wide]))
    assert standard == reworded
    assert wider[0] != standard[0]
    assert wider[1] == standard[1]
    assert len(standard[0]) == 16


LIBRARY = """
import pickle, sys, tetracade
tetracade.use_box(sys.argv[1])
game = tetracade.game("tetratrax")
assert pickle.loads(pickle.dumps(game)) is game
print(len(game.facts()["columns"]), game.box_mark, pickle.dumps(game, 0).hex())
"""


def test_the_library_takes_a_box_before_first_use_and_sends_its_mark_along(wide: Path) -> None:
    import pickle

    done = ran("-c", LIBRARY, str(wide))
    assert done.returncode == 0, done.stderr
    columns, mark, pickled = done.stdout.split()
    assert columns == "10"
    with pytest.raises(tetracade.BadBox, match=f"this was made with the box {mark} of TetraTrax"):
        pickle.loads(bytes.fromhex(pickled))


def test_a_file_that_breaks_one_of_two_boxes_leaves_both_unchosen(wide: Path, tmp_path: Path) -> None:
    (tmp_path / "second.toml").write_text('game = "tetratrax"\n')
    done = ran("-m", "tetracade", "games", "--box", str(tmp_path))
    assert "second.toml and wide.toml are both for tetratrax; give one of them" in done.stderr
