"""Rows made by hand, of which every measure is known."""

from typing import Any

from tetracade.lab.rows import DECISION, GAME, Rows, made


def games(*found: dict[str, Any]) -> Rows:
    """Rows of games; whatever isn't told is usual."""
    usual = {"first": 0, "turns": 4, "actions": 4, "forced": 0, "choices": 8, "outcomes": 0, "ending": "the end"}
    return made(
        GAME,
        [
            {
                **usual,
                "number": number,
                "points": [round(10 * each) for each in game["payoffs"]],
                "winners": [seat for seat, each in enumerate(game["payoffs"]) if each and each == max(game["payoffs"])],
                **game,
            }
            for number, game in enumerate(found)
        ],
    )


def course(number: int, *chances: tuple[float, ...], dealt: dict[int, tuple[float, ...]] | None = None) -> Rows:
    """Decision rows of one game: everybody's chances before each decision, then the result."""
    seats = len(chances[0])
    return made(
        DECISION,
        [
            {
                "number": number,
                "decision": at,
                "actions": len(chances) - 1,
                "seat": at % seats,
                "action": at,
                "legal": 2,
                "chances": each,
                "dealt": (dealt or {}).get(at, (0.0,) * seats),
                "payoffs": chances[-1],
            }
            for at, each in enumerate(chances[:-1])
        ],
    )
