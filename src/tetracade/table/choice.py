"""An action as somebody sends it: which one it is, and the answer where the rules refuse it."""

from tetracade.engine.game import Game, Refusal
from tetracade.table.seating import Denied


def action_id(game: Game, action: int | str) -> int:
    """The id of an action that is given by id or by notation; Denied if the notation is none."""
    if not isinstance(action, str):
        return action
    try:
        return game.words.action_of(action)
    except ValueError as error:
        raise Denied("illegal", str(error)) from None


def denied(refusal: Refusal, code: str = "illegal") -> Denied:
    """A refusal of the rules as the answer to a command."""
    return Denied(code, refusal.reason, refusal.rule, refusal.places)
