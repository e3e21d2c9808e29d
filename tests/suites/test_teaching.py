"""What games say to those who learn them: the goal, how far everyone is, reasons, rules that apply, what things are."""

import random
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.suites.every import GAMES, some
from tests.suites.test_happenings import played
from tetracade.bots.bot import GreedyBot
from tetracade.bots.levels import bot
from tetracade.engine.chance import SeededDealer
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.words import Note
from tetracade.server.rooms.commands import HINT_LEVEL
from tetracade.table.lessons import basic_rules
from tetracade.table.narration import reasons_for, rules_met
from tetracade.table.table import Table

TAUGHT = [game for game in GAMES.values() if basic_rules(game)]
"""Games that explain themselves while they are played."""
taught_game = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
seeds = st.integers(0, 2**32 - 1)
MOST_WORDS = 25
HINTS = 60
"""Hints looked at in each game."""
STRANGE = ("", ":", "seat:99", "seat:x", "square:", "square:9:Z9", "card:", "hand:x", "column:", "pocket:Z9", "tile:")


def check_note(game: Game, note: Note, most: int = MOST_WORDS) -> None:
    assert note.title
    assert len(note.text.split()) <= most, note.text
    assert note.text.endswith((".", "!")), note.text
    rules = (game.folder / "rules.md").read_text(encoding="utf-8")
    assert f"**{note.rule}" in rules, f"{note.rule} is no rule of {game.title}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(seed=seeds)
@settings(max_examples=some(5))
def test_every_table_says_what_wins_and_how_far_everyone_is(game: Game, seed: int) -> None:
    table = played(game, seed, 60)
    for eye in range(SPECTATOR, table.seats):
        view = table.view_at(eye, table.over)
        assert 3 <= len(game.goal(view).split()) <= MOST_WORDS
        assert len(game.progress(view)) in (0, table.seats)
    if game in TAUGHT:
        assert any(game.progress(table.view(0))) or not table.acting or game.outcomes


@taught_game
@given(seed=seeds)
@settings(max_examples=some(5))
def test_whatever_can_be_touched_is_explained(game: Game, seed: int) -> None:
    table = played(game, seed, 60)
    for seat in table.acting:
        view = table.view(seat)
        for place in {place for action in table.legal(seat) for place in action.touches}:
            note = game.about(view, place)
            if place.partition(":")[0] in ("done", "pay"):
                continue  # buttons that say what they do
            assert note is not None, place
            check_note(game, note, 2 * MOST_WORDS)
            assert note.place == place
        assert game.legend(view)
        for note in game.legend(view):
            check_note(game, note)
            assert note.place
        for place in STRANGE:
            game.about(view, place)  # whatever a client sends


@taught_game
@given(seed=seeds)
@settings(max_examples=some(5))
def test_rules_that_come_into_play_are_told_in_a_sentence_each(game: Game, seed: int) -> None:
    table = played(game, seed, 60)
    for eye in range(SPECTATOR, table.seats):
        for note in rules_met(table, eye, 0, len(table.entries)):
            check_note(game, note)


@taught_game
@given(seed=seeds)
@settings(max_examples=some(5))
def test_reasons_follow_from_the_views_and_continue_a_sentence(game: Game, seed: int) -> None:
    table = played(game, seed, 60)
    pick = random.Random(seed)
    for seat in table.acting:
        for action in pick.sample(table.legal_ids(seat), min(6, len(table.legal_ids(seat)))):
            for reason in reasons_for(table, seat, action):
                assert reason[0].islower()
                assert not reason.endswith(".")


@taught_game
def test_hardly_any_hint_is_without_a_reason(game: Game) -> None:
    """Of what an Expert would do, as the page shows it, in positions that greedy bots come to."""
    expert, greedy, bare = bot(game, HINT_LEVEL, seed=1), GreedyBot(), []
    hints, pick = 0, random.Random(1)
    for seed in count():
        table = Table(game, pick.choice(game.seats), {}, dealer=SeededDealer(seed))
        while table.acting and hints < HINTS:
            seat = table.acting[0]
            if pick.random() < 0.15:
                action = expert.choose_number(table, seat)
                hints += 1
                if not reasons_for(table, seat, action):
                    bare.append(game.words.text(table.view(seat), seat, action))
            table.step(seat, greedy.choose_number(table, seat))
        if hints == HINTS:
            break
    assert len(bare) <= HINTS // 20, bare


@taught_game
def test_the_lessons_rules_come_into_play_in_games(game: Game) -> None:
    """A guided game explains most of what the lessons teach, when it happens."""
    met: set[str] = set()
    for seed in range(6):
        table = played(game, seed, 200)
        met |= {note.rule for note in rules_met(table, 0, 0, len(table.entries))}
    assert len(met.intersection(basic_rules(game))) >= len(basic_rules(game)) // 2
