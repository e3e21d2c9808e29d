"""Contests between bots: rotating seats, recorded seeds, all cores, resumable and reproducible."""

import hashlib
import itertools
import json
import math
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from tetracade import games
from tetracade.analysis.analysing import dealt_luck
from tetracade.analysis.settings import CHEAPEST
from tetracade.bots.levels import bot_named
from tetracade.bots.warm import warm_bots
from tetracade.engine.cache import PACKAGE
from tetracade.engine.chance import SeededDealer
from tetracade.engine.contract import State
from tetracade.engine.game import BadOption, Game
from tetracade.engine.kernel import kernel_of
from tetracade.lab.own import own_of
from tetracade.lab.paired import KeyedDealer, bot_seed
from tetracade.table.table import Table, new_table

ANEW = "to start over, choose another file or remove this one"

QUICK = replace(CHEAPEST, name="arena", samples=64, playouts=4, to_end=16, exact=128)
"""How closely the judge looks for dealt luck."""

SAVED_EVERY = 5.0
"""Seconds between saves while a contest is running."""


@dataclass(frozen=True)
class Contest:
    """What is played: each line-up of bots meets this many times, with seats rotating."""

    game: str
    bots: tuple[str, ...]
    games: int
    seats: int
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    paired: bool = False
    """Whether luck is keyed (see ``lab.paired``), so that contests with other options compare game by game."""

    def __post_init__(self) -> None:
        found = games.find(self.game)
        found.checked_seats(self.seats)
        found.option_values(self.options, self.seats)
        if self.games < 1:
            raise BadOption(f"a contest needs at least one game, not {self.games}")
        if len(self.bots) < self.seats:
            raise BadOption(f"{self.seats} seats need {self.seats} bots, but you named {len(self.bots)}")
        for name in self.bots:
            bot_named(found, name)

    @property
    def line_ups(self) -> list[tuple[str, ...]]:
        """The groups of bots that meet: every combination that fills the seats."""
        return list(dict.fromkeys(itertools.combinations(self.bots, self.seats)))

    @property
    def total(self) -> int:
        """The total number of games."""
        return self.games * len(self.line_ups)

    def seed_of(self, number: int) -> int:
        """The seed of this game."""
        return self.seed * 1_000_003 + number

    def seating(self, number: int) -> tuple[str, ...]:
        """The bots in this game, by seat."""
        line_up = self.line_ups[number // self.games]
        turn = number % self.seats
        return line_up[turn:] + line_up[:turn]


@dataclass(frozen=True)
class Played:
    """One game of a contest."""

    number: int
    seating: tuple[str, ...]
    points: tuple[int, ...]
    payoffs: tuple[float, ...]
    actions: int
    slowest: tuple[float, ...]
    """Each seat's longest thought, in seconds."""
    luck: tuple[float, ...] = ()
    """Each seat's dealt luck, in shares of a win, where it was asked for."""
    winners: tuple[int, ...] = ()
    first: int = 0
    """The seat that acted first."""
    turns: int = 0
    outcomes: int = 0
    """How many outcomes chance brought."""
    forced: int = 0
    """Actions that were the only one."""
    choices: int = 0
    """Legal actions in all, over the decisions that weren't forced."""
    ending: str = ""
    measures: dict[str, float] = field(default_factory=dict)
    """The game's own measures."""


@cache
def _ready(game: Game) -> None:
    """Compile what bots need before any of them is timed."""
    warm_bots(game)


def play_one(contest: Contest, number: int, box: str = "", luck: bool = False) -> Played:
    """Play one game of the contest with the box of this mark; the same number always gives the same game.

    ``luck`` asks for each seat's dealt luck, too.
    """
    game = games.find(contest.game)
    game.check_box(box)
    _ready(game)
    count = Count(game)
    table, slowest = played_table(contest, number, count.note)
    dealt = dealt_luck(table, QUICK, number) if luck else ()
    return count.played(number, contest.seating(number), table.state, table.entries, slowest, dealt)


def played_table(
    contest: Contest,
    number: int,
    note: Callable[[Table, int, int], None] = lambda table, seat, action: None,
    forced: tuple[str, int, int] | None = None,
) -> tuple[Table, tuple[float, ...]]:
    """The finished table of a game, and each seat's longest thought; ``note`` is told of each action before it happens.

    ``forced`` is a kind of chance, how many outcomes of it come before, and the outcome that must come then; for
    contests with paired luck.
    """
    game, seed = games.find(contest.game), contest.seed_of(number)
    dealer = KeyedDealer(seed, own_of(game).kind, forced) if contest.paired else SeededDealer(seed)
    table = new_table(game, contest.seats, None, dealer, contest.options)
    bots = [bot_named(game, name, seed * 16 + seat) for seat, name in enumerate(contest.seating(number))]
    slowest, decided = [0.0] * contest.seats, [0] * contest.seats
    while not table.over:
        seat = table.acting[0]
        began = time.perf_counter()
        if contest.paired:
            bots[seat].reseed(bot_seed(seed, seat, decided[seat]))
            decided[seat] += 1
        choice = bots[seat].choose_number(table, seat)
        slowest[seat] = max(slowest[seat], time.perf_counter() - began)
        note(table, seat, choice)
        table.play(choice, seat)
    return table, tuple(slowest)


class Count:
    """Counts a game's turns, forced actions and choices as it is played."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._kernel = kernel_of(game)
        self.first = self._last = -1
        self.turns = self.actions = self.forced = self.choices = 0
        self._ended = False

    def note(self, table: Table, seat: int, action: int) -> None:
        """Count an action that is about to happen."""
        if self.first < 0:
            self.first = seat
        if self._ended or seat != self._last:
            self.turns += 1
        self._last, self._ended = seat, self._kernel.ends_turn(table.state, seat, action)
        self.actions += 1
        legal = len(table.legal_ids(seat))
        if legal == 1:
            self.forced += 1
        else:
            self.choices += legal

    def played(
        self,
        number: int,
        seating: tuple[str, ...],
        state: State,
        entries: Sequence[Any],
        slowest: tuple[float, ...],
        luck: tuple[float, ...],
    ) -> Played:
        """The game that ended in this state."""
        kernel, own = self._kernel, own_of(self._game)
        return Played(
            number=number,
            seating=seating,
            points=kernel.score(state),
            payoffs=kernel.payoff(state),
            actions=self.actions,
            slowest=slowest,
            luck=luck,
            winners=kernel.winners(state),
            first=self.first,
            turns=self.turns,
            outcomes=len(entries) - self.actions,
            forced=self.forced,
            choices=self.choices,
            ending=own.ending(state),
            measures=own.measures(state),
        )


class OtherContest(BadOption):
    """The file has games of another contest, or by other rules or bots."""


THINKING = ("engine", "bots", "table/table.py", "table/stepping.py", "lab/arena.py", "lab/paired.py", "lab/own.py")
"""The sources that decide how games go, apart from the game's own."""


@cache
def played_by(game: Game) -> dict[str, Any]:
    """What a contest depends on: the game's version and box, and a digest of its rules and the bots."""
    sources = digest_of([*(PACKAGE / part for part in THINKING), Path(str(game.rules.__file__)).parent])
    return {"version": game.version, "box": game.box_mark, "sources": sources}


def digest_of(sources: Iterable[Path]) -> str:
    """A digest of these files, and of the Python files in these folders."""
    digest = hashlib.sha256()
    for source in sources:
        for file in [source] if source.is_file() else sorted(source.rglob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def load(path: Path, contest: Contest) -> list[Played]:
    """The games of this contest saved in the file; none if there is no file."""
    if not path.exists():
        return []
    try:
        held = json.loads(path.read_text())
        asked = json.loads(json.dumps(asdict(contest)))
        if held["contest"] != asked:
            raise OtherContest(f"{path} has another contest in it ({held['contest']}); {ANEW}")
        if held.get("played_by") != played_by(games.find(contest.game)):
            raise OtherContest(f"{path} was played with other rules or bots ({held.get('played_by')}); {ANEW}")
        found = [played_from(game) for game in held["games"]]
        check(contest, found)
        return found
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, OtherContest):
            raise
        raise BadOption(f"{path} is not a saved contest ({error}); {ANEW}") from None


def played_from(kept: dict[str, Any]) -> Played:
    """The game that was kept as JSON."""
    values: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in kept.items()}
    return Played(**values)


