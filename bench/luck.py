"""Measures what docs/luck.md claims: ``python -m bench.luck PART GAME [--games N]``.

Each part goes on where it stopped: what was found is kept in docs/luck.json (or in the file that TETRACADE_LUCK names),
by part and game, and game number N is always the same. ``python -m bench.luck table`` prints everything found so far.

* ``identity``: the parts of every sum add up to the result; the largest residual.
* ``zero``, ``zero-silly``: dealt luck has mean 0 by the real judge, and by one that knows nothing.
* ``levels``: what each level of bots gives away a decision that matters, all choosing at the same decisions.
* ``levels-deep``: the same, looked at deeply.
* ``adjust``: a match of two levels, plain and with dealt luck taken off.
* ``blunders``: the worst action, planted where it costs most, is found as the costliest decision.
* ``time``: seconds of one core for an analysis.

``python -m bench.luck scale`` writes what an analysis is measured by to ``luck.toml`` beside each game's rules.
``python -m bench.luck all [GAME]`` works on all parts in turn until each has the games it is asked for (``ASKED``).
"""

import argparse
import itertools
import json
import math
import os
import random
import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import tetracade
from tetracade.analysis import CHEAPEST, DEEP, USUAL, Analysing, Judge, Setting, dealt_luck
from tetracade.analysis.analysing import weigh, weigh_each
from tetracade.analysis.scale import file_of
from tetracade.bots.levels import bot_named
from tetracade.engine.chance import SeededDealer
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.lab.adjusting import adjust
from tetracade.lab.arena import QUICK
from tetracade.table.table import Table, new_table

KEPT = Path(os.environ.get("TETRACADE_LUCK") or Path(__file__).parents[1] / "docs" / "luck.json")
SAVED_EVERY = 20.0
ENOUGH = 50
"""Games of each level before its error rate names a level."""
LEAST_RATE = 1e-5
"""The smallest error rate that is written: below it levels can't be told apart."""
MATCH = ("4", "3")
"""The levels of the match."""
WEIGHED = 16
"""Decisions of a game that are weighed to tell the levels' error rates."""
WEIGHED_DEEPLY = 4
"""The same at the deep setting."""
MASTERS = 6
"""How many of those Master chooses at, too: it takes longest."""
LEVELS = "12345"
STEPS = [f"{one}-{other}" for one, other in itertools.pairwise(LEVELS)]
"""What each level gives away more than the next, at the same decisions."""
LEAST_LOSS = 0.15
"""A planted blunder costs at least this share of a win, and twice what any other decision of the game costs."""

ASKED = {
    "identity": 1000,
    "zero": 2000,
    "zero-silly": 2000,
    "time": 25,
    "adjust": 200,
    "blunders": 100,
    "levels": 100,
    "levels-deep": 25,
}
"""The games of each part that ``all`` works on, in this order: what is cheapest first."""
ASKED_MORE = {"zero tetrathedral": 10_000, "zero-silly tetrathedral": 10_000}
"""Where more is asked for."""
TURN = 20.0
"""Seconds of one core before the next part has its turn."""

Row = dict[str, Any]


def load() -> dict[str, Row]:
    """Everything found so far."""
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}


def save(found: dict[str, Row]) -> None:
    """Keep it, completely or not at all; what others have kept meanwhile stays."""
    other = KEPT.with_name(f"{KEPT.name}.{os.getpid()}")
    other.write_text(json.dumps({**load(), **found}, indent=1, sort_keys=True) + "\n")
    os.replace(other, KEPT)


def two(game: Game) -> int:
    """The number of seats that is measured."""
    return 2 if 2 in game.seats else game.seats[0]


def by_bots(game: Game, names: tuple[str, ...], seats: int, number: int) -> Table:
    """A game between these bots, seat by seat."""
    table = new_table(game, seats, 7_000_003 + number)
    bots = [bot_named(game, names[seat % len(names)], 16 * number + seat) for seat in range(seats)]
    while not table.over:
        seat = table.acting[0]
        table.step(seat, bots[seat].choose_number(table, seat))
    return table


