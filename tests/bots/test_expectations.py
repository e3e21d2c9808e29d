"""Exact expectation over rolls, against the same thought in plain Python."""

from typing import Any

import numpy as np
import pytest

from tests.games.tetrathedral.reading import KERNEL, read
from tetracade.bots import expectations as expecting
from tetracade.bots.expectations import Expectations
from tetracade.bots.loops import Thought
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.game import Strength
from tetracade.engine.kernel import seats_of

ALL = 99


def copied(state: Any) -> Any:
    states = KERNEL.states()
    states[0] = state
    return states[0]


def plainly(state: Any, plies: int) -> list[float]:
    """What both seats may expect: every roll weighed, every move looked at."""
    mask = KERNEL.acting(state)
    if mask == OVER:
        return list(KERNEL.payoff(state))
    if plies == 0:
        out = np.zeros(8)
        KERNEL.functions["estimate"](as_rules_see(state), out)
        return [float(out[0]), float(out[1])]
    if mask == CHANCE:
        ids, weights = KERNEL.outcomes(state)
        total = [0.0, 0.0]
        for outcome, weight in zip(ids, weights, strict=True):
            after = copied(state)
            KERNEL.resolve(after, outcome)
            for seat, value in enumerate(plainly(after, plies)):
                total[seat] += value * weight / sum(weights)
        return total
    mover = seats_of(mask)[0]
    best = [-1.0, -1.0]
    for action in KERNEL.legal(state, mover):
        after = copied(state)
        KERNEL.apply(after, mover, action)
        found = plainly(after, plies - 1)
        if found[mover] > best[mover]:
            best = found
    return best


def expectations(state: Any, strength: Strength) -> list[Thought]:
    """What red may expect of each action."""
    found = Expectations(KERNEL, state, 0, strength)
    for _ in found.steps():
        pass
    return found.thoughts()


FEW = "side=4 red=D5,E8 blue=C3,F9 act=red roll=3"


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is looked at, however long it takes."""
    monkeypatch.setattr(expecting, "ENOUGH", 1 << 60)


@pytest.mark.parametrize(("plies", "every"), [(1, 1), (2, 1), (3, 30)])
@pytest.mark.usefixtures("unhurried")
def test_expectation_is_what_plain_thinking_finds(plies: int, every: int) -> None:
    state = read(FEW).state
    found = {thought.action: thought.value for thought in expectations(state, Strength(1, 1.0, plies, ALL))}
    assert set(found) == set(KERNEL.legal(state, 0))
    for action, value in sorted(found.items())[::every]:
        after = copied(state)
        KERNEL.apply(after, 0, action)
        assert value == pytest.approx(plainly(after, plies - 1)[0])


@pytest.mark.usefixtures("unhurried")
def test_with_little_breadth_the_best_are_looked_at_in_full() -> None:
    state = read(FEW).state
    whole = {thought.action: thought for thought in expectations(state, Strength(1, 1.0, 3, ALL))}
    narrow = expectations(state, Strength(1, 1.0, 3, 2))
    shallow = expectations(state, Strength(1, 1.0, 2))
    assert [thought.visits for thought in narrow[:4]] == [3, 3, 3, 3]
    assert {thought.visits for thought in narrow[4:]} <= {2}
    assert {thought.action for thought in narrow[:4]} == {thought.action for thought in shallow[:4]}
    assert all(abs(thought.value - whole[thought.action].value) < 0.1 for thought in narrow[:4])


def test_where_there_is_too_much_to_look_at_the_best_at_a_glance_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    state = read(FEW).state
    glance = expectations(state, Strength(1, 1.0, 1))
    monkeypatch.setattr(expecting, "ENOUGH", 0)  # one action is always looked at
    found = expectations(state, Strength(1, 1.0, 3))
    assert [thought.visits for thought in found] == [3] + [1] * (len(glance) - 1)
    assert [thought.action for thought in found] == [thought.action for thought in glance]
    monkeypatch.setattr(expecting, "ENOUGH", 300)
    some = expectations(state, Strength(1, 1.0, 2))
    depths = [thought.visits for thought in some]
    assert depths == sorted(depths, reverse=True)
    deep = depths.count(2)
    assert 1 < deep < len(glance)
    assert {thought.action for thought in some[:deep]} == {thought.action for thought in glance[:deep]}