def check(contest: Contest, played: list[Played]) -> None:
    """Raise ValueError if these can't be games of the contest."""
    known: set[int] = set()
    for game in played:
        if type(game.number) is not int or not 0 <= game.number < contest.total:
            raise ValueError(f"there is no game {game.number!r}; the games are 0 to {contest.total - 1}")
        if game.number in known:
            raise ValueError(f"game {game.number} is there twice")
        known.add(game.number)
        if game.seating != contest.seating(game.number):
            raise ValueError(f"game {game.number} has the wrong bots in its seats")
        for numbers in (game.points, game.payoffs, game.slowest):
            if len(numbers) != contest.seats or not all(math.isfinite(each) for each in numbers):
                raise ValueError(f"game {game.number} has missing numbers")
        if not all(0 <= payoff <= 1 for payoff in game.payoffs) or game.actions < 0:
            raise ValueError(f"game {game.number} has impossible numbers")


def save(path: Path, contest: Contest, played: list[Played], standings: list[dict[str, Any]]) -> None:
    """Write the contest and its games to the file, completely or not at all."""
    held = {
        "contest": asdict(contest),
        "played_by": played_by(games.find(contest.game)),
        "standings": standings,
        "games": [asdict(game) for game in played],
    }
    other = path.with_name(path.name + ".new")
    other.write_text(json.dumps(held) + "\n")
    os.replace(other, path)


def end_with_parent() -> None:
    """In a worker: exit once the process that started it is gone, for whatever reason."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def hold(contest: Contest, done: list[Played], jobs: int | None = None, luck: bool = False) -> Iterator[Played]:
    """Play the remaining games, with dealt luck if asked, and yield each one as it ends."""
    finished = {game.number for game in done}
    missing = iter([number for number in range(contest.total) if number not in finished])
    jobs = jobs or os.cpu_count() or 1
    box = games.find(contest.game).box_mark
    if jobs == 1:
        for number in missing:
            yield play_one(contest, number, box, luck)
        return
    with ProcessPoolExecutor(jobs, initializer=end_with_parent) as pool:
        running: set[Future[Played]] = {
            pool.submit(play_one, contest, number, box, luck) for number in itertools.islice(missing, jobs * 2)
        }
        while running:
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {
                pool.submit(play_one, contest, number, box, luck) for number in itertools.islice(missing, len(ready))
            }
            for future in ready:
                yield future.result()
