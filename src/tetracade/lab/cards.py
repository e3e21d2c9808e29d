"""The worth of cards: a game in which a seat is dealt one for certain, against the same game drawn by weights.

In each game of a contest with paired luck, one draw that may deal the card is chosen by lot; there the card is forced,
and everything else keeps its random numbers. What the seat that gets it has more than in the game as it was drawn is
the card's worth over a card drawn by weights. Cards of one name (``metrics.card``) count as one. The intervals hold for
all cards together.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tetracade import games
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.lab.arena import Contest, played_table
from tetracade.lab.figures import Figure, mean, share
from tetracade.lab.own import own_of
from tetracade.lab.paired import mixed
from tetracade.lab.rows import CARD, Rows, common, made
from tetracade.table.table import Table


@dataclass(frozen=True)
class Draw:
    """A draw in a game: its kind, how many of that kind came before, who got it, and what it could have been."""

    kind: str
    count: int
    seat: int
    ids: tuple[int, ...]


@dataclass(frozen=True)
class Card:
    """What a card is worth to whoever gets it."""

    name: str
    worth: Figure
    """In shares of a win, over a card drawn by weights."""
    points: Figure
    """The same in points."""
    used: Figure
    """The share of games in which somebody used one; 0 throughout where the game doesn't say."""


def draws_of(table: Table) -> list[Draw]:
    """The draws of a finished game that give a card to a seat."""
    game = table.game
    kernel, own, counts, found = kernel_of(game), own_of(game), Counter[str](), []
    for index, (mover, outcome) in enumerate(table.entries):
        if mover != SPECTATOR:
            continue
        kind = own.kind(outcome)
        state = table.state_before(index)
        seat = own.receiver(state, outcome) if own.card(outcome) else -1
        if seat >= 0:
            found.append(Draw(kind, counts[kind], seat, tuple(kernel.outcomes(state)[0])))
        counts[kind] += 1
    return found


def names_in(game: Game) -> dict[str, list[int]]:
    """All cards that outcomes deal, by name."""
    found: dict[str, list[int]] = {}
    for outcome in range(game.outcomes):
        if name := own_of(game).card(outcome):
            found.setdefault(name, []).append(outcome)
    return found


def card_rows(contest: Contest, numbers: range) -> Rows:
    """One row for each game and card that some draw of the game may deal."""
    return made(CARD, [row for number in numbers for row in gains(contest, number)])


def gains(contest: Contest, number: int) -> Iterator[dict[str, Any]]:
    """The rows of one game: what each card brings."""
    game = games.find(contest.game)
    kernel, own = kernel_of(game), own_of(game)
    paired, used = replace(contest, paired=True), set[str]()
    table, _ = played_table(paired, number, lambda _, seat, action: used.add(own.used(action)))
    payoffs, points = kernel.payoff(table.state), kernel.score(table.state)
    draws, shared = draws_of(table), common(paired, number)
    for name, outcomes in names_in(game).items():
        fitting = [draw for draw in draws if set(outcomes) & set(draw.ids)]
        if not fitting:
            continue
        lot = mixed(contest.seed_of(number), *name.encode())
        draw = fitting[lot % len(fitting)]
        possible = [outcome for outcome in outcomes if outcome in draw.ids]
        forced = (draw.kind, draw.count, possible[(lot >> 32) % len(possible)])
        other, _ = played_table(paired, number, forced=forced)
        yield {
            **shared,
            "card": name,
            "gain": kernel.payoff(other.state)[draw.seat] - payoffs[draw.seat],
            "points_gain": float(kernel.score(other.state)[draw.seat] - points[draw.seat]),
            "in_use": name in used,
        }


def worths(rows: Rows) -> list[Card]:
    """Every card's worth, the best first; intervals are corrected for how many cards there are."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows.select(["card", "gain", "points_gain", "in_use"]).to_pylist():
        found.setdefault(row["card"], []).append(row)
    cards = [
        Card(
            name=name,
            worth=mean([row["gain"] for row in mine], len(found)),
            points=mean([row["points_gain"] for row in mine], len(found)),
            used=share(sum(row["in_use"] for row in mine), len(mine)),
        )
        for name, mine in found.items()
    ]
    return sorted(cards, key=lambda card: -card.worth.value)
