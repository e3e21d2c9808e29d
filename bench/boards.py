"""Boards for Retro Tetro, tried against what its rulebook promises: the search for its lost board.

python -m bench.boards look BOX…       a quick look at boxes, by players that act at a glance
python -m bench.boards search BOX      change a box's board bit by bit, keeping what comes closer (board_search.py)
python -m bench.boards confirm BOX…    Casual, Skilled and Expert bots on every level, and four at the table
python -m bench.boards page            what was found, as a table

A search lets players learn what its board asks for, too. What they have learned lies beside the box, and whoever looks
at it again, or confirms it, plays with that.

Wanted: the twelve levels get harder from one to the next, the coins of the box suffice, and the objectives are worth
the same. All of it is kept in docs/lab/boards, so whatever was interrupted goes on. A box that doesn't say otherwise is
as the standard one, so a file need hold no more than a board and its lit half rows.
"""

import argparse
import hashlib
import itertools
import json
import math
import multiprocessing
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bench import board_search
from bench import live_boards as live
from tetracade.bots.levels import bot_named
from tetracade.engine.boxes import VARIABLE
from tetracade.engine.chance import SeededDealer
from tetracade.games.retro_tetro import box, metrics, points, state
from tetracade.table.table import new_table

FOLDER = Path(__file__).parents[1] / "docs" / "lab" / "boards"
SIGHTS = (35, 60, live.ALL)
"""Of a hundred actions, how many players at a glance notice: about as strong as Casual, Skilled and Expert bots."""
BOTS = {"2": "Casual", "3": "Skilled", "4": "Expert"}
AT_TABLE = "3"
TABLE = 4
LEVELS = range(1, len(box.PARTS.levels) + 1)
COINS = box.PARTS.coins


@dataclass
class Found:
    """What was found about a board: passes and games by player and level, and tables of four."""

    of: str = ""
    """The board, the rules and the bots it was found with."""
    passed: dict[str, list[int]] = field(default_factory=dict)
    games: dict[str, list[int]] = field(default_factory=dict)
    totals: list[int] = field(default_factory=list)
    """Coins on the table at the end, game by game."""
    kept: list[list[int]] = field(default_factory=list)
    """By objective: how many seats kept it, and the sums of their points and of what it paid."""
    without: list[int] = field(default_factory=list)
    """Seats and points at tables without objectives."""

    def rates(self, player: str) -> list[float]:
        """The share of tries that pass, by level."""
        pairs = zip(self.passed[player], self.games[player], strict=True)
        return [passed / games if games else math.nan for passed, games in pairs]

    def rises(self) -> float:
        """How much shares rise from level to level where they should fall, added up over all players."""
        return sum(
            max(0.0, after - before)
            for player in self.passed
            for before, after in itertools.pairwise(self.rates(player))
            if not math.isnan(before + after)
        )

    @property
    def over(self) -> float:
        """The share of tables where the box has too few coins."""
        return sum(total > COINS for total in self.totals) / max(1, len(self.totals))

    def worths(self) -> list[float]:
        """What each objective adds to the points of who keeps it."""
        if not self.without or not self.without[0]:
            return []
        usual = self.without[1] / self.without[0]
        return [made / seats - usual if seats else math.nan for seats, made, _ in self.kept]

    def spread(self) -> float:
        """How far the objective that differs most is from their mean worth, as a part of it."""
        worths = self.worths()
        usual = sum(worths) / len(worths) if worths else math.nan
        return max((abs(worth / usual - 1) for worth in worths), default=math.nan)

    def loss(self) -> float:
        """How far the board is from what is wanted; a level that the best never pass is no level, either."""
        best = list(self.passed)[-1]
        shut = sum(max(0.0, 0.05 - rate) for rate in self.rates(best))
        dull = max(0.0, self.rates(best)[-1] - 0.6)
        open_door = sum(max(0.0, 0.9 - self.rates(player)[0]) for player in self.passed)
        return (
            self.rises()
            + 10 * max(0.0, self.over - 0.01)
            + max(0.0, self.spread() - 0.15)
            + 4 * shut
            + dull
            + open_door
        )

    def said(self) -> str:
        """A few lines."""
        lines = [
            f"  {player:>8}: {' '.join(f'{100 * rate:3.0f}' for rate in self.rates(player))} %"
            for player in self.passed
        ]
        worths = " ".join(f"{worth:.1f}" for worth in self.worths())
        coins = (
            f"{np.mean(self.totals):.1f} coins, {100 * self.over:.1f} % need more than {COINS}" if self.totals else ""
        )
        return "\n".join([*lines, f"  four: {coins}; objectives {worths} (spread {100 * self.spread():.0f} %)"])


