"""Records sent in: checked, or played through step by step."""

from rich.text import Text

from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.table.fair import replay_of, verified
from tetracade.table.narration import told
from tetracade.table.record import BadRecord
from tetracade.table.seating import Denied


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Denied("bad_record", "The record isn't valid UTF-8.") from None


def verdict_of(data: bytes) -> m.Verdict:
    """What checking the record finds."""
    found = verified(_text(data), catalogue.find)
    return m.Verdict(ok=found.ok, replays=found.replays, fair=found.fair, outcomes=found.outcomes, reason=found.reason)


def replay_of_text(data: bytes, eye: int, drawn: bool = False) -> m.Replay:
    """The record played through, as this viewer would have seen it; ``drawn`` for each view as text too."""
    try:
        table = replay_of(_text(data), catalogue.find)
    except BadRecord as error:
        raise Denied("bad_record", str(error)) from None
    if eye >= table.seats:
        raise Denied("malformed", f"There is no seat {eye}.")
    kernel = kernel_of(table.game)
    heard = [None, *told(table, eye, 0)]
    steps = []
    for index, part in enumerate(heard):
        state = table.state_before(index)
        happened = None if part is None else m.Happened.of(part)
        acting = list(seats_of(kernel.acting(state)))
        view = kernel.view(state, eye)
        drawing = Text.from_markup(table.game.words.drawing(view)).plain if drawn else ""
        steps.append(m.Step(happened=happened, view=view.as_dict(), acting=acting, drawing=drawing))
    result = table.result
    return m.Replay(
        game=table.game.name,
        title=table.game.title,
        seats=table.seats,
        options=table.options,
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
