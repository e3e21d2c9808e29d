"""Decisions, one by one: what could be done, and, where asked, what each seat's chances were by the quick judge."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tetracade import games
from tetracade.analysis.judge import Judge
from tetracade.analysis.settings import CHEAPEST, Setting
from tetracade.engine.contract import SPECTATOR, State
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.lab.arena import Contest, played_table
from tetracade.lab.own import own_of
from tetracade.lab.paired import mixed
from tetracade.lab.rows import DECISION, Rows, common, made
from tetracade.table.table import Table

QUICK_JUDGE = replace(CHEAPEST, name="lab", redeals=16, screened=2, samples=64, playouts=4, to_end=16, exact=128)
"""How closely the lab looks."""
WEIGHED = 12
"""Decisions a game whose actions are weighed against each other."""
COMPARED = 3
"""Actions that are looked at closely: those that look best at a glance."""


def decision_rows(contest: Contest, numbers: range, setting: Setting | None = None) -> Rows:
    """One row for each action of these games; with a setting, chances and weights, too."""
    return made(DECISION, [row for number in numbers for row in decisions_of(contest, number, setting)])


def decisions_of(contest: Contest, number: int, setting: Setting | None) -> Iterator[dict[str, Any]]:
    """The rows of one game."""
    game = games.find(contest.game)
    table, _ = played_table(contest, number)
    kernel, own = kernel_of(game), own_of(game)
    judgement = Judgement(table, setting, number) if setting else None
    shared = {**common(contest, number), "payoffs": kernel.payoff(table.state)}
    turn, last, ended, decision = -1, -1, True, 0
    actions = sum(seat != SPECTATOR for seat, _ in table.entries)
    for index, (seat, action) in enumerate(table.entries):
        if seat == SPECTATOR:
            continue
        state = table.state_before(index)
        turn += ended or seat != last
        last, ended = seat, kernel.ends_turn(state, seat, action)
        row = {
            **shared,
            "actions": actions,
            "decision": decision,
            "turn": turn,
            "seat": seat,
            "action": action,
            "notation": game.words.notation(action),
            "used": own.used(action),
            "legal": len(kernel.legal(state, seat)),
        }
        yield {**row, **judgement.about(index)} if judgement else row
        decision += 1


class Judgement:
    """What the judge says of a game's decisions."""

    def __init__(self, table: Table, setting: Setting, seed: int) -> None:
        self._table = table
        self._setting = setting
        self._judge = Judge(table.game, setting, seed)
        self._kernel = kernel_of(table.game)
        self._seed = seed
        self._values = self._chances()
        self._weighed = self._chosen()
        self._before = 0

    def _chances(self) -> dict[int, Any]:
        """Each seat's chances before each action, before each run of outcomes, and at the end."""
        entries = self._table.entries
        wanted = {
            index
            for index, (seat, _) in enumerate(entries)
            if seat != SPECTATOR or index == 0 or entries[index - 1].seat != SPECTATOR
        }
        wanted.add(len(entries))
        return {index: self._judge.value(self._table.state_before(index))[0][0] for index in sorted(wanted)}

    def _chosen(self) -> set[int]:
        """The decisions to be weighed: a few, drawn evenly from those that weren't forced."""
        real = [
            index
            for index, (seat, _) in enumerate(self._table.entries)
            if seat != SPECTATOR and len(self._kernel.legal(self._table.state_before(index), seat)) > 1
        ]
        return set(sorted(real, key=lambda index: mixed(self._seed, index))[:WEIGHED])

    def about(self, index: int) -> dict[str, Any]:
        """The judged columns of the action with this entry."""
        entries = self._table.entries
        first = index
        while first and entries[first - 1].seat == SPECTATOR:
            first -= 1
        dealt = self._values[index] - self._values[first] if first < index else np.zeros(self._table.seats)
        if self._is_last(index) and index + 1 < len(entries):  # outcomes after the last action belong to it
            dealt = dealt + self._values[len(entries)] - self._values[index + 1]
        found = {"chances": self._values[index].tolist(), "dealt": dealt.tolist(), "weight": None, "hidden": None}
        if index in self._weighed:
            state, seat = self._table.state_before(index), entries[index].seat
            found["weight"] = weight_of(self._judge, self._table.game, state, seat)
            found["hidden"] = hidden_of(self._judge, state, seat)
        return found

    def _is_last(self, index: int) -> bool:
        return all(entry.seat == SPECTATOR for entry in self._table.entries[index + 1 :])


def weight_of(judge: Judge, game: Game, state: State, seat: int) -> float:
    """The best action less the second best, in shares of a win, over deals of what the seat can't know."""
    legal = kernel_of(game).legal(state, seat)
    few = range(1) if judge.open else range(judge.setting.screened)
    glances = judge.glances(state, seat, legal, few)
    best = sorted(range(len(legal)), key=lambda place: -glances[place])[:COMPARED]
    deals = range(1) if judge.open else range(judge.setting.redeals)
    means = np.sort(judge.after(state, seat, [legal[place] for place in best], deals)[:, :, 0, seat].mean(axis=0))
    return float(means[-1] - means[-2])


def hidden_of(judge: Judge, state: State, seat: int) -> float:
    """The part of the uncertainty about the seat's result that hidden cards make; the rest is still to come.

    By the law of total variance: the variance of its chances over deals of what it can't know, of that of its result.
    """
    if judge.open:
        return 0.0
    values = judge.known(state, seat, range(judge.setting.redeals))[:, 0, seat]
    mean = float(values.mean())
    whole = mean * (1 - mean)
    return min(1.0, float(values.var(ddof=1)) / whole) if whole > 1e-9 else 0.0