# ---- at a glance ---------------------------------------------------------------------------------------------------


def looked_at(parts: box.Parts, games: int) -> Found:
    """The board as players at a glance find it."""
    live.lay_out(parts)
    found = Found()
    for sight in SIGHTS:
        player = f"sight {sight}"
        found.games[player] = [games] * len(LEVELS)
        found.passed[player] = [
            int(live.column(live.played(games, sight, level), live.SEEN.passed).sum()) for level in LEVELS
        ]
    plain = live.played(games, SIGHTS[1], seats=TABLE)
    rows = live.played(2 * games, SIGHTS[1], seats=TABLE, objectives=True)
    note_table(found, rows, True)
    note_table(found, plain, False)
    return found


def looked_at_by_its_players(path: Path, games: int) -> Found:
    """The box in this file as players find it who have learned on it, if any have."""
    live.lay_out(live.parts_of(path))
    board_search.take_players(players_of(path))
    return looked_at(live.parts_of(path), games)


def note_table(found: Found, rows: Any, objectives: bool) -> None:
    """Add up tables of four."""
    points_made = live.column(rows, live.SEEN.points)
    if not objectives:
        before = found.without or [0, 0]
        found.without = [before[0] + len(rows), before[1] + int(points_made.sum())]
        return
    coins = np.maximum(0, live.column(rows, live.SEEN.coins)).reshape(-1, TABLE).sum(axis=1)
    found.totals += [int(each) for each in coins]
    found.kept = found.kept or [[0, 0, 0] for _ in range(box.OBJECTIVES)]
    for number in range(box.OBJECTIVES):
        mine = live.column(rows, live.SEEN.objective) == number + 1
        paid = live.column(rows, live.SEEN.paid)[mine]
        for at, more in enumerate((mine.sum(), points_made[mine].sum(), paid.sum())):
            found.kept[number][at] += int(more)


def look(paths: Sequence[Path], games: int) -> None:
    """Look at boxes, each group of equal sizes in a process of its own; what was looked at before is only shown."""
    for group in live.groups(paths):
        with fresh(group[0]) as pool:
            for path in group:
                found = kept_in(FOLDER / f"{path.stem}-look.json", path)
                if games not in found.games.get(f"sight {live.ALL}", []):
                    found = pool.submit(looked_at_by_its_players, path, games).result()
                    found.of = mark_of(path)
                    keep(found, FOLDER / f"{path.stem}-look.json")
                print(f"{path.stem}: {found.loss():.2f}\n{found.said()}", flush=True)


def kept_in(file: Path, path: Path) -> Found:
    """What was found about the box and kept in this file; nothing if it was found with another board or other bots."""
    found = Found(**json.loads(file.read_text())) if file.exists() else Found()
    mark = mark_of(path)
    return found if found.of == mark else Found(of=mark)


def players_of(path: Path) -> Path:
    """The file of what players have learned on this box."""
    return FOLDER / f"{path.stem}-players.json"


def mark_of(path: Path) -> str:
    """What games with this box depend on: the box, the rules, the bots, and what players have learned on it."""
    players = players_of(path)
    learned = f", players {hashlib.sha256(players.read_bytes()).hexdigest()[:8]}" if players.exists() else ""
    return live.mark_of(path) + learned


def keep(found: Found, file: Path) -> None:
    """Write it down, completely or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    other = file.with_suffix(".new")
    other.write_text(json.dumps(asdict(found)) + "\n")
    os.replace(other, file)


def fresh(path: Path) -> ProcessPoolExecutor:
    """One process in which nothing is compiled yet, with this box, so that its size and its line are right."""
    os.environ[VARIABLE] = str(path.resolve())
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def search(path: Path, games: int, seconds: float, seed: int) -> None:
    """Change the board of this box bit by bit; goes on where it stopped."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    log = FOLDER / f"{path.stem}-search.jsonl"
    board_search.search(
        live.parts_of(path), log, players_of(path), lambda parts: looked_at(parts, games), seconds, seed
    )


# ---- by bots -------------------------------------------------------------------------------------------------------


