"""Retro Tetro alone, beside the best that is known: ``python -m bench.solo --bags 100 --beam 60 --file FILE``.

A bag is an order in which the cards come, drawn from its number. Master plays each of them once, not knowing what
comes. A beam search knows it: after each decision it keeps so many of the positions reached, those from which hints
play on to the most points; the most points of anything played on is the best known. So the gap has two parts, what
Master plays worse and what nobody can know. Without objectives; ``--level`` for a level of the campaign.

The file has a line for each bag, and a second run goes on from there; with a wider beam it looks once more for bags
done with a narrower one and keeps the better result, with the actions that lead to it.
"""

import argparse
import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tetracade
from tetracade.bots.levels import bot_named
from tetracade.engine.arrays import as_rules_see, at
from tetracade.engine.chance import RecordedDealer
from tetracade.engine.compile import bind
from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.kernel import kernel_of
from tetracade.engine.scratch import scratch_for
from tetracade.engine.unbound import acting, apply, legal, rate, resolve, score
from tetracade.games.retro_tetro.board import CARD_COUNTS, CARDS_PLAYED
from tetracade.games.retro_tetro.state import DRAWN
from tetracade.table.table import new_table

GAME = tetracade.game("retro_tetro")


def deal_on(state: Any, order: NDArray[np.int64]) -> int:
    """Deal cards in this order until there is something to decide; return what ``acting`` says then."""
    mask = acting(state)
    while mask == CHANCE:
        resolve(state, order[state.drawn])
        mask = acting(state)
    return mask


def points_by_hints(state: Any, order: NDArray[np.int64], line: NDArray[np.int64], scratch: Any) -> int:
    """The points in the end when hints play on; the line holds how many actions that took, then the actions."""
    length = 0
    while deal_on(state, order) != OVER:
        count = legal(state, 0, scratch.actions)
        choice = 0
        if count > 1:
            rate(state, 0, scratch.actions, count, scratch.ratings)
            for index in range(1, count):
                if scratch.ratings[index] > scratch.ratings[choice]:
                    choice = index
        length += 1
        line[length] = scratch.actions[choice]
        apply(state, 0, scratch.actions[choice])
    line[0] = length
    score(state, scratch.points)
    return int(scratch.points[0])


def spread_out(
    kept: NDArray[Any],
    width: int,
    order: NDArray[np.int64],
    after: NDArray[Any],
    points: NDArray[np.int64],
    steps: NDArray[np.int64],
    lines: NDArray[np.int64],
    offered: NDArray[np.int64],
    room: NDArray[Any],
    scratch: Any,
) -> int:
    """Write every position one decision further, from where, by which action, and how hints play on; how many."""
    total = 0
    for place in range(width):
        count = legal(at(kept, place), 0, offered)
        for index in range(count):
            after[total] = kept[place]
            state = at(after, total)
            apply(state, 0, offered[index])
            deal_on(state, order)
            room[0] = after[total]
            points[total] = points_by_hints(at(room, 0), order, lines[total], scratch)
            steps[total, 0] = place
            steps[total, 1] = offered[index]
            total += 1
    return total


@cache
def loops() -> dict[str, Any]:
    """The loops, bound to the game."""
    known: dict[str, Any] = {**kernel_of(GAME).functions, **kernel_of(GAME).loops}
    for loop in (deal_on, points_by_hints, spread_out):
        known[loop.__name__] = bind(loop, known, GAME.name)
    return known


def bag(number: int) -> list[int]:
    """The outcomes of this bag, in the order in which they come."""
    cards = np.repeat(np.arange(len(CARD_COUNTS)), CARD_COUNTS)
    order = np.random.default_rng(number).permutation(cards)[:CARDS_PLAYED]
    return [int(DRAWN + card) for card in order]


def options_of(level: int) -> dict[str, Any]:
    """The options of a game alone."""
    return {"level": level} if level else {"objectives": False}


