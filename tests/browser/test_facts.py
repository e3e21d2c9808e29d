"""What the boards draw comes from the games' facts; only pictures are the page's own."""

import json
from pathlib import Path
from typing import Any

import tetracade

GAMES = Path(__file__).parents[2] / "web/src/games"


def icons_in(file: Path) -> set[str]:
    """All icons that a file of the page names."""

    def named(value: Any) -> set[str]:
        if isinstance(value, list):
            return set().union(*map(named, value))
        if isinstance(value, dict):
            own = {value["icon"]} if "icon" in value else set()
            return own.union(*map(named, value.values()))
        return set()

    return named(json.loads(file.read_text(encoding="utf-8")))


def test_the_page_has_an_icon_for_every_image_of_every_deck() -> None:
    decks = tetracade.game("tetrad").facts()["decks"]
    wanted = {image["icon"] for deck in decks for image in deck["images"]}
    assert wanted == icons_in(GAMES / "tetrad" / "images.json")


def test_the_cover_shows_cards_of_the_first_deck_with_their_icons() -> None:
    images = tetracade.game("tetrad").facts()["decks"][0]["images"]
    shown = json.loads((GAMES / "tetrad" / "cover.json").read_text(encoding="utf-8"))
    assert [images[each["card"] - 1]["icon"] for each in shown] == [each["icon"] for each in shown]


def test_the_page_has_a_look_for_every_action_card() -> None:
    looks = json.loads((GAMES / "tetrad" / "actions.json").read_text(encoding="utf-8"))
    assert {card["slug"] for card in tetracade.game("tetrad").facts()["actions"]} == set(looks)


def test_the_page_has_a_look_for_every_kind_of_foursome_card() -> None:
    looks = json.loads((GAMES / "foursome" / "icons.json").read_text(encoding="utf-8"))
    kinds = tetracade.game("foursome").facts()["kinds"]
    assert {kind["code"] for kind in kinds if kind["colour"] == "special"} == set(looks["specials"])
    assert max(kind["character"] for kind in kinds) + 1 == len(looks["characters"])
