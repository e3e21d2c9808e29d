"""Copies of tables, views and games: by themselves, and in other processes."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import tetracade
from tests.suites.every import GAMES
from tetracade import RecordedDealer, Table
from tetracade.bots.bot import RandomBot


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


every_way = pytest.mark.parametrize(
    "copied", [Table.copy, copy.copy, copy.deepcopy, pickled], ids=["copy()", "copy.copy", "deepcopy", "pickle"]
)


def midway(**given: Any) -> Table:
    """Foursome after a few actions."""
    table = tetracade.new("foursome", seats=3, **given)
    play_on(table, 4)
    return table


def play_on(table: Table, actions: int) -> None:
    bot = RandomBot(3)
    for _ in range(actions):
        table.play(bot.choose_number(table, table.acting[0]), table.acting[0])


@every_way
def test_copies_go_on_separately_from_the_same_point(copied: Callable[[Table], Table]) -> None:
    table, twin = midway(seed=5), midway(seed=5)
    other = copied(table)
    before = table.record(), table.position()
    assert (other.record(), other.position()) == before
    play_on(other, 20)
    assert (table.record(), table.position()) == before
    play_on(table, 20)
    play_on(twin, 20)
    assert table.record() == twin.record() == other.record()
    while len(other.entries) > len(twin.entries) - 10:
        other.undo()
    assert table.record() == twin.record()


@every_way
def test_a_recorded_dealer_deals_the_same_to_both(copied: Callable[[Table], Table]) -> None:
    whole = midway(seed=5)
    play_on(whole, 20)
    table = midway(dealer=RecordedDealer([entry.id for entry in whole.entries if entry.seat < 0]))
    other = copied(table)
    play_on(other, 20)
    play_on(table, 20)
    assert table.record() == other.record() == whole.record()


def test_a_dealer_of_ones_own_deals_to_both_unless_it_can_be_copied() -> None:
    asked = []

    def first(ids: Any, weights: Any) -> int:
        asked.append(len(ids))
        return int(ids[0])

    table = midway(dealer=first)
    count = len(asked)
    play_on(table.copy(), 20)
    assert len(asked) > count


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_views_can_be_copied(copied: Callable[[Any], Any]) -> None:
    view = midway(seed=5).view(1)
    other = copied(view)
    assert other is not view
    assert other.tobytes() == view.tobytes()
    assert (other.seat, other.over, other.as_dict()) == (1, False, view.as_dict())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_game_is_the_same_game_everywhere(game: tetracade.Game) -> None:
    assert copy.copy(game) is copy.deepcopy(game) is pickled(game) is game


def test_a_changed_game_says_that_it_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match="does not hold it as GAME"):
        pickle.dumps(replace(GAMES["tetrad"], version=9))
