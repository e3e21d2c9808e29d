"""Every diagram of every game's rules: its position, what it points out, and what it says that an action earns."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tetracade.engine.game import Game
from tetracade.games import find, names
from tetracade.table.diagrams import REFERENCE, Diagram, Picture, pictured, pictures_of, rules_drawn, table_of, written
from tetracade.table.lessons import course_of

WEB = Path(__file__).parents[2] / "web/src/games"
GAMES = [game for game in map(find, names()) if written(game) or course_of(game)]
"""Games that teach."""
DIAGRAMS = [(game, diagram) for game in GAMES for diagram in written(game)]
NAMES = [f"{game.name}-{diagram.name}" for game, diagram in DIAGRAMS]
SECTIONS = ("How to play in a minute", "Reference card", "Glossary", "What we had to guess", "For programs")
WORDS_OF_A_MINUTE = 260
"""Words that are read in a minute, at a good pace."""

every = pytest.mark.parametrize(("game", "diagram"), DIAGRAMS, ids=NAMES)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def references(game: Game) -> list[tuple[str, str, str]]:
    """The captions, kinds and names of all pictures in the rules."""
    return REFERENCE.findall(game.rules_text())


def ways(picture: Picture) -> set[tuple[str, str]]:
    """From where to where something may go, or went."""
    found = {(one, other) for offer in picture.offers for one, other in pairwise(offer.touches)}
    return found | {(mark.path[0], mark.path[-1]) for mark in picture.marks if len(mark.path) > 1}


@every
def test_a_game_can_come_to_it(game: Game, diagram: Diagram) -> None:
    table_of(game, diagram, checked=False)


@every
def test_what_it_shows_is_allowed_there(game: Game, diagram: Diagram) -> None:
    picture = pictured(game, diagram)
    assert {tuple(pair) for pair in diagram.arrows} <= ways(picture)
    if diagram.picked:
        on = [offer for offer in picture.offers if set(diagram.picked) < set(offer.touches)]
        assert on, "nothing lights up"


@every
def test_it_earns_what_it_says(game: Game, diagram: Diagram) -> None:
    picture = pictured(game, diagram)
    earned = game.words.breakdown(picture.view, diagram.seat) if diagram.points else {}
    assert {part: earned[part] for part in diagram.points} == diagram.points


@every
def test_it_is_told_in_words_for_those_who_do_not_see_it(game: Game, diagram: Diagram) -> None:
    assert 5 <= len(diagram.alt.split()) <= 60
    assert diagram.alt.endswith(".")


@every_game
def test_every_diagram_has_its_place_in_the_rules(game: Game) -> None:
    placed = {name for _, kind, name in references(game) if kind == "diagram"}
    assert placed == {diagram.name for diagram in written(game)}
    assert len(placed) == len(written(game)) > 0


@every_game
def test_the_page_draws_every_figure(game: Game) -> None:
    wanted = {name for _, kind, name in references(game) if kind == "figure"}
    file = WEB / game.name / "Figure.svelte"
    drawn = set(re.findall(r"name === '([\w-]+)'", file.read_text(encoding="utf-8"))) if file.exists() else set()
    assert drawn == wanted


@every_game
def test_the_rules_teach_then_rule_then_own_up(game: Game) -> None:
    text = game.rules_text()
    places = [text.find(f"\n## {section}\n") for section in SECTIONS]
    assert -1 not in places
    minute, card, glossary, guessed, _ = places
    assert minute < min(found.start() for found in re.finditer(r"^- \*\*[A-Z]{2}\d", text, re.MULTILINE))
    assert minute < card < glossary < guessed


@every_game
def test_a_minute_is_a_minute(game: Game) -> None:
    text = game.rules_text()
    minute = text.partition("\n## How to play in a minute\n")[2].partition("\n### Tips\n")[0]
    assert len(minute.split()) <= WORDS_OF_A_MINUTE
    for part in ("**Goal.**", "turn.**", "diagram:set-up", "diagram:example-before"):
        assert part in minute
    assert text.count("\n- ", text.index("\n### Tips\n"), text.index("\n## ", text.index("\n### Tips\n"))) >= 4


@every_game
def test_the_terminal_draws_them_as_text(game: Game) -> None:
    text = rules_drawn(game)
    assert "](diagram:" not in text
    assert "](figure:" not in text
    in_tables = {
        name for line in game.rules_text().splitlines() if line.startswith("|") for *_, name in REFERENCE.findall(line)
    }
    assert text.count("```text") >= len(pictures_of(game).keys() - in_tables)
    assert (
        max(len(line) for block in re.findall(r"```text\n(.*?)```", text, re.DOTALL) for line in block.splitlines())
        <= 80
    )


def test_a_wrong_diagram_is_noticed() -> None:
    game = find("tetrathedral")
    good = next(diagram for diagram in written(game) if diagram.do)
    with pytest.raises(ValueError, match="isn't legal there"):
        pictured(game, Diagram(name="wrong", alt="", position=good.position, do="A1-H9"))
    with pytest.raises(ValueError, match="two pawns stand on A1"):
        table_of(game, Diagram(name="wrong", alt="", position="red=A1,A1,A2,A3 side=4"), checked=False)