def best_known(outcomes: list[int], level: int, width: int) -> tuple[int, list[int]]:
    """The most points that a beam of this width finds, and the actions that lead there."""
    kernel, order = kernel_of(GAME), np.array(outcomes, np.int64)
    most = width * GAME.actions
    after, points, steps = kernel.states(most), np.zeros(most, np.int64), np.zeros((most, 2), np.int64)
    lines = np.zeros((most, GAME.longest + 1), np.int64)
    offered, room, scratch = np.zeros(GAME.actions, np.int64), kernel.states(1), scratch_for(GAME)
    kept = kernel.states(width)
    paths: list[list[int]] = [[]]
    kept[0] = new_table(GAME, 1, options=options_of(level), dealer=RecordedDealer(outcomes)).state
    best, actions = -1000, list[int]()
    while paths and kernel.acting(as_rules_see(kept[0])) != OVER:
        total = int(loops()["spread_out"](kept, len(paths), order, after, points, steps, lines, offered, room, scratch))
        first = int(points[:total].argmax())
        if points[first] > best:
            best = int(points[first])
            line = lines[first]
            actions = [*paths[steps[first, 0]], int(steps[first, 1]), *map(int, line[1 : line[0] + 1])]
        chosen, seen = [], set()
        for place in np.argsort(-points[:total], kind="stable"):
            mark = after[place].tobytes()
            if mark not in seen:
                seen.add(mark)
                chosen.append(int(place))
            if len(chosen) == width:
                break
        paths = [[*paths[steps[place, 0]], int(steps[place, 1])] for place in chosen]
        kept[: len(chosen)] = after[chosen]
    return best, actions


def replayed(outcomes: list[int], level: int, actions: list[int]) -> int:
    """The points after these actions, played at a table."""
    table = new_table(GAME, 1, options=options_of(level), dealer=RecordedDealer(outcomes))
    for action in actions:
        table.play(action, 0)
    assert table.over, "the line doesn't end the game"
    return int(kernel_of(GAME).score(table.state)[0])


def by_bot(outcomes: list[int], level: int, name: str, seed: int) -> int:
    """The points that a bot makes with this bag."""
    table = new_table(GAME, 1, options=options_of(level), dealer=RecordedDealer(outcomes))
    bot = bot_named(GAME, name, seed)
    while not table.over:
        table.play(bot.choose_number(table, 0), 0)
    return int(kernel_of(GAME).score(table.state)[0])


def main() -> None:
    """Do what isn't done yet, and print what it comes to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bags", type=int, default=100)
    parser.add_argument("--beam", type=int, default=60)
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--bot", default="5")
    parser.add_argument("--file", type=Path, required=True)
    given = parser.parse_args()
    found: dict[int, dict[str, Any]] = {}
    if given.file.exists():
        for line in map(json.loads, given.file.read_text().splitlines()):
            found[line["bag"]] = line
    for number in range(given.bags):
        line = found.get(number, {"bag": number, "beam": 0, "best": -1000})
        if line["beam"] >= given.beam:
            continue
        began, outcomes = time.process_time(), bag(number)
        best, actions = best_known(outcomes, given.level, given.beam)
        assert replayed(outcomes, given.level, actions) == best, "the line doesn't bring what it should"
        if best > line["best"]:
            line |= {"best": best, "actions": actions}
        if "bot" not in line:
            line["bot"] = by_bot(outcomes, given.level, given.bot, number)
        found[number] = line | {"beam": given.beam, "seconds": round(time.process_time() - began, 1)}
        given.file.write_text("".join(json.dumps(found[each]) + "\n" for each in sorted(found)))
    lines = [found[number] for number in sorted(found)]
    gaps = np.array([line["best"] - line["bot"] for line in lines])
    margin = 1.96 * gaps.std(ddof=1) / len(gaps) ** 0.5 if len(gaps) > 1 else float("nan")
    best, made = (np.mean([line[name] for line in lines]) for name in ("best", "bot"))
    print(f"{len(lines)} bags: best known {best:.1f}, {given.bot} {made:.1f}, gap {gaps.mean():.1f} ± {margin:.1f}")


if __name__ == "__main__":
    main()
