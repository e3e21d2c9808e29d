"""Decks: files of thirty cards, chosen at the table, and what is said about a file that is none (TD5)."""

import tomllib
from pathlib import Path

import pytest

import tetracade
from tests.games.tetrad.tables import GAME, read
from tetracade.engine.box import BadBox
from tetracade.games.tetrad import decks
from tetracade.games.tetrad.board import ACTION_NAMES, DECKS, IMAGES
from tetracade.games.tetrad.decks import Deck, slug_of


def written(deck: Deck) -> str:
    """The deck as a file has it."""
    cards = "".join(
        f'[[cards]]\nname = "{image.name}"\ntext = "{image.description}"\nicon = "{image.icon}"\n'
        for image in deck.images
    )
    return f'title = "{deck.title}"\n{cards}'


SEA = next(deck for deck in DECKS if deck.name == "sea")
WHOLE = written(SEA)


@pytest.mark.rule("TD5")
def test_two_complete_decks_come_with_the_game() -> None:
    assert [(deck.name, deck.title) for deck in DECKS] == [("testament", "Old and New Testament"), ("sea", "The sea")]
    slugs = [slug_of(image.name) for deck in DECKS for image in deck.images]
    icons = [image.icon for deck in DECKS for image in deck.images]
    assert len(set(slugs)) == len(slugs) == 2 * IMAGES, "no name and no picture is in both"
    assert len(set(icons)) == len(icons)
    assert not {slug_of(name) for name in ACTION_NAMES.values()} & set(slugs)
    for deck in DECKS:
        for image in deck.images:
            assert image.description.endswith((".", "!"))


@pytest.mark.rule("TD5")
def test_the_option_speaks_of_pictures() -> None:
    option = next(option for option in GAME.options if option.name == "deck")
    assert (option.default, option.text) == ("testament", "the pictures on the cards")
    assert option.titles == tuple(deck.title for deck in DECKS)


@pytest.mark.rule("TD5")
def test_another_deck_changes_the_pictures_and_nothing_else() -> None:
    one = tetracade.new("tetrad", seats=2, seed=5, patterns=[1, 2, 3, 4, 5])
    two = tetracade.new("tetrad", seats=2, seed=5, patterns=[1, 2, 3, 4, 5], deck="sea")
    assert one.entries == two.entries
    assert [action.notation for action in one.legal()] == [action.notation for action in two.legal()]
    first, second = one.view(0).as_dict(), two.view(0).as_dict()
    assert (first.pop("deck"), second.pop("deck")) == (0, 1)
    assert first == second
    assert "LIGHTHOUSE" in two.drawing(0)
    assert "LIGHTHOUSE" not in one.drawing(0)
    assert tetracade.replay(two.record()).options["deck"] == "sea"


@pytest.mark.rule("TD5")
def test_a_typed_name_means_the_card_of_the_deck_in_play() -> None:
    line = "deck=sea hands=1,2,3,4,30/5,6,7,8"
    view = read(line).view(0)
    assert GAME.words.notation(GAME.action_seen(view, "discard Seagull")) == "discard 30"
    assert GAME.words.notation(GAME.action_seen(view, "discard ship's wheel")) == "discard 3"
    assert GAME.words.notation(GAME.action_seen(view, "discard the-bomb")) == "discard the-bomb"


@pytest.mark.rule("TD5")
def test_a_deck_of_one_s_own_is_a_file(tmp_path: Path) -> None:
    drawn = WHOLE.replace('icon = "anchor"', 'drawing = "M0 0h512v512H0z"').replace("ANCHOR", "Old Anchor")
    (tmp_path / "harbour.toml").write_text(drawn.replace("The sea", "The harbour"), encoding="utf-8")
    deck = decks.checked(tmp_path / "harbour.toml")
    assert (deck.name, deck.title) == ("harbour", "The harbour")
    assert deck.images[1] == ("OLD ANCHOR", SEA.images[1].description, "", "", "M0 0h512v512H0z")
    assert [found.name for found in decks.named(["sea", "harbour.toml"], tmp_path)] == ["sea", "harbour"]
    (tmp_path / "sea.toml").write_text(WHOLE, encoding="utf-8")
    with pytest.raises(BadBox, match="two decks called sea"):
        decks.named(["sea", "sea.toml"], tmp_path)


WRONG = {
    "a card short": (WHOLE[: WHOLE.rindex("[[cards]]")], "it has 29 cards; a deck has 30"),
    "no title": (WHOLE.partition("\n")[2], "the deck has no title"),
    "an empty title": (WHOLE.replace("The sea", " "), "the deck: title is a line of text in quotes"),
    "a name twice": (WHOLE.replace('"RAFT"', '"Crab"'), "cards 13 and 26 are both called CRAB"),
    "no name": (WHOLE.replace('name = "RAFT"\n', ""), "card 13 has no name"),
    "no room": (WHOLE.replace('"RAFT"', '"CONSTANTINOPLE"'), "card 13, CONSTANTINOPLE: a card has room for 3 lines"),
    "no sentence": (WHOLE.replace('text = "Lose', 'txt = "Lose'), "card 24, STARFISH: 'txt' isn't part of a card"),
    "a long sentence": (WHOLE.replace("Lose an arm", "Lose an arm, " * 10), "card 24, STARFISH: text has "),
    "no icon": (WHOLE.replace('icon = "raft"\n', ""), "card 13, RAFT: give it an icon, or a drawing of its own"),
    "another icon": (WHOLE.replace('"anchor"', '"anchr"'), "the page has no icon 'anchr'; did you mean 'anchor'?"),
    "no drawing": (WHOLE.replace('icon = "raft"', 'drawing = "a raft"'), "card 13, RAFT: a drawing is an SVG path"),
    "no TOML": (WHOLE.replace("[[cards]]", "[cards", 1), "deck.toml is no TOML file: "),
    "something else": (f"rules = 3\n{WHOLE}", "'rules' isn't part of a deck; write title and [[cards]]"),
    "no cards": ('title = "The sea"\ncards = 30\n', "write each card under a line [[cards]]"),
}


@pytest.mark.rule("TD5")
@pytest.mark.parametrize(("text", "sentence"), WRONG.values(), ids=WRONG.keys())
def test_a_file_that_is_no_deck_is_refused_with_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "deck.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadBox) as refused:
        decks.checked(tmp_path / "deck.toml")
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_or_has_an_odd_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBox, match="No such file"):
        decks.checked(tmp_path / "nothing.toml")
    (tmp_path / "My Deck.toml").write_text(WHOLE, encoding="utf-8")
    with pytest.raises(BadBox, match="name the file with small letters"):
        decks.checked(tmp_path / "My Deck.toml")


def test_the_files_say_what_the_decks_are() -> None:
    for deck in DECKS:
        data = tomllib.loads((Path(decks.__file__).parent / f"{deck.name}.toml").read_text(encoding="utf-8"))
        assert [card["name"] for card in data["cards"]] == [image.name for image in deck.images]