def by_hints(game: Game, seats: int, number: int, noise: float = 0.15) -> Table:
    """A quick game of greedy players who now and then do anything."""
    table, pick, kernel = new_table(game, seats, 9_000_011 + number), random.Random(number), kernel_of(game)
    while not table.over:
        seat = pick.choice(table.acting)
        legal = table.legal_ids(seat)
        ratings = kernel.rate(table.state, seat, legal)
        choice = pick.choice(legal) if pick.random() < noise else legal[ratings.index(max(ratings))]
        table.step(seat, choice)
    return table


def analysed(table: Table, setting: Setting, number: int) -> Analysing:
    """The game, taken apart."""
    analysing = Analysing(table, setting, number)
    for _ in analysing:
        pass
    return analysing


def add(row: Row, **values: float) -> None:
    """Add to the sums of these values and of their squares."""
    for name, value in values.items():
        row[name] = row.get(name, 0.0) + value
        row[f"{name}²"] = row.get(f"{name}²", 0.0) + value * value


def identity(game: Game, number: int, row: Row) -> None:
    """One more game's residual."""
    table = by_hints(game, game.seats[number % len(game.seats)], number)
    found = analysed(table, CHEAPEST, number)
    residual = max(
        abs(parts.total - float(found.values[-1][place, seat]))
        for place in (0, 1)
        for seat, parts in enumerate(found.parts(place))
    )
    row["largest"] = max(row.get("largest", 0.0), residual)


def zero(game: Game, number: int, row: Row, silly: bool = False) -> None:
    """One more game's dealt luck."""
    table = by_hints(game, two(game), number, 0.05)
    add(row, luck=dealt_luck(table, QUICK, number, silly=silly)[0], share=(table.payoffs or (0.0,))[0])


def count_errors(row: Row, lost: float, count: int) -> None:
    """Add what one game's decisions that matter cost, and how many there were."""
    add(row, lost=lost, count=float(count))
    row["lost·count"] = row.get("lost·count", 0.0) + lost * count
    row["games"] = row.get("games", 0) + 1


def levels(game: Game, number: int, row: Row, setting: Setting = USUAL, most: int = WEIGHED) -> None:
    """One more game of two levels drawn by lot; every level says what it would do at some of its decisions."""
    pick, judge, seats = random.Random(number), Judge(game, setting, number), two(game)
    table = by_bots(game, tuple(pick.choice(LEVELS[:4]) for _ in range(seats)), seats, number)
    lost: dict[str, list[float]] = {level: [] for level in LEVELS}
    for place, index in enumerate(drawn(table, number, most)):
        state, seat = table.state_before(index), table.entries[index].seat
        chosen = {}
        for level in LEVELS if place < MASTERS else LEVELS[:4]:
            there = Table.at(game, seats, {}, state.tobytes(), SeededDealer(number))
            chosen[level] = bot_named(game, level, 4096 * number + index).choose_number(there, seat)
        choices = list(dict.fromkeys(chosen.values()))
        found = dict(zip(choices, weigh_each(judge, state, seat, choices), strict=True))
        if any(one.matters for one in found.values()):
            for level, choice in chosen.items():
                lost[level].append(found[choice].error)
    for level, errors in lost.items():
        count_errors(row.setdefault(level, {}), sum(errors), len(errors))
    for step in STEPS:
        both = [mine - theirs for mine, theirs in zip(lost[step[0]], lost[step[-1]], strict=False)]
        count_errors(row.setdefault(step, {}), sum(both), len(both))


def drawn(table: Table, number: int, most: int = WEIGHED) -> list[int]:
    """Some of the decisions with a choice, drawn by lot."""
    kernel = kernel_of(table.game)
    real = [
        index
        for index, (seat, _) in enumerate(table.entries)
        if seat != SPECTATOR and len(kernel.legal(table.state_before(index), seat)) > 1
    ]
    return random.Random(number).sample(real, min(most, len(real)))


def match(game: Game, number: int, row: Row) -> None:
    """One more game of the match."""
    turned = number % 2
    names = MATCH[::-1] if turned else MATCH
    table = by_bots(game, names, two(game), number)
    row.setdefault("shares", []).append(round((table.payoffs or ())[turned], 4))
    row.setdefault("luck", []).append(round(dealt_luck(table, QUICK, number)[turned], 5))


