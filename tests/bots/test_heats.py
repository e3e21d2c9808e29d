"""Thinking in heats: every action from the same deals, and the worse half drops out."""

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.suites.every import GAMES
from tetracade.bots.bot import GreedyBot, known_state
from tetracade.bots.heats import CONTINUATION_DEALS, Heats
from tetracade.bots.loops import Thought, loops_of, settings_of
from tetracade.bots.searcher import SearchBot, think_on
from tetracade.engine.chance import generator
from tetracade.engine.contract import OVER
from tetracade.engine.game import Strength
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import Table, new_table


def table_with_a_choice(least: int) -> Table:
    """A game of Foursome, played by its first legal actions until a seat has at least so many."""
    table = new_table(GAMES["foursome"], 4, seed=0)
    kernel = kernel_of(table.game)
    while len(kernel.legal(table.state, table.acting[0])) < least:
        table.play(kernel.legal(table.state, table.acting[0])[0], table.acting[0])
    return table


def thoughts_of(table: Table, simulations: int, seconds: float = math.inf) -> list[Thought]:
    kernel, state = known_state(table, table.acting[0], 0)
    heats = Heats(kernel, state, table.acting[0], simulations, settings_of(table.game), 3)
    think_on(heats.steps(), seconds)
    return heats.thoughts()


def test_the_worse_half_drops_out_after_each_heat() -> None:
    thoughts = thoughts_of(table_with_a_choice(8), 2400)
    left = len(thoughts)
    a_heat = 2400 // (left.bit_length() - 1)
    deals, expected = 0, []
    while left > 1:
        deals += a_heat // left
        staying = left // 2 if left > 3 else 0
        expected += [deals] * (left - staying)
        left = staying
    assert [thought.visits for thought in thoughts] == expected[::-1]
    for better, worse in pairwise(thoughts):
        assert better.visits > worse.visits or better.value >= worse.value


def test_an_action_counts_for_what_it_brings_over_the_deals() -> None:
    table = table_with_a_choice(4)
    seat = table.acting[0]
    kernel, state = known_state(table, seat, 0)
    for thought in thoughts_of(table, 200):
        total = 0.0
        for number in range(thought.visits):
            states, rng = kernel.states(), generator(3, number)
            states[0] = state
            kernel.redeal(states[0], seat, rng)
            kernel.apply(states[0], seat, thought.action)
            loops_of(table.game)["finish"](states[0], rng, kernel.scratch, settings_of(table.game))
            total += kernel.scratch.worth[seat]
        assert thought.value == pytest.approx(total / thought.visits)


def test_heats_end_when_the_time_is_over() -> None:
    table = table_with_a_choice(8)
    legal = kernel_of(table.game).legal(table.state, table.acting[0])
    thoughts = thoughts_of(table, 10**6, seconds=0.0)
    assert sorted(thought.action for thought in thoughts) == sorted(legal)
    assert {thought.visits for thought in thoughts} == {0}
    assert (
        SearchBot(table.game, Strength(10**6, heats=True), seconds=0.05).choose_number(table, table.acting[0]) in legal
    )


def test_a_bot_looks_as_far_as_its_own_tuning_says() -> None:
    table = table_with_a_choice(8)
    values = []
    for horizon in (0, 10, 10):
        game = replace(table.game, tuning=replace(table.game.tuning, horizon=horizon))
        findings = SearchBot(game, Strength(200, heats=True)).explain(table, table.acting[0])
        values.append([finding.value for finding in findings])
    assert values[0] != values[1]
    assert values[1] == values[2]


def test_a_continuation_in_an_open_game_is_what_looks_best_to_each() -> None:
    table = new_table(GAMES["connect_four"], seed=1)
    for column in "CADA":
        table.play(column)
    for finding in SearchBot(table.game, Strength(70, heats=True)).explain(table, 0):
        after = table.copy()
        after.play(finding.action)
        line = [finding.action.notation]
        while len(line) < 4 and not after.over:
            line.append(after.play(GreedyBot().choose(after, after.acting[0])).notation)
        assert list(finding.line) == line


def test_a_continuation_over_hidden_hands_is_what_looks_best_in_most_deals() -> None:
    table = table_with_a_choice(8)
    seat = table.acting[0]
    for finding in SearchBot(table.game, Strength(200, heats=True)).explain(table, seat):
        line = [finding.action.id]
        while len(line) < 4:
            line.append(usual_next(table, seat, line))
        assert finding.line == tuple(table.game.words.notation(action) for action in line)


def usual_next(table: Table, seat: int, line: list[int]) -> int:
    """What looks best most often to whoever chooses after the line, over the deals of seed 0."""
    kernel, state = known_state(table, seat, 0)
    times: Counter[int] = Counter()
    for number in range(CONTINUATION_DEALS):
        states, rng = kernel.states(), generator(0, number)
        states[0] = state
        kernel.redeal(states[0], seat, rng)
        kernel.apply(states[0], seat, line[0])
        ahead = line[1:]
        while (mask := kernel.loops["settle"](states[0], rng, kernel.scratch)) != OVER:
            acting = kernel.loops["chosen_seat"](mask, rng)
            legal = kernel.legal(states[0], acting)
            if len(legal) > 1 and not ahead:
                ratings = kernel.rate(states[0], acting, legal)
                times[legal[ratings.index(max(ratings))]] += 1
                break
            action = legal[0] if len(legal) == 1 else ahead.pop(0)
            if action not in legal:
                break
            kernel.apply(states[0], acting, action)
    return max(times, key=lambda action: (times[action], -action))
