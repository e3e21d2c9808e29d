"""What the network sees of a position: the same whoever plays which colour, and in a mirror."""

from collections.abc import Iterator

import numpy as np
import pytest

import tetracade
from tests.suites.every import GAMES
from tetracade.bots.bot import GreedyBot, RandomBot
from tetracade.bots.levels import bot
from tetracade.bots.searcher import SearchBot
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import MOST_SEATS, ROOM
from tetracade.engine.game import Strength
from tetracade.engine.kernel import kernel_of
from tetracade.games.tetratrax import foresight, hints
from tetracade.games.tetratrax.board import FEWEST_ROWS, MOST_ROWS, TILES_A_SIDE
from tetracade.table.table import Table, new_table

GAME = GAMES["tetratrax"]
KERNEL = kernel_of(GAME)
ROWS = range(FEWEST_ROWS, MOST_ROWS + 1)


def tables(games: int) -> Iterator[Table]:
    """Every position of games in which one seat plays at random and the other by hints."""
    for seed in range(games):
        table = new_table(GAME, seed=seed, options={"rows": ROWS[seed % len(ROWS)], "handicap": seed % 3})
        bots = (RandomBot(seed), GreedyBot())
        while not table.over:
            yield table
            seat = table.acting[0]
            table.play(bots[(seat + seed) % 2].choose_number(table, seat), seat)


def seen(state: np.void, mirrored: bool = False) -> list[int]:
    """The features that hold, in order."""
    out = np.zeros(MOST_SEATS + ROOM)
    count = foresight.describe(as_rules_see(state), mirrored, out, foresight.HELD)
    return sorted(out[foresight.HELD : foresight.HELD + count].astype(int).tolist())


def in_a_mirror(state: np.void) -> np.void:
    """The position with its columns the other way round."""
    other = state.copy()
    other["tower"] = state["tower"][:, ::-1]
    other["heights"] = state["heights"][::-1]
    return other


def with_colours_changed(state: np.void) -> np.void:
    """The position in which White has what Black had."""
    other = state.copy()
    tower = state["tower"]
    other["tower"] = np.where(tower == 0, 0, (tower - 1 + TILES_A_SIDE) % (2 * TILES_A_SIDE) + 1)
    for name in ("left", "dropped", "points"):
        other[name] = state[name][::-1]
    other["turn"] = 1 - state["turn"]
    return other


def test_features_are_numbered_once_each_and_fit_into_the_room() -> None:
    most = 0
    for table in tables(40):
        found = seen(table.state)
        assert len(set(found)) == len(found) <= foresight.MOST_HELD
        assert found[0] >= 0
        assert found[-1] < foresight.FEATURES
        most = max(most, len(found))
    assert most > foresight.MOST_HELD // 2


def test_a_mirrored_position_looks_like_the_mirror_s() -> None:
    different = 0
    for table in tables(20):
        mirrored = in_a_mirror(table.state)
        assert seen(mirrored) == seen(table.state, mirrored=True)
        assert seen(mirrored, mirrored=True) == seen(table.state)
        different += seen(mirrored) != seen(table.state)
    assert different > 100


def test_colours_make_no_difference() -> None:
    different = 0
    for table in tables(20):
        changed = with_colours_changed(table.state)
        assert seen(changed) == seen(table.state)
        changed["turn"] = table.state["turn"]
        different += seen(changed) != seen(table.state)
    assert different > 100


def test_what_decides_how_it_goes_on_is_seen() -> None:
    """Drops that lead to different surfaces look different, but for what is told coarsely."""
    different = total = 0
    for number, table in enumerate(tables(6)):
        if number % 4:
            continue
        looks = set()
        for action in table.legal_ids(table.acting[0]):
            after = KERNEL.states()
            after[0] = table.state
            KERNEL.apply(after[0], table.acting[0], action)
            if KERNEL.acting(after[0]):
                looks.add(tuple(seen(after[0])))
                total += 1
        different += len(looks)
    assert different > 0.95 * total > 500


def test_before_the_lot_and_after_the_end_nothing_is_estimated() -> None:
    out = np.zeros(MOST_SEATS + ROOM)
    table = tetracade.new("tetratrax", starter="lot", seed=1)
    state = KERNEL.states()
    state[0] = table.state
    for turn in (-1, -2):
        state[0]["turn"] = turn
        assert not hints.estimate(as_rules_see(state[0]), out)


def estimated(state: np.void) -> list[float]:
    """Both seats' chances to win."""
    out = np.zeros(MOST_SEATS + ROOM)
    assert hints.estimate(as_rules_see(state), out)
    return out[:2].tolist()


def test_the_estimate_is_what_the_layers_give() -> None:
    """The same in NumPy, layer by layer."""
    for number, table in enumerate(tables(6)):
        if number % 3:
            continue
        state, seat = table.state, table.acting[0]
        hidden = np.maximum(foresight.FIRST[seen(state)].sum(axis=0) + foresight.FIRST_BIAS, 0.0)
        second = np.maximum(hidden @ foresight.SECOND_WEIGHTS + foresight.SECOND_BIAS, 0.0)
        mean, sharpness = second @ foresight.LAST + foresight.LAST_BIAS
        lead = int(state["points"][seat]) - int(state["points"][1 - seat])
        steep = np.exp(np.clip(sharpness, foresight.DULLEST, foresight.SHARPEST))
        shares = estimated(state)
        assert shares[seat] == pytest.approx(1.0 / (1.0 + np.exp(-steep * (lead + mean))))
        assert sum(shares) == pytest.approx(1.0)


def test_more_points_are_better() -> None:
    for number, table in enumerate(tables(4)):
        if number % 5:
            continue
        seat, before = table.acting[0], estimated(table.state)
        richer = table.state.copy()
        richer["points"][seat] += 3
        assert estimated(richer)[seat] > before[seat]


def test_the_estimate_tells_who_wins() -> None:
    """Halfway through games by hints, those it thinks ahead win three times in four."""
    right = total = 0
    for seed in range(60):
        table, halfway = new_table(GAME, seed=seed), None
        for _ in range(4):
            table.play(RandomBot(seed).choose_number(table, table.acting[0]))
        while not table.over:
            if int(table.state["dropped"].sum()) == TILES_A_SIDE:
                halfway = table.state.copy()
            table.play(GreedyBot().choose_number(table, table.acting[0]))
        white, black = KERNEL.score(table.state)
        if halfway is not None and white != black:
            total += 1
            right += (estimated(halfway)[0] > 0.5) == (white > black)
    assert total > 40
    assert right > 0.75 * total


def test_a_strength_may_have_a_horizon_of_its_own() -> None:
    """With one, a bot of another game judges where its playouts ended before; with the usual one nothing changes."""
    game = GAMES["foursome"]
    table = new_table(game, seed=3)
    while len(table.legal_ids(table.acting[0])) < 5:
        table.play(bot(game, 1).choose_number(table, table.acting[0]))
    seat = table.acting[0]
    findings = [
        SearchBot(game, Strength(200, horizon=horizon), seed=1).explain(table, seat)
        for horizon in (None, game.tuning.horizon, 0)
    ]
    assert findings[0] == findings[1] != findings[2]
