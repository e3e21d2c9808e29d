"""Reads an action that someone sends, and turns the rules' refusal into an answer."""

from tetracade.engine.game import Game, Refusal
from tetracade.table.seating import Denied


def action_id(game: Game, action: int | str) -> int:
    """Return the id of an action given by id or notation; Denied if it isn't notation."""
    if not isinstance(action, str):
        return action
    try:
        return game.words.action_of(action)
    except ValueError as error:
        raise Denied("illegal", str(error)) from None


def denied(refusal: Refusal, code: str = "illegal") -> Denied:
    """Return the rules' refusal as the answer to a command."""
    return Denied(code, refusal.reason, refusal.rule, refusal.places)
