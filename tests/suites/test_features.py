"""Features are fit to learn from: they tell all that decides what may be done, what it brings, and which game it is."""

import random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.suites.every import GAMES, SetUp, begun, set_ups, some, take, walk
from tetracade.engine.batch import Batch
from tetracade.engine.chance import generator, pick
from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.features import Feature, FeatureTable
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, kernel_of, seats_of

LEARNED = {name: game for name, game in GAMES.items() if game.features}
every_game = pytest.mark.parametrize("game", LEARNED.values(), ids=LEARNED.keys())
seeds = st.integers(0, 2**32 - 1)


@every_game
@given(seed=seeds)
@settings(max_examples=some(12))
def test_features_stay_within_the_bounds_of_their_table(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    kernel, state = begun(game, chance.choice(set_ups(game)))
    low, high = game.feature_table.low, game.feature_table.high
    for _ in walk(kernel, state, chance, 150):
        for seat in range(int(state.seats)):
            features = kernel.observe(state, seat)
            wrong = np.flatnonzero((features < low) | (features > high))
            assert not wrong.size, [part.name for part in game.feature_table if part.offset <= wrong[0]][-1]


@every_game
def test_every_feature_is_written_somewhere(game: Game) -> None:
    seen = np.zeros(game.features, bool)
    for number in range(max(some(30), len(set_ups(game)))):
        chance = random.Random(number)
        kernel, state = begun(game, set_ups(game)[number % len(set_ups(game))])
        for _ in walk(kernel, state, chance, 400):
            seen |= kernel.observe(state, chance.randrange(int(state.seats))) != 0
    idle = {"claim", "level", "turns", "rolls"}  # too rare in some random games
    assert {part.name for part in game.feature_table if not part.of(seen.view(np.int8)).any()} <= idle


class Decision(NamedTuple):
    """A decision that was met: whose, in which state, and what was allowed."""

    seat: int
    state: Any
    mask: bytes


def met_twice(game: Game, set_up: SetUp, games: int, steps: int) -> list[tuple[Decision, Decision]]:
    """Pairs of decisions with equal features, from games in which few actions are tried."""
    batch = Batch(game, games, seats=set_up.seats, options=set_up.options, seed=5)
    chance = np.random.default_rng(5)
    first: dict[bytes, Decision] = {}
    pairs = []
    for _ in range(steps):
        for number in range(games):
            known = batch.features[number].tobytes()
            met = Decision(int(batch.to_act[number]), batch.states[number].copy(), batch.masks[number].tobytes())
            if known in first:
                pairs.append((first[known], met))
            else:
                first[known] = met
        few = chance.integers(0, np.minimum(batch.counts, 3))
        batch.step(batch.legal[np.arange(games), few])
    return pairs


def dealt_otherwise(game: Game, steps: int, seed: int) -> list[tuple[Decision, Decision]]:
    """Pairs of decisions in one game, of which one is as it might be for all the seat knows."""
    chance = random.Random(seed)
    kernel, state = begun(game, set_ups(game)[seed % len(set_ups(game))])
    pairs = []
    for step in walk(kernel, state, chance, steps):
        if step.seat >= 0:
            other = kernel.states()
            other[0] = state
            kernel.redeal(other[0], step.seat, generator(seed))
            pairs.append((decision(kernel, state, step.seat), decision(kernel, other[0], step.seat)))
    return pairs


def decision(kernel: Kernel, state: Any, seat: int) -> Decision:
    mask = np.zeros(kernel.game.actions, np.int8)
    mask[kernel.legal(state, seat)] = 1
    return Decision(seat, state.copy(), mask.tobytes())


def turned(game: Game, seats: int, seed: int) -> list[tuple[Decision, Decision]]:
    """Pairs of decisions with equal features from two games that are the same but for which seat began."""
    chance = random.Random(seed)
    kernel, here = begun(game, SetUp(seats, {}))
    first = next(walk(kernel, here, chance, 1), None)
    if first is None or first.seat >= 0:
        return []
    steps = list(walk(kernel, here, chance, 60))
    best: list[tuple[Decision, Decision]] = []
    for outcome in first.choices:
        _, one = begun(game, SetUp(seats, {}))
        _, other = begun(game, SetUp(seats, {}))
        kernel.resolve(one, first.id)
        kernel.resolve(other, outcome)
        pairs = []
        for step in steps:
            acting = seats_of(kernel.acting(other))
            if (step.seat < 0) != (kernel.acting(other) == CHANCE) or (step.seat >= 0 and len(acting) != 1):
                break
            if step.seat >= 0:
                pair = decision(kernel, one, step.seat), decision(kernel, other, acting[0])
                known = [kernel.observe(each.state, each.seat).tobytes() for each in pair]
                if known[0] == known[1] and step.seat != acting[0]:
                    pairs.append(pair)
            seat = acting[0] if step.seat >= 0 else -1
            if step.id not in (kernel.outcomes(other)[0] if seat < 0 else kernel.legal(other, seat)):
                break
            take(kernel, one, step)
            take(kernel, other, step._replace(seat=seat))
        best = max(best, pairs, key=len)
    return best


def told(kernel: Kernel, decision: Decision) -> list[dict[str, int]]:
    """Everybody's points as the seat can tell them, its own first."""
    standing = kernel.game.standing(kernel.view(decision.state, decision.seat))
    return standing[decision.seat :] + standing[: decision.seat]


def after(kernel: Kernel, decision: Decision, action: int) -> bytes:
    """What the seat knows after its action and what chance then brings."""
    states = kernel.states()
    states[0] = decision.state
    kernel.apply(states[0], decision.seat, action)
    rng = generator(1)
    while kernel.acting(states[0]) == CHANCE:
        ids, weights = kernel.outcomes(states[0])
        kernel.resolve(states[0], ids[int(pick(rng, np.array(weights, np.int64), len(ids)))])
    return kernel.observe(states[0], decision.seat).tobytes()


@every_game
def test_equal_features_mean_equal_masks_equal_points_and_in_open_games_an_equal_future(game: Game) -> None:
    kernel = kernel_of(game)
    pairs = [pair for set_up in set_ups(game)[:2] for pair in met_twice(game, set_up, some(60), 40)]
    pairs += [pair for seed in range(some(10)) for pair in turned(game, game.checked_seats(None), seed)]
    if not kernel.nothing_hidden:
        pairs += [pair for seed in range(some(10)) for pair in dealt_otherwise(game, 60, seed)]
    assert pairs, "no decision was met twice"
    for one, other in pairs:
        assert one.mask == other.mask
    for one, other in pairs[:: max(1, len(pairs) // some(100))]:
        assert told(kernel, one) == told(kernel, other)
        if kernel.nothing_hidden:
            legal = kernel.legal(one.state, one.seat)
            for action in legal[:3]:
                assert after(kernel, one, action) == after(kernel, other, action)


def in_step(game: Game, one: SetUp, other: SetUp, seed: int) -> tuple[list[bool], bool]:
    """Play the same in two set-ups while that goes: where features were equal, and whether anything differed."""
    chance = random.Random(seed)
    kernel, here = begun(game, one)
    _, there = begun(game, other)
    equal: list[bool] = []
    for step in walk(kernel, here, chance, 500):
        if kernel.acting(here) != kernel.acting(there):
            return equal, True
        if step.seat < 0:
            if kernel.outcomes(there) != kernel.outcomes(here):
                return equal, True
        else:
            equal.append(kernel.observe(here, step.seat).tobytes() == kernel.observe(there, step.seat).tobytes())
            if sorted(kernel.legal(there, step.seat)) != sorted(step.choices):
                return equal, True
        take(kernel, there, step)
    ended = seats_of(kernel.acting(here)) or kernel.acting(here) != OVER
    differs = kernel.acting(here) != kernel.acting(there) or (not ended and kernel.payoff(here) != kernel.payoff(there))
    return equal, differs


@every_game
def test_options_that_change_anything_are_in_the_features(game: Game) -> None:
    for option in game.options:
        values = list(option.values)
        picked = [[value] if option.many else value for value in (values[0], values[-1])]
        for seats in option.seats or game.seats[:2]:
            ways = [SetUp(seats, {option.name: value}) for value in picked]
            played = [in_step(game, ways[0], ways[1], seed) for seed in range(some(4) + 1)]
            if any(differs for _, differs in played):
                assert not any(any(equal) for equal, _ in played), f"{option.name} with {seats} seats isn't told"


def test_a_table_places_its_features_one_after_the_other() -> None:
    table = FeatureTable(Feature("one", (2, 3), 0, 1, "six"), Feature("two", (), -1, 4, "one"))
    assert [part.offset for part in table] == [0, 6]
    assert (table.size, table.at("two")) == (7, 6)
    assert table.low.tolist() == [0, 0, 0, 0, 0, 0, -1]
    features = np.arange(14, dtype=np.int8).reshape(2, 7)
    assert table["one"].of(features)[1].tolist() == [[7, 8, 9], [10, 11, 12]]
    assert table["two"].of(features).tolist() == [6, 13]
    assert table.mark != FeatureTable(Feature("one", (3, 2), 0, 1, "six"), Feature("two", (), -1, 4, "one")).mark
    with pytest.raises(KeyError, match="the features are one, two"):
        table["three"]
    with pytest.raises(ValueError, match="doesn't fit"):
        FeatureTable(Feature("wide", (), 0, 128, ""))
    with pytest.raises(ValueError, match="same name"):
        FeatureTable(Feature("one", (), 0, 1, ""), Feature("one", (), 0, 1, ""))
