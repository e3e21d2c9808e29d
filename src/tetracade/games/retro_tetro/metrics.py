"""What the lab asks about Retro Tetro: where points come from, coins in use, levels and objectives."""

from typing import Any

from tetracade.engine.arrays import as_rules_see
from tetracade.games.retro_tetro.box import PARTS
from tetracade.games.retro_tetro.notation import outcome_notation
from tetracade.games.retro_tetro.points import (
    GOLD_POINTS,
    columns_above,
    gold_covered,
    meeple_points,
    objective_points,
    passes,
)
from tetracade.games.retro_tetro.rules import receiver as receiving
from tetracade.games.retro_tetro.state import DRAWN, FIRST, KEEP


def ending(state: Any) -> str:
    """In the campaign, whether the level is passed (RT22); every game ends after the same number of cards."""
    if not state.level:
        return "all cards were played"
    return "level passed" if passes(as_rules_see(state), 0) else "level failed"


def measures(state: Any) -> dict[str, float]:
    """Each source of points, a seat, and the coins that lie on the table at the end."""
    seen, seats = as_rules_see(state), int(state.seats)

    def mean(each: list[int]) -> float:
        return sum(each) / seats

    coins = [int(state.coins[seat]) for seat in range(seats)]
    held = sum(max(0, each) for each in coins)
    found = {
        "coins a seat": mean(coins),
        "columns a seat, points": mean([int(columns_above(seen, seat)) for seat in range(seats)]),
        "gold a seat, points": mean([GOLD_POINTS * int(gold_covered(seen, seat)) for seat in range(seats)]),
        "meeples a seat, points": mean([int(meeple_points(seen, seat)) for seat in range(seats)]),
        "pieces set aside a seat": mean([int(state.aside[seat].sum()) for seat in range(seats)]),
        "more coins than the box has": float(held > PARTS.coins),
    }
    if state.objectives and not state.level:
        kept = [int(objective_points(seen, seat, state.objective[seat])) for seat in range(seats)]
        found["objective a seat, points"] = mean(kept)
    return found


def kind(outcome: int) -> str:
    """An objective, a card, or the lot for the first player."""
    if outcome < DRAWN:
        return "objective"
    return "card" if outcome < FIRST else "lot"


def card(outcome: int) -> str:
    """The objective or the card."""
    return outcome_notation(outcome) if outcome < FIRST else ""


def used(action: int) -> str:
    """The objective that is kept."""
    return outcome_notation(action - KEEP) if action >= KEEP else ""


def receiver(state: Any, outcome: int) -> int:
    """Whoever is dealt the objective or the card."""
    return int(receiving(as_rules_see(state))) if outcome < FIRST else -1
