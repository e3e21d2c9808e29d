"""A digest of some games, step by step; run as a program it prints those of the games named, as JSON."""

import hashlib
import json
import random
import sys

from tests.suites.every import GAMES, begun, set_ups, walk
from tetracade.engine.chance import generator
from tetracade.engine.game import Game


def digest_of(game: Game, games: int, steps: int) -> str:
    """All states, legal actions, features, ratings and redeals of some random games, as one digest."""
    digest = hashlib.sha256()
    ways = set_ups(game)
    for number in range(games):
        pick = random.Random(number)
        kernel, state = begun(game, ways[number * 7 % len(ways)])
        for place, step in enumerate(walk(kernel, state, pick, steps)):
            digest.update(state.tobytes() + repr(step).encode())
            if place % 10 == 0:
                seat = place % int(state.seats)
                digest.update(kernel.observe(state, seat).tobytes())
                other = kernel.states()
                other[0] = state
                kernel.redeal(other[0], seat, generator(number, place))
                digest.update(other[0].tobytes())
                if step.seat >= 0:
                    digest.update(
                        repr([round(value, 9) for value in kernel.rate(state, step.seat, step.choices)]).encode()
                    )
        digest.update(state.tobytes() + repr(kernel.score(state)).encode())
    return digest.hexdigest()


def main(games: int, steps: int, names: list[str]) -> None:
    """Print the digests."""
    print(json.dumps({name: digest_of(GAMES[name], games, steps) for name in names}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
