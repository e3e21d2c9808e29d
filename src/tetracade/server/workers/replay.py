"""Checks a record that was sent in, or plays it through step by step."""

from collections.abc import Callable
from typing import TypeAlias

from rich.text import Text

from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.api import responses as r
from tetracade.table.fair import replay_of, split, verified
from tetracade.table.narration import steps as told_steps
from tetracade.table.record import BadRecord, OtherRules
from tetracade.table.seating import Denied

Find: TypeAlias = Callable[[str], Game]


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Denied("bad_record", "The record isn't valid UTF-8.") from None


def verdict_of(data: bytes, find: Find = catalogue.find) -> r.Verdict:
    """Return the verdict on a record."""
    found = verified(_text(data), find)
    return r.Verdict(
        ok=found.ok,
        replays=found.replays,
        fair=found.fair,
        outcomes=found.outcomes,
        reason=found.reason,
        needs=found.needs,
    )


def replay_of_text(data: bytes, eye: int, drawn: bool = False, find: Find = catalogue.find) -> r.Replay:
    """Return the record step by step as this viewer saw it, each view also as text if ``drawn``."""
    text = _text(data)
    try:
        table = replay_of(text, find)
    except OtherRules as error:
        raise Denied("needs", f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    except BadRecord as error:
        raise Denied("bad_record", str(error)) from None
    if eye >= table.seats:
        raise Denied("malformed", f"There is no seat {eye}.")
    kernel = kernel_of(table.game)
    heard = [None, *told_steps(table, eye, 0, len(table.entries), afterwards=True)]
    steps = []
    for index, part in enumerate(heard):
        state = table.state_before(index)
        acting = list(seats_of(kernel.acting(state)))
        view = kernel.view(state, eye, afterwards=True)
        drawing = Text.from_markup(table.game.words.drawing(view)).plain if drawn else ""
        steps.append(
            r.Step(
                happened=None if part is None else m.Happened.marked(part),
                view=view.as_dict(),
                acting=acting,
                drawing=drawing,
                standing=table.game.standing(view),
            )
        )
    result = table.result
    return r.Replay(
        game=table.game.name,
        title=table.game.title,
        seats=table.seats,
        options=table.options,
        beginning="position" if table.began else "record" if "began" in split(text)[1] else "",
        steps=steps,
        result=None
        if result is None
        else m.ResultInfo(
            points=list(result.points),
            winners=list(result.winners),
            reason=result.reason,
            breakdown=[dict(part) for part in result.breakdown],
        ),
    )
