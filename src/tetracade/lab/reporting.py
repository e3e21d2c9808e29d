"""A report in numbers: everything that is asked about a game, collected step by step into one folder."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tetracade import games
from tetracade.engine.game import Game
from tetracade.lab import metrics
from tetracade.lab.arena import Contest
from tetracade.lab.cards import Card, names_in, worths
from tetracade.lab.chain import Link, links
from tetracade.lab.collecting import Told, collect_on
from tetracade.lab.judged import QUICK_JUDGE
from tetracade.lab.metrics import USUAL_PACE, Course, Measure, Pace
from tetracade.lab.rows import CARD, DECISION, GAME, Rows
from tetracade.lab.tasks import Runner


@dataclass(frozen=True)
class Asked:
    """What a report is about."""

    contest: Contest
    judged: int = 200
    """Games for the measures that need a judge."""
    chain: int = 40
    """Games for each step of the skill chain; 0 leaves it out."""
    cards: int = 100
    """Games for the worth of cards; 0 leaves it out."""
    pace: Pace = USUAL_PACE
    command: str = ""
    """The command that makes this report."""


@dataclass(frozen=True)
class Report:
    """All that was found."""

    asked: Asked
    games: Rows
    decisions: Rows
    links: list[Link] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)

    @property
    def game(self) -> Game:
        """The game it is about."""
        return games.find(self.asked.contest.game)

    @property
    def alone(self) -> bool:
        """Whether one plays alone, so that nobody wins against anybody."""
        return self.asked.contest.seats == 1

    @cached_property
    def courses(self) -> list[Course]:
        """The judged games."""
        return metrics.courses(self.decisions)

    @cached_property
    def measures(self) -> list[Measure]:
        """All measures; those in points only where the game has points."""
        found = [
            *metrics.of_games(self.games, self.asked.pace),
            *(metrics.of_decisions(self.decisions, self.game.actions) if self.decisions.num_rows else ()),
        ]
        return [each for each in found if self.game.scored or each.unit != "points"]

    def measure(self, name: str) -> Measure | None:
        """The measure of this name; None if it wasn't taken."""
        return next((each for each in self.measures if each.name == name), None)


Stage = Callable[[str], Told]
"""Told what is collected next; what it returns is told how far that is."""


def report_on(asked: Asked, runner: Runner, folder: Path, stage: Stage) -> Report:
    """Collect everything that isn't in the folder yet."""
    contest, name = asked.contest, asked.contest.game
    found = collect_on(runner, contest, GAME, folder=folder / "games", told=stage("games"))
    sample = Contest(name, contest.bots, min(asked.judged, contest.games), contest.seats, contest.seed, contest.options)
    decisions = collect_on(
        runner, sample, DECISION, setting=QUICK_JUDGE, folder=folder / "judged", told=stage("judged games")
    )
    chain: list[Link] = []
    if asked.chain and contest.seats > 1 and 2 in games.find(name).seats:
        chain = links(runner, name, asked.chain, contest.seed, contest.options, folder, stage("skill chain"))
    cards: list[Card] = []
    if asked.cards and names_in(games.find(name)):
        dealt = Contest(name, contest.bots, asked.cards, contest.seats, contest.seed, contest.options)
        cards = worths(collect_on(runner, dealt, CARD, folder=folder / "cards", told=stage("worth of cards")))
    return Report(asked, found, decisions, chain, cards)
