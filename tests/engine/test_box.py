"""Boxes: what counts for their digest, what they leave out, and what is refused, in one line."""

import tomllib
from pathlib import Path

import pytest

import tetracade
from tetracade.engine.box import BadBox, Box, Page, box_from

STANDARD = """
game = "skittles"
name = "Standard"
pins = 9
free = ["A1", "C2"]
words = ["one", "two"]
[balls]
small = 2
large = 1
"""


def read(page: Page) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
    """A little game's box."""
    page.texts("words", 2)
    return (
        page.number("pins", 1, 20),
        page.counts("balls", ("small", "large"), 0, 5),
        page.places("free", place, 3, "free space"),
    )


def place(name: str) -> str:
    if name[0] > "D":
        raise ValueError("columns go to D")
    return name


def box_of(text: str) -> tuple[Box, object]:
    standard = tomllib.loads(STANDARD)
    values = standard if text == STANDARD else tomllib.loads(text)
    return box_from(values, Path("mine.toml"), read, standard)


def refusal(text: str) -> str:
    with pytest.raises(BadBox) as refused:
        box_of(text)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_the_standard_box_has_no_mark() -> None:
    box, parts = box_of(STANDARD)
    assert (box.standard, box.mark, box.line) == (True, "", "")
    assert parts == (9, (2, 1), ("A1", "C2"))


def test_comments_order_names_and_words_do_not_count() -> None:
    box, _ = box_of(
        """
        # another order, with a remark
        words = ["eins", "zwei"]
        free = ["C2", "a1"]
        pins = 9
        name = "Kegel"
        game = "skittles"
        [balls]
        large = 1
        small = 2
        """
    )
    assert box.standard
    assert box.name == "Kegel"


@pytest.mark.parametrize("change", ["pins = 8", 'free = ["A1"]', "balls.small = 3", 'free = ["A1", "C3"]'])
def test_what_rules_depend_on_counts(change: str) -> None:
    box, _ = box_of(f'game = "skittles"\nname = "Mine"\n{change}')
    assert not box.standard
    assert box.line == f"{box.digest} Mine"
    assert box.digest != box_of(STANDARD)[0].digest


def test_what_a_box_leaves_out_is_as_in_the_standard_box() -> None:
    _, parts = box_of('game = "skittles"\n[balls]\nlarge = 4')
    assert parts == (9, (2, 4), ("A1", "C2"))


def test_a_box_that_kept_the_standard_name_is_called_by_its_file() -> None:
    assert box_of(STANDARD.replace("9", "7"))[0].name == "mine"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pins = 99", "mine.toml: pins = 99: it is a whole number from 1 to 20"),
        ("pins = true", "mine.toml: pins = True: it is a whole number from 1 to 20"),
        ('pins = "nine"', "mine.toml: pins = 'nine': it is a whole number from 1 to 20"),
        ('free = ["E5"]', "mine.toml: free space E5: columns go to D"),
        ('free = ["A1", "a1"]', "mine.toml: free space a1: it is there twice"),
        ('free = ["A1", "A2", "A3", "A4"]', "mine.toml: free: at most 3, not 4"),
        ("free = 3", "mine.toml: free = 3: write a list, between square brackets"),
        ("free = [3]", 'mine.toml: free space 3: write a place like "A1"'),
        ("balls = 3", "mine.toml: balls: this is a table of its own; begin it with [balls]"),
        ("balls.small = -1", "mine.toml: balls.small = -1: it is a whole number from 0 to 5"),
        ("pin = 8", "mine.toml: pin: there is no such key; did you mean pins?"),
        ("balls.huge = 1", "mine.toml: balls.huge: there is no such key; the keys are large, small"),
        ('words = ["one"]', "mine.toml: words: list 2 texts"),
        ('words = ["one", "one"]', "mine.toml: words: 'one' is there twice"),
        ("name = 7", "mine.toml: name = 7: write text, between quotation marks"),
        ('name = ""', "mine.toml: name: write 1 to 60 characters"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, said: str) -> None:
    assert refusal(text) == said


def test_a_game_in_use_keeps_its_box(tmp_path: Path) -> None:
    tetracade.new("tetratrax")
    mine = tmp_path / "mine.toml"
    mine.write_text('game = "tetratrax"\ncolumns = 9\n')
    with pytest.raises(BadBox, match="tetratrax is in use already, with the standard box"):
        tetracade.use_box(mine)
    assert (
        len(tetracade.game("tetratrax").facts()["columns"])
        == tetracade.game("tetratrax").layout.dtype["heights"].shape[0]
    )
