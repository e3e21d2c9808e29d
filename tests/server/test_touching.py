"""Why touches lead nowhere: the same answer as by going through all actions, at a fraction of the price."""

import random
import threading
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from tests.server.magpie import GAME as MAGPIE
from tests.server.running import running, somewhere
from tests.server.test_tables import HERE
from tetracade import games
from tetracade.engine.game import Game, Refusal
from tetracade.server.rooms import touching
from tetracade.server.rooms.touching import MANY, TouchIndex, why_touched
from tetracade.table.seating import Denied
from tetracade.table.table import Table, new_table

ALL = (*(games.find(name) for name in games.names()), MAGPIE)


def begins(made: Sequence[str], touches: Sequence[str]) -> bool:
    """Whether an action made by these touches begins with those, neighbours of one kind in any order."""
    left = list(made)
    for touch in touches:
        kind, colon, _ = touch.partition(":")
        at = left.index(touch) if touch in left else None
        if at is None or not all(colon and place.startswith(kind + colon) for place in left[:at]):
            return False
        del left[at]
    return True


def some_touches(game: Game, pick: random.Random, places: list[str]) -> list[str]:
    """Touches as people and as strangers make them: a beginning, one out of order, one with something else after it."""
    made = list(game.words.touches(pick.randrange(game.actions)))
    kind = pick.randrange(4)
    if kind == 0:
        return made[: pick.randrange(len(made) + 1)]
    if kind == 1:
        return pick.sample(made, len(made))
    if kind == 2:
        return [*made[: pick.randrange(len(made) + 1)], pick.choice(places)]
    return [pick.choice(places) for _ in range(pick.randrange(1, 17))]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_actions_that_begin_with_touches_are_found_as_by_looking_at_all(game: Game) -> None:
    pick, index = random.Random(5), TouchIndex(game)
    made = [game.words.touches(action) for action in range(game.actions)]
    places = [*sorted({place for touches in made for place in touches}), "the moon", "", ":"]
    for _ in range(100):
        touches = some_touches(game, pick, places)
        assert list(index.begun(touches)) == [at for at, one in enumerate(made) if begins(one, touches)], touches
    assert list(index.begun([])) == list(range(game.actions))


def said(ask: Callable[[], Refusal | None]) -> Refusal | str | None:
    """The answer, or why there is none."""
    try:
        return ask()
    except Denied as error:
        return error.reason


def plainly(table: Table, seat: int, touches: list[str], made: Sequence[Sequence[str]]) -> Refusal | None:
    """The answer by asking the table about one action after another."""
    begun = [action for action, one in enumerate(made) if begins(one, touches)][:MANY]
    if not begun:
        raise Denied("illegal", "No move starts there.")
    refusals = [table.why_not(action, seat) for action in begun]
    for refusal in refusals:
        if refusal is None or any(touch in refusal.places for touch in touches[-1:]):
            return refusal
    return refusals[0]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_why_not_is_answered_as_by_asking_about_one_action_after_another(game: Game) -> None:
    pick, table = random.Random(7), new_table(game, seed=11)
    made = [game.words.touches(action) for action in range(game.actions)]
    places = sorted({place for touches in made for place in touches})
    for _ in range(25):
        if table.over:
            table = new_table(game, seed=12)
        seat = table.acting[0]
        for _ in range(6):
            touches = some_touches(game, pick, places)
            quickly = said(partial(why_touched, table, seat, touches))
            assert quickly == said(partial(plainly, table, seat, touches, made)), touches
        table.play(pick.choice(table.legal(seat)))


def test_no_index_is_made_in_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a quarter of a second for a large game; whoever asks first waits for it, and nobody else."""
    monkeypatch.setattr(touching, "_indexes", {})
    threads = []
    made = TouchIndex.__init__

    def noted(index: TouchIndex, game: Game) -> None:
        threads.append(threading.get_ident())
        made(index, game)

    monkeypatch.setattr(TouchIndex, "__init__", noted)
    with somewhere() as data, running(data) as server:
        table = server.create([HERE, HERE])
        seat = server.state(table, table["token"])["acting"][0]
        for touches in (["the moon"], [], ["the moon"]):
            server.do(table, table["token"], do="why", seat=seat, touches=touches)
        assert len(threads) == 1
        assert threads[0] != server.inside(threading.get_ident)
