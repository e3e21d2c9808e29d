"""Many random games with all invariants: ``python -m tests.games.retro_tetro.long [GAMES]``."""

import sys

from tests.games.retro_tetro.invariants import check_game


def main(games: int) -> None:
    """Play the games; stops at the first that breaks an invariant."""
    steps = sum(check_game(seed, every=97) for seed in range(games))
    print(f"{games:,} games, {steps:,} actions and outcomes, every invariant held")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
