"""Connect four against OpenSpiel's C++ search at equal time a move: ``python -m bench.match [GAMES] [MILLISECONDS]``.

OpenSpiel's search takes a number of simulations, not a time. So both sides get the number that fills the time at the
rate they have in this run, measured on searches of about that size.
Colours alternate, and each game begins with two random stones, so that no two games are the same.
"""

import random
import sys
from collections.abc import Callable

import pyspiel
from rich.progress import track

from bench.connect_four import GAME
from bench.engine import on_one_core
from bench.ours import simulations
from bench.peers import spiel_bot, spiel_simulations
from tetracade.bots.searcher import SearchBot
from tetracade.engine.game import Strength
from tetracade.lab.standings import interval
from tetracade.table.table import new_table

OPENING = 2
ROWS = 2_000_000


def play(number: int, ours: SearchBot, theirs: object) -> float:
    """Our share of one game; we begin in the even ones."""
    table = new_table(GAME, seed=number)
    state = pyspiel.load_game("connect_four").new_initial_state()
    pick = random.Random(number // 2)
    while not table.over:
        seat = table.acting[0]
        if len(table.entries) < OPENING:
            action = pick.randrange(7)
        elif seat == number % 2:
            action = ours.choose_number(table, seat)
        else:
            action = theirs.step(state)  # type: ignore[attr-defined]  # OpenSpiel has no types
        table.play(int(action), seat)
        state.apply_action(int(action))
    assert state.is_terminal(), "the two engines disagree about the end"
    result = table.result
    assert result is not None
    return (number % 2 in result.winners) / len(result.winners)


def fitting(rate_of: Callable[[float, int], float], milliseconds: float) -> int:
    """How many simulations one search does in this time."""
    count = 1000
    for _ in range(3):
        count = max(1, int(rate_of(1.0, count) * milliseconds / 1000))
    return count


def main(games: int, milliseconds: float) -> None:
    """Play the match and print our share with its interval."""
    on_one_core()
    counts = [fitting(rate_of, milliseconds) for rate_of in (simulations, spiel_simulations)]
    ours = SearchBot(GAME, Strength(counts[0]), rows=ROWS)
    theirs = spiel_bot(pyspiel.load_game("connect_four"), counts[1])
    shares = [play(number, ours, theirs) for number in track(range(games), "playing", transient=True)]
    share = sum(shares) / games
    low, high = interval(share, games)
    print(
        f"{games} games at {milliseconds:g} ms a move: {counts[0]:,} of our simulations, {counts[1]:,} of OpenSpiel's"
    )
    print(f"ours {share:.1%}, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main(*(int(word) for word in (sys.argv[1:] + ["200", "50"][len(sys.argv) - 1 :])[:2]))
