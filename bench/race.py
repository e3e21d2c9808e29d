"""How much keeping the right cards can matter in TETRAD: ``python -m bench.race``.

A model of the race that can be solved exactly: the board stays, each turn brings one card of the deck, and all there is
to decide is which four cards to keep. Three seats keep what the hints of the game promise most; the fourth keeps what
wins most often against just these three, found by going back from the last round. What it wins beyond a quarter is all
that judgement can add in the race itself; action cards and the discard pile come on top in the real game.
"""

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from tetracade.games.tetrad.board import (
    COPIES,
    DRAW_CARDS,
    HAND,
    PATTERN_OF_PLACEMENT,
    PATTERNS,
    PLACEMENT_MASK,
    PLACEMENTS,
    POCKETS,
)
from tetracade.games.tetrad.hints import WORTH
from tetracade.games.tetrad.state import ROUNDS

SEATS = 4
CHANCE = COPIES[1] / DRAW_CARDS
"""Of drawing the image of one pocket."""

HANDS = [sum(1 << pocket for pocket in held) for size in range(HAND + 1) for held in combinations(range(POCKETS), size)]
"""What a hand matches on the board, as masks of pockets."""
NUMBER = {hand: number for number, hand in enumerate(HANDS)}


def kept(hand: int, pocket: int) -> list[int]:
    """The five hands one may be left with after drawing the pocket's image, or the only one five times."""
    drawn = hand | 1 << pocket
    if drawn == hand or drawn.bit_count() <= HAND:
        return [NUMBER[drawn]] * (HAND + 1)
    return [NUMBER[drawn & ~(1 << each)] for each in range(POCKETS) if drawn >> each & 1]


KEPT = np.array([[kept(hand, pocket) for pocket in range(POCKETS)] for hand in HANDS])


def dealt() -> NDArray[np.float64]:
    """How likely each hand is at the start."""
    likely = np.zeros(len(HANDS))
    likely[0] = 1.0
    for _ in range(HAND):
        after = likely * (1 - POCKETS * CHANCE)
        for pocket in range(POCKETS):
            np.add.at(after, KEPT[:, pocket, 0], likely * CHANCE)
        likely = after
    return likely


def won(placements: list[int]) -> NDArray[np.bool_]:
    """Whether drawing a pocket's image completes a placement, by hand and pocket."""
    return np.array(
        [
            [any(not place & ~(hand | 1 << pocket) for place in placements) for pocket in range(POCKETS)]
            for hand in HANDS
        ]
    )


def ends_of_greedy(placements: list[int], wins: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How likely one who keeps what promises most wins in each round."""
    promise = np.array([sum(WORTH[(place & ~hand).bit_count()] for place in placements) for hand in HANDS])
    chosen = np.take_along_axis(KEPT, promise[KEPT].argmax(axis=2)[:, :, None], axis=2)[:, :, 0]
    likely, ends = dealt(), np.zeros(ROUNDS)
    for turn in range(ROUNDS):
        ends[turn] = (likely[:, None] * wins).sum() * CHANCE
        after = likely * (1 - POCKETS * CHANCE)
        np.add.at(after, chosen[~wins], (likely[:, None] * CHANCE * ~wins)[~wins])
        likely = after
    return ends


def best_share(wins: NDArray[np.bool_], ends: NDArray[np.float64]) -> float:
    """What the best keeping wins against three whose ends these are; those who end in the same round share."""
    later = 1.0 - np.cumsum(ends)
    value = np.zeros(len(HANDS))
    for turn in reversed(range(ROUNDS)):
        share = sum(
            comb(SEATS - 1, others) * ends[turn] ** others * later[turn] ** (SEATS - 1 - others) / (others + 1)
            for others in range(SEATS)
        )
        drawn = np.where(wins, share, value[KEPT].max(axis=2))
        value = value * (1 - POCKETS * CHANCE) + CHANCE * drawn.sum(axis=1)
    return float(dealt() @ value)


def main() -> None:
    """Print the share for every choice of patterns."""
    rows = []
    for choice in track(range(1, 1 << PATTERNS), description="choices of patterns"):
        counting = [
            int(PLACEMENT_MASK[place]) for place in range(PLACEMENTS) if choice >> (PATTERN_OF_PLACEMENT[place] - 1) & 1
        ]
        wins = won(counting)
        rows.append((best_share(wins, ends_of_greedy(counting, wins)), len(counting), choice))
    for share, ways, choice in sorted(rows):
        names = "+".join(str(pattern + 1) for pattern in range(PATTERNS) if choice >> pattern & 1)
        print(f"patterns {names:9}  {ways:3} ways  best keeping {100 * share:.1f} %")


if __name__ == "__main__":
    main()