def blunder(game: Game, number: int, row: Row) -> None:
    """One more game with a blunder planted, if it has a decision for it.

    The deep setting says what the planted action and the others cost; those that the usual one puts at far less than
    half of it aren't looked at again.
    """
    pick, seats = random.Random(number), two(game)
    judge, deep = Judge(game, USUAL, number), Judge(game, DEEP, number + 1)
    table, kernel = new_table(game, seats, 5_000_011 + number), kernel_of(game)
    wait, planted, loss = pick.randrange(4, 24), -1, 0.0
    while not table.over:
        seat = table.acting[0]
        choice = judge.choice(table.state, seat, number)
        wait -= len(legal := kernel.legal(table.state, seat)) > 1
        if planted < 0 and wait <= 0 and len(legal) > 1:
            glances = deep.glances(table.state, seat, legal, range(1) if deep.open else range(24))
            if max(glances) - min(glances) >= LEAST_LOSS / 2:
                worst = legal[glances.index(min(glances))]
                loss = weigh(deep, table.state, seat, worst).error
                if loss >= LEAST_LOSS:
                    planted, choice = len(table.entries), worst
        table.step(seat, choice)
    if planted < 0:
        row["without"] = row.get("without", 0) + 1
        return
    decisions = [index for index, entry in enumerate(table.entries) if entry.seat != SPECTATOR]
    found = {index: weigh(judge, table.state_before(index), *table.entries[index]) for index in decisions}
    for index, one in found.items():
        if index != planted and 2 * ((one.error or one.error_margin) + one.error_margin) > loss:
            other = weigh(deep, table.state_before(index), *table.entries[index]).error
            if 2 * other > loss:
                row["unclear"] = row.get("unclear", 0) + 1
                return
    costliest = max(found, key=lambda index: found[index].error)
    row["planted"] = row.get("planted", 0) + 1
    row["found"] = row.get("found", 0) + (costliest == planted)


def seconds(game: Game, number: int, row: Row) -> None:
    """One more analysis, timed."""
    table = by_bots(game, ("3",), game.checked_seats(None), number)
    began = time.process_time()
    _ = analysed(table, USUAL, number).result
    row.setdefault("seconds", []).append(round(time.process_time() - began, 3))
    row.setdefault("entries", []).append(len(table.entries))


PARTS: dict[str, Callable[[Game, int, Row], None]] = {
    "identity": identity,
    "zero": zero,
    "zero-silly": lambda game, number, row: zero(game, number, row, silly=True),
    "levels": levels,
    "levels-deep": lambda game, number, row: levels(game, number, row, DEEP, WEIGHED_DEEPLY),
    "adjust": match,
    "blunders": blunder,
    "time": seconds,
}


def measure(part: str, game: Game, games: int, most: float = math.inf) -> bool:
    """Go on to so many games, or for so many seconds of one core; return whether that was all."""
    key = f"{part} {game.name}"
    row = load().get(key, {})
    if row.get("version", game.version) != game.version:
        row = {}
    row["version"] = game.version
    began, saved = time.process_time(), time.monotonic()
    for number in range(row.get("games", 0), games):
        PARTS[part](game, number, row)
        row["games"] = number + 1
        if time.process_time() - began > most:
            break
        if time.monotonic() - saved > SAVED_EVERY:
            save({key: row})
            saved = time.monotonic()
    save({key: row})
    return bool(row.get("games", 0) >= games)


def measure_all(names: Iterable[str]) -> None:
    """Part after part, go on with the game that is furthest from what is asked of it, until all have that."""
    for part in ASKED:
        left = [tetracade.game(name) for name in names]
        while left:
            found = load()
            game = min(left, key=lambda each: done_of(found, part, each))
            if measure(part, game, asked_of(part, game), TURN):
                left.remove(game)


def asked_of(part: str, game: Game) -> int:
    """How many games are asked for."""
    return ASKED_MORE.get(f"{part} {game.name}", ASKED[part])


def done_of(found: dict[str, Row], part: str, game: Game) -> float:
    """How much of that is there."""
    row = found.get(f"{part} {game.name}", {})
    return row.get("games", 0) / asked_of(part, game) if row.get("version") == game.version else 0.0


