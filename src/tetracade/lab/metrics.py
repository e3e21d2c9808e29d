"""What rows tell about a game: measures of whole games, and of judged decisions."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tetracade.lab.figures import NOTHING, Figure, Values, jackknife, mean, ratio, share
from tetracade.lab.rows import Rows

SETTLED = 0.9
"""A game is settled once the winner's chances stay above this."""
WEIGHTY = 0.05
"""A decision weighs if its best action is worth so much more than the second best."""
STEPS = 10
"""Parts of a game for curves over time."""


class Pace(NamedTuple):
    """The seconds that estimated minutes assume."""

    decision: float = 10.0
    """For a decision."""
    forced: float = 3.0
    """For an action that is the only one."""


USUAL_PACE = Pace()


@dataclass(frozen=True)
class Measure:
    """One measure of a game."""

    name: str
    figure: Figure
    unit: str
    """What it is counted in: share, turns, minutes, points, or nothing."""
    text: str
    """What it says, for whoever hasn't read about it."""


# ---- whole games ---------------------------------------------------------------------------------------------------


def column(rows: Rows, name: str) -> Values:
    """A column of numbers."""
    found: Values = rows.column(name).to_numpy().astype(np.float64)
    return found


def by_seat(rows: Rows, name: str) -> Values:
    """A column of lists, by game and seat; all games have the same seats."""
    return np.array(rows.column(name).to_pylist(), np.float64)


def places(rows: Rows) -> list[Figure]:
    """The share of the win by place in turn order: whoever acts first, second and so on."""
    payoffs, first = by_seat(rows, "payoffs"), rows.column("first").to_numpy()
    seats = payoffs.shape[1]
    games = np.arange(len(payoffs))
    return [mean(payoffs[games, (first + place) % seats]) for place in range(seats)]


def seats_of(rows: Rows) -> list[Figure]:
    """The share of the win by seat."""
    payoffs = by_seat(rows, "payoffs")
    return [mean(payoffs[:, seat]) for seat in range(payoffs.shape[1])]


def seat_advantage(rows: Rows) -> Figure:
    """What acting first is worth: its share less everybody's mean share."""
    payoffs, first = by_seat(rows, "payoffs"), rows.column("first").to_numpy()
    if payoffs.shape[1] == 1:
        return NOTHING
    return mean(payoffs[np.arange(len(payoffs)), first] - payoffs.mean(axis=1))


def minutes(rows: Rows, pace: Pace = USUAL_PACE) -> Values:
    """Estimated minutes of each game."""
    forced = column(rows, "forced")
    found: Values = ((column(rows, "actions") - forced) * pace.decision + forced * pace.forced) / 60
    return found


def endings(rows: Rows) -> list[tuple[str, Figure]]:
    """How games end, the most frequent first."""
    counted = Counter(rows.column("ending").to_pylist())
    return [(ending, share(count, rows.num_rows)) for ending, count in counted.most_common()]


def winners(rows: Rows) -> Values:
    """How many sides won each game: 1 for a clear win, 0 if nobody won; teammates are one side."""
    best = by_seat(rows, "payoffs").max(axis=1)
    some = np.array([bool(each) for each in rows.column("winners").to_pylist()])
    found: Values = np.where(some & (best > 0), np.rint(1 / np.maximum(best, 1e-9)), 0.0)
    return found


def leads(rows: Rows) -> Values:
    """The best points less the second best, game by game; NaN for one seat."""
    points = np.sort(by_seat(rows, "points"), axis=1)
    if points.shape[1] == 1:
        return np.full(len(points), np.nan)
    found: Values = points[:, -1] - points[:, -2]
    return found


def own_measures(rows: Rows) -> dict[str, Figure]:
    """The means of the game's own measures."""
    found: dict[str, list[float]] = {}
    for each in rows.column("measures").to_pylist():
        for name, value in each or ():
            found.setdefault(name, []).append(value)
    return {name: mean(values) for name, values in found.items()}