def bot_games(bot: str, games: range, level: int = 0, seats: int = 1, objectives: bool = False) -> Any:
    """Rows of ``live_boards.Seen`` for games by bots; at a table each keeps one of its two objectives by lot."""
    asked: dict[str, Any] = {"level": level} if level else {"objectives": objectives}
    rows = np.zeros((len(games) * seats, len(live.SEEN)), np.int64)
    for index, number in enumerate(games):
        luck = random.Random(number)
        table = new_table(live.GAME, seats, None, SeededDealer(22_000_066 + number), asked)
        bots = [bot_named(live.GAME, bot, number * 16 + seat) for seat in range(seats)]
        while not table.over:
            seat = table.acting[0]
            by_lot = seats > 1 and table.state.phase == state.KEEPING
            table.play(luck.choice(table.legal_ids(seat)) if by_lot else bots[seat].choose_number(table, seat), seat)
        end = table.state
        for seat in range(seats):
            row = rows[index * seats + seat]
            row[live.SEEN.points] = points.points_of(end, seat)
            row[live.SEEN.coins] = end.coins[seat]
            row[live.SEEN.half_rows] = end.row_coins[seat]
            row[live.SEEN.columns] = points.columns_above(end, seat)
            row[live.SEEN.gold] = points.gold_covered(end, seat)
            row[live.SEEN.meeples] = points.meeples_visible(end, seat)
            row[live.SEEN.paid] = points.objective_points(end, seat, end.objective[seat])
            row[live.SEEN.passed] = level > 0 and metrics.ending(end) == "level passed"
            row[live.SEEN.objective] = end.objective[seat]
    return rows


BATCH = 10


def confirm(path: Path, games: int, tables: int) -> None:
    """Let bots play on this board until each level has had so many games, and so many tables of four are played."""
    live.lay_out(live.parts_of(path))
    board_search.take_players(players_of(path))
    file = FOLDER / f"{path.stem}-bots.json"
    found = kept_in(file, path)
    for bot in BOTS:
        found.games.setdefault(bot, [0] * len(LEVELS))
        found.passed.setdefault(bot, [0] * len(LEVELS))
    for what in batches(found, games, tables):
        if isinstance(what, tuple):
            bot, level = what
            done = found.games[bot][level - 1]
            rows = bot_games(bot, range(done, min(games, done + BATCH)), level)
            found.games[bot][level - 1] += len(rows)
            found.passed[bot][level - 1] += int(live.column(rows, live.SEEN.passed).sum())
        else:
            done = len(found.totals) if what else (found.without or [0])[0] // TABLE
            rows = bot_games(AT_TABLE, range(done, done + BATCH), seats=TABLE, objectives=what)
            note_table(found, rows, what)
        keep(found, file)
        print(f"{path.stem}: {what}\n{found.said()}", flush=True)


def batches(found: Found, games: int, tables: int) -> Iterator[tuple[str, int] | bool]:
    """What to play next, a little of everything at a time: a bot and its level, or a table with objectives or not."""
    while True:
        missing: list[tuple[float, tuple[str, int] | bool]] = [
            (found.games[bot][level - 1] / games, (bot, level)) for bot in BOTS for level in LEVELS
        ]
        missing.append((len(found.totals) / tables, True))
        missing.append(((found.without or [0])[0] / TABLE / tables, False))
        part, what = min(missing, key=lambda each: each[0])
        if part >= 1:
            return
        yield what


def page() -> None:
    """Print what is known of each board, as a table."""
    for path in sorted([*FOLDER.glob("*-look.json"), *FOLDER.glob("*-bots.json")]):
        found = Found(**json.loads(path.read_text()))
        print(f"{path.stem}: rises {100 * found.rises():.0f} % in all\n{found.said()}\n")


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("look", "search", "confirm", "page"))
    parser.add_argument("boxes", nargs="*", type=Path)
    parser.add_argument("--games", type=int, default=200, help="games of each player at each level")
    parser.add_argument("--tables", type=int, default=200, help="games of four, with objectives and without")
    parser.add_argument("--seconds", type=float, default=600, help="how long to search")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.what == "page":
        page()
    elif asked.what == "look":
        look(asked.boxes, asked.games)
    else:
        for path in asked.boxes:
            with fresh(path) as pool:
                work = (
                    pool.submit(search, path, asked.games, asked.seconds, asked.seed)
                    if asked.what == "search"
                    else pool.submit(confirm, path, asked.games, asked.tables)
                )
                work.result()


if __name__ == "__main__":
    main()