def mean(row: Row, name: str) -> str:
    """A mean with half its 95 % interval."""
    count = row["games"]
    middle = row[name] / count
    spread = max(row[f"{name}²"] / count - middle * middle, 0.0)
    return f"{middle:+.4f} ± {1.96 * math.sqrt(spread / count):.4f}"


def rate(row: Row) -> tuple[float, float]:
    """What is given away a decision, and half its 95 % interval: a ratio of two sums over games."""
    count, ratio = row["games"], row["lost"] / max(row["count"], 1)
    spread = row["lost²"] - 2 * ratio * row["lost·count"] + ratio * ratio * row["count²"]
    return ratio, 1.96 * math.sqrt(max(spread, 0.0)) / max(row["count"], 1) if count else 0.0


def usual_luck(game: Game, found: dict[str, Row]) -> tuple[float, int]:
    """The standard deviation of dealt luck, and the games it comes from: whichever part has more of them."""
    row, match = found.get(f"zero {game.name}", {}), found.get(f"adjust {game.name}", {}).get("luck", [])
    count = row.get("games", 0)
    if count < len(match):
        return statistics.pstdev(match), len(match)
    return math.sqrt(row["luck²"] / count - (row["luck"] / count) ** 2), count


def write_scale(game: Game, found: dict[str, Row]) -> None:
    """Write the game's usual luck and the levels' error rates, where there are enough, to a file beside its rules."""
    luck, count = usual_luck(game, found)
    lines = [
        "# Written by `python -m bench.luck scale` from docs/luck.json; see docs/luck.md.",
        "",
        f"luck = {luck:.3f} # standard deviation of dealt luck between two players, in {count:,} games",
        "",
        "[error_rates] # what levels 1 to 5 give away a decision that matters, in shares of a win",
    ]
    for part, setting in (("levels", USUAL), ("levels-deep", DEEP)):
        row = found.get(f"{part} {game.name}", {})
        games = row.get("games", 0)
        if games >= ENOUGH:
            rates = itertools.accumulate((rate(row[level])[0] for level in LEVELS), min)
            written = ", ".join(f"{max(each, LEAST_RATE):.5f}" for each in rates)
            lines.append(f"{setting.name} = [{written}] # in {games} games")
    file_of(game).write_text("\n".join(lines) + "\n", encoding="utf-8")


def rate_told(row: Row) -> str:
    """What is given away a decision, in percentage points."""
    ratio, margin = rate(row)
    return f"{100 * ratio:.2f} ± {100 * margin:.2f}"


def told(part: str, row: Row) -> str:
    """What was found, in a line."""
    if part == "identity":
        return f"largest residual {row['largest']:.1e}"
    if part.startswith("zero"):
        return f"dealt luck {mean(row, 'luck')} (share {mean(row, 'share')})"
    if part.startswith("levels"):
        rates, steps = (", ".join(rate_told(row[each]) for each in names) for names in (LEVELS, STEPS))
        return f"{rates}; from level to level {steps}"
    if part == "adjust":
        found = adjust(MATCH[0], row["shares"], row["luck"])
        return (
            f"{found.share:.1%} ± {found.margin:.1%}, adjusted {found.adjusted:.1%} ± {found.adjusted_margin:.1%}: "
            f"{found.narrower:.2f} times narrower, factor {found.factor:.2f}"
        )
    if part == "blunders":
        return f"{row.get('found', 0)} of {row.get('planted', 0)} found"
    return f"median {statistics.median(row['seconds']):.2f} s, longest {max(row['seconds']):.2f} s"


def main() -> None:
    """Measure, or print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=(*PARTS, "all", "scale", "table"))
    parser.add_argument("game", nargs="?", choices=("all", *tetracade.game_names()), default="all")
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    names = tetracade.game_names() if asked.game == "all" else (asked.game,)
    if asked.part == "all":
        measure_all(names)
    elif asked.part == "scale":
        for name in names:
            write_scale(tetracade.game(name), load())
        return
    elif asked.part != "table":
        for name in names:
            measure(asked.part, tetracade.game(name), asked.games)
    for key, row in sorted(load().items()):
        part, _, name = key.partition(" ")
        if name in names and asked.part in ("table", "all", part) and row.get("games"):
            print(f"{key:28} {row['games']:6} games  {told(part, row)}")


if __name__ == "__main__":
    main()