def of_games(rows: Rows, pace: Pace = USUAL_PACE) -> list[Measure]:
    """All measures of whole games."""
    games = rows.num_rows
    actions, forced = column(rows, "actions"), column(rows, "forced")
    won = winners(rows)
    alone = by_seat(rows, "payoffs").shape[1] == 1
    spread = by_seat(rows, "points").std(axis=1)
    found = [
        Measure("length in turns", mean(column(rows, "turns")), "turns", "a turn is a seat's actions in a row"),
        Measure("length in actions", mean(actions), "actions", "everything that seats do"),
        Measure(
            "estimated minutes",
            mean(minutes(rows, pace)),
            "minutes",
            f"at {pace.decision:g} seconds a decision and {pace.forced:g} for an action that is the only one",
        ),
        Measure("decisions", mean(actions - forced), "decisions", "actions with a choice, a game"),
        Measure("forced actions", ratio(forced, actions), "share", "of all actions, those that are the only one"),
        Measure(
            "branching", ratio(column(rows, "choices"), actions - forced), "actions", "legal actions at a decision"
        ),
        Measure("outcomes", mean(column(rows, "outcomes")), "outcomes", "what chance does: cards, rolls, lots"),
        Measure("points", mean(by_seat(rows, "points").mean(axis=1)), "points", "a seat's points at the end"),
    ]
    if alone:
        return found
    return [
        Measure("advantage of going first", seat_advantage(rows), "share", "the first seat's share less the mean"),
        *found,
        Measure("clear wins", share(int((won == 1).sum()), games), "share", "completion: one side wins alone"),
        Measure("shared wins", share(int((won > 1).sum()), games), "share", "draws and ties"),
        Measure("nobody wins", share(int((won == 0).sum()), games), "share", "games without a winner"),
        Measure("winner's lead", mean(leads(rows)), "points", "the most points less the second most"),
        Measure("score spread", mean(spread), "points", "standard deviation of the seats' points in a game"),
    ]


# ---- judged decisions ----------------------------------------------------------------------------------------------


class Course(NamedTuple):
    """One judged game: everybody's chances before each action and at the end."""

    chances: Values
    """By moment and seat; the last row is the result."""
    dealt: Values
    """What chance brought each seat, in all."""

    @property
    def winner(self) -> int:
        """The seat that won, alone or with its team; -1 if the win was shared by all or by rivals."""
        result = self.chances[-1]
        best = float(result.max())
        return int(result.argmax()) if best >= SETTLED and not (result == best).all() else -1

    @property
    def shortfall(self) -> Values:
        """By moment, how far the winner's chances were below the best."""
        found: Values = self.chances.max(axis=1) - self.chances[:, self.winner]
        return found


def courses(rows: Rows) -> list[Course]:
    """The judged games of decision rows, in order."""
    return [
        Course(
            np.array([*(row["chances"] for row in each), each[-1]["payoffs"]], np.float64),
            np.array([row["dealt"] for row in each], np.float64).sum(axis=0),
        )
        for each in _by_game(rows)
    ]


def _by_game(rows: Rows) -> Iterator[list[dict[str, Any]]]:
    game: list[dict[str, Any]] = []
    for row in rows.select(["number", "chances", "dealt", "payoffs"]).to_pylist():
        if game and row["number"] != game[0]["number"]:
            yield game
            game = []
        game.append(row)
    if game:
        yield game


def won(games: list[Course]) -> list[Course]:
    """The games that one side won."""
    return [game for game in games if game.winner >= 0]


def drama(games: list[Course]) -> Figure:
    """The winner's shortfall: how far its chances were below the leader's, on average over the game."""
    return mean([float(game.shortfall[:-1].mean()) for game in won(games)])


def deepest(games: list[Course]) -> Figure:
    """The largest shortfall of the winner."""
    return mean([float(game.shortfall.max()) for game in won(games)])


def lead_changes(games: list[Course]) -> Figure:
    """How often another seat took the lead in chances; where several lead, the one that led before stays."""
    return mean([_changes(game.chances) for game in games])


def _changes(chances: Values) -> float:
    leader, changes = -1, 0
    for moment in chances:
        best = float(moment.max())
        if leader < 0 and (moment == best).sum() == 1:
            leader = int(moment.argmax())
        elif leader >= 0 and moment[leader] < best:
            leader, changes = int(moment.argmax()), changes + 1
    return float(changes)


def settled(games: list[Course]) -> Values:
    """For each game that was won, the part of it after which the winner's chances stayed above 90 %."""
    found = []
    for game in won(games):
        below = np.flatnonzero(game.chances[:, game.winner] < SETTLED)
        found.append((below[-1] + 1) / (len(game.chances) - 1) if len(below) else 0.0)
    return np.array(found)


