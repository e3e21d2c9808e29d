"""Judges thousands of offered undos by far more deals than the server tries: ``python -m tests.table.undo_survey``.

Games with hidden parts are played at random. Each undo that is offered at a table of several people is judged: does any
deal, of 200 for each other seat in the real position and in each of two redealt ones, tell that seat more than the
action did? Against bots more is offered, and judged by what the seat itself may have learned, in 600 redealt worlds.
"""

import argparse
import random

from tests.table.test_undo import learned, offered_undos, sees_through
from tetracade import games
from tetracade.engine.kernel import kernel_of

WORLDS, DEALS = 3, 200


def main() -> int:
    """Print for each game how many undos were offered, judged and bad; 1 if any was bad."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judged", type=int, default=2000, help="how many undos to judge in each game")
    parser.add_argument("--actions", type=int, default=100_000, help="how many actions to play at most in each game")
    parser.add_argument("--seed", type=int, default=11)
    wanted = parser.parse_args()
    any_bad = False
    for name in games.names():
        game = games.find(name)
        if kernel_of(game).nothing_hidden:
            continue
        pick = random.Random(wanted.seed)
        offered = judged = bad = 0
        for table, seat in offered_undos(game, wanted.actions, wanted.seed):
            offered += 1
            if table.seats > 1:
                judged += 1
                if learned(table, seat, WORLDS, DEALS, pick):
                    bad += 1
                    print(f"{name}: bad: {table.position()} after {table.entries[-1]}", flush=True)
            if judged == wanted.judged:
                break
        print(f"{name}: {offered} offered in up to {wanted.actions} actions, {judged} judged, {bad} bad", flush=True)
        fished = against = 0
        for table, seat in offered_undos(game, wanted.actions, wanted.seed, against_bots=True):
            against += 1
            if sees_through(table, seat, WORLDS * DEALS, pick):
                fished += 1
                print(f"{name}: bad against bots: {table.position()} after {table.entries[-1]}", flush=True)
            if against == wanted.judged:
                break
        print(f"{name}, against bots: {against} offered and judged, {fished} bad", flush=True)
        bad += fished
        any_bad = any_bad or bad > 0
    return int(any_bad)


if __name__ == "__main__":
    raise SystemExit(main())