def uncertainty(games: list[Course]) -> list[Figure]:
    """How open games are at each tenth, from 1 (all seats have the same chances) to 0 (it is decided)."""
    curves = np.array([[_openness(game.chances[_moment(game, step)]) for step in range(STEPS + 1)] for game in games])
    return [mean(curves[:, step]) for step in range(STEPS + 1)] if len(curves) else []


def _moment(game: Course, step: int) -> int:
    return round((len(game.chances) - 1) * step / STEPS)


def _openness(chances: Values) -> float:
    """The entropy of the chances, as a part of the most there can be; NaN for one seat."""
    if len(chances) == 1:
        return math.nan
    shares = chances / chances.sum() if chances.sum() > 0 else np.full(len(chances), 1 / len(chances))
    some = shares[shares > 0]
    return float(-(some * np.log(some)).sum() / math.log(len(chances)))


def luck_share(games: list[Course]) -> Figure:
    """The part of the results' variance that dealt luck makes: its covariance with the result, of that variance."""
    results = np.array([game.chances[-1] for game in games])
    luck = np.array([game.dealt for game in games])
    if not len(results) or results.shape[1] == 1:
        return NOTHING

    def part(chosen: Any) -> float:
        one, other = results[chosen], luck[chosen]
        one, other = one - one.mean(axis=0), other - other.mean(axis=0)
        whole = float((one * one).sum())
        return float((one * other).sum()) / whole if whole else 0.0

    return jackknife(len(results), part)


def weights(rows: Rows) -> Values:
    """The weights of the decisions that were weighed."""
    found: Values = rows.column("weight").drop_null().to_numpy().astype(np.float64)
    return found


def per_game(rows: Rows, name: str) -> Values:
    """The mean of a column over each game's decisions that have it."""
    sums: dict[int, list[float]] = {}
    for number, value in zip(rows.column("number").to_pylist(), rows.column(name).to_pylist(), strict=True):
        if value is not None:
            sums.setdefault(number, []).append(value)
    return np.array([sum(each) / len(each) for each in sums.values()])


def branching(rows: Rows) -> list[Figure]:
    """Legal actions at each tenth of the game."""
    part = np.minimum(column(rows, "decision") * STEPS / column(rows, "actions"), STEPS - 1).astype(int)
    legal, number = column(rows, "legal"), column(rows, "number")
    found = []
    for step in range(STEPS):
        here = part == step
        games, place = np.unique(number[here], return_inverse=True)
        found.append(mean(np.bincount(place, legal[here]) / np.bincount(place)) if len(games) else NOTHING)
    return found


def coverage(rows: Rows, possible: int) -> float:
    """The share of the game's action numbers that somebody chose."""
    return len(set(rows.column("action").to_pylist())) / possible


def of_decisions(rows: Rows, actions: int) -> list[Measure]:
    """All measures of judged decisions."""
    games = courses(rows)
    heavy = [float(value > WEIGHTY) for value in weights(rows)]
    found = [
        Measure("weight of decisions", mean(per_game(rows, "weight")), "share", "best less second-best action"),
        Measure(
            "weighty decisions",
            share(int(sum(heavy)), len(heavy)),
            "share",
            f"decisions whose best action is worth {WEIGHTY:.0%} of a win more than the second best",
        ),
        Measure(
            "hidden share",
            mean(per_game(rows, "hidden")),
            "share",
            "of the uncertainty about one's result, what hidden cards make; the rest is still to come",
        ),
        Measure(
            "coverage",
            Figure(coverage(rows, actions), math.nan, math.nan, len(games)),
            "share",
            "of all action numbers, those that somebody chose in these games",
        ),
    ]
    if not games or games[0].chances.shape[1] == 1:
        return found
    return [
        Measure("luck share", luck_share(games), "share", "of the results' variance, what dealt luck makes"),
        Measure("lead changes", lead_changes(games), "changes", "how often another seat has the best chances"),
        Measure("drama", drama(games), "share", "how far the winner's chances were below the leader's, on average"),
        Measure("deepest fall", deepest(games), "share", "the same at its worst moment"),
        Measure(
            "settled after", mean(settled(games)), "share", "of the game; from then on the winner stays above 90 %"
        ),
        *found,
    ]
