"""What each command does at a table. The answer is given once what was done is on disk."""

import asyncio
import logging
from collections.abc import Callable

from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms import keys
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.loading import REMEMBERED
from tetracade.server.rooms.presenter import offer_of
from tetracade.server.rooms.touching import index_of, is_indexed, why_touched
from tetracade.server.rooms.viewer import Viewer, Who
from tetracade.server.storage import store
from tetracade.table.seating import NOBODY, Denied
from tetracade.table.table import IllegalAction
from tetracade.table.text_cleaning import one_line, shows

ASIDES = {p.Sit, p.Chat, p.Undo, p.Rematch, p.StandIn}
"""Commands that add to the log without taking the game on; replies and leaving follow from them."""

FLEETING = {p.Look, p.Ping, p.Why, p.Hint}
"""Commands that change nothing: done again, they do no harm."""

HINT_LEVEL = 4

logger = logging.getLogger("tetracade.table")

Reply = Callable[[m.Answer], None]


def refused(error: Denied) -> m.Refused:
    """Why not, as the protocol says it."""
    return m.Refused(code=error.code, reason=error.reason, rule=error.rule, places=list(error.places))


def clean(text: str) -> str:
    """Text of people without control characters and needless space; Denied if nothing that can be seen is left."""
    kept = one_line(text)
    if not shows(kept):
        raise Denied("malformed", "The text is empty.")
    return kept


def do(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Command, reply: Reply) -> None:
    """Do the command and reply; a command that was done before is only answered again."""
    live.count("commands")
    key = f"{who.holder}:{command.id}"
    if who.holder != NOBODY and key in live.done:
        known = live.done[key]
        live.after_writes(lambda error: reply(known if error is None else _unstored(command.id)))
        return
    if type(command) is p.Why and not is_indexed(live.room.game):
        live.rooms.loop.create_task(_indexed(live, who, viewer, eye, command, reply))
        return
    try:
        _do(live, who, viewer, eye, command, key, reply)
    except Exception as error:  # a fault of our own: nothing of it was stored, and only this table is read anew
        live.fail(error)
        reply(_failed(command.id))


async def _indexed(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Why, reply: Reply
) -> None:
    """Answer the first such question about a game, once a thread has gone through all its actions."""
    try:
        await asyncio.to_thread(index_of, live.room.game)
    except Exception as error:
        live.fail(error)
        reply(_failed(command.id))
        return
    if live.broken:
        reply(_unstored(command.id))
    else:
        do(live, who, viewer, eye, command, reply)


def _do(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Command, key: str, reply: Reply
) -> None:
    answer = m.Answer(id=command.id, ok=True, number=0)
    try:
        live.seen(who)
        if type(command) in ASIDES and live.room.asides >= live.rooms.settings.most_asides:
            raise Denied("too_many", "Too much has been said and done beside the game at this table.")
        extra = _DOES[type(command)](live, who, viewer, eye, command, answer)
    except Denied as error:
        live.count("refused")
        answer.ok, answer.error, extra = False, refused(error), []
    if extra is None and answer.seat is not None:  # a hint replies by itself
        task = live.rooms.loop.create_task(_hinted(live, answer.seat, answer, reply))
        live.hinting[answer.seat] = task
        return
    answer.number = live.room.number
    if who.holder != NOBODY and type(command) not in FLEETING:
        live.done[key] = answer
        if len(live.done) > REMEMBERED:
            del live.done[next(iter(live.done))]

    def then(error: Exception | None) -> None:
        if error is not None:
            reply(_unstored(command.id))
            return
        reply(answer)
        if viewer is not None and not live.broken and answer.error is not None and answer.error.code == "stale":
            live.show(viewer)

    if isinstance(command, p.Act) and live.sealed.open and answer.ok:  # its own line opens no wait before the flush
        live.pledge(extra or [], then)
    elif not live.room.fresh and not extra and not live.writer.pending:
        then(None)
    else:
        live.flush(command=None if who.holder == NOBODY else key, extra=extra, then=then)


def undone(code: str, reason: str, command: str = "") -> m.Answer:
    """The answer to a command that was not done, whatever the table's number is."""
    return m.Answer(id=command, ok=False, number=0, error=m.Refused(code=code, reason=reason))


def _unstored(command: str) -> m.Answer:
    return undone("storage", "The server could not store this; nothing was done.", command)


def _failed(command: str) -> m.Answer:
    return undone("internal", "The server failed; nothing was done.", command)


Extra = list[store.Statement] | None


def _look(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Look, answer: m.Answer) -> Extra:
    if viewer is None:
        raise Denied("malformed", "Over HTTP, ask for the view with ?eye=SEAT.")
    held = live.room.seating.held_by(who.holder)
    if command.seat is not None and command.seat not in held:
        raise Denied("forbidden", f"Seat {command.seat} is not yours.")
    viewer.eye = command.seat
    live.show(viewer)
    return []


def _sit(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Sit, answer: m.Answer) -> Extra:
    if not who.may_sit:
        raise Denied("forbidden", "To sit here one needs the table's invitation.")
    if command.token and live.keys.is_link(command.token):
        raise Denied("forbidden", "Others have that key too; it cannot hold a seat.")
    newcomer = who.holder not in live.keys.holders  # nobody yet, or one who left and was forgotten
    holder = live.who(command.token).holder if newcomer and command.token else who.holder
    held = live.room.seating.held_by(holder)
    extra: Extra = []
    if newcomer:
        answer.token = command.token or keys.new_token()
    if newcomer and held:  # sent again: the first answer was lost
        answer.seat = held[0]
    else:
        known = holder in live.keys.holders
        holder = holder if known else max(live.keys.holders, default=-1) + 1
        answer.seat = live.room.sit(holder, command.seat, clean(command.name), command.word, live.now)
        if not known:
            extra = live.hold(holder, answer.token)
    if viewer is not None:
        viewer.who = Who(holder, may_sit=True, may_watch=True)
        viewer.eye = live.room.seating.only_seat_of(holder)
        live.here.viewers.discard(viewer)
        live.flush(command=None if newcomer else f"{holder}:{command.id}", extra=extra)
        live.here.viewers.add(viewer)
        live.show(viewer)
        live.tell_presence(viewer)
        return []
    return extra


def _leave(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Leave, answer: m.Answer
) -> Extra:
    if live.room.phase == "waiting":
        if who.host and command.seat is not None and command.seat < len(live.room.seating):
            live.room.leave(command.seat)  # the creator may also clear a seat whose person does not come back
        else:
            live.room.leave(live.room.seating.seat_for(who.holder, command.seat, eye))
        return []
    live.room.seating.seat_for(who.holder, command.seat, eye)
    live.go(who.holder)
    return []


def _start(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Start, answer: m.Answer
) -> Extra:
    if not who.host:
        raise Denied("forbidden", "Who created the table starts it.")
    if command.fill is None and not live.room.seating.full:
        raise Denied("wrong_phase", "Seats are open: wait, or fill them with bots.")
    if command.word:
        live.room.bring_word(who.holder, command.word)
    live.room.fill(command.fill or 3, live.now)
    return []


def _played_seat(live: LiveRoom, who: Who, eye: int | None, wanted: int | None) -> int:
    """The seat that a command is to play for; Denied if its person has given the game up."""
    seat = live.room.seating.seat_for(who.holder, wanted, eye)
    if live.room.phase == "playing" and live.room.seating[seat].resigned:
        raise Denied("wrong_phase", "You have resigned; a bot plays your seat on.")
    return seat


def _act(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Act, answer: m.Answer) -> Extra:
    seat = _played_seat(live, who, eye, command.seat)
    return live.act(seat, command.action, command.number, f"{who.holder}:{command.id}")


def _why(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Why, answer: m.Answer) -> Extra:
    seat = live.room.seating.seat_for(who.holder, command.seat, eye)
    asked = live.asked(seat)
    table = asked or live.room.table
    if table is None:
        raise Denied("wrong_phase", "The game has not started.")
    try:
        if command.action is not None:
            refusal = table.why_not(command.action, seat)
        elif asked is None:  # whatever is touched: it is another's turn, or the game is over
            refusal = table.why_not(next(index_of(table.game).begun(command.touches), 0), seat)
        else:
            refusal = why_touched(table, seat, command.touches)
    except IllegalAction as error:
        raise Denied("illegal", error.reason, error.rule, error.places) from None
    if refusal is not None:
        answer.ok = False
        answer.error = m.Refused(code="illegal", reason=refusal.reason, rule=refusal.rule, places=list(refusal.places))
    return []


def _hint(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Hint, answer: m.Answer) -> Extra:
    if not live.room.settings["hints"]:
        raise Denied("switched_off", "This table plays without hints.")
    seat = _played_seat(live, who, eye, command.seat)
    if live.asked(seat) is None:
        raise Denied("not_your_turn", "It is not your turn.")
    if seat in live.hinting:
        raise Denied("too_many", "A hint is on its way; wait for it.")
    answer.seat = seat
    return None


async def _hinted(live: LiveRoom, seat: int, answer: m.Answer, reply: Reply) -> None:
    """Reply with what a bot would do; a fault in finding that out changes nothing at the table, and is told alone."""
    try:
        found = await _with_hint(live, seat, answer)
    except Exception:
        logger.exception("hint failed", extra={"table": live.id})
        live.rooms.metrics.count("errors")
        found = _failed(answer.id)
    except asyncio.CancelledError:
        found = undone("storage", "The server is stopping; try again.", answer.id)
    reply(found)


async def _with_hint(live: LiveRoom, seat: int, answer: m.Answer) -> m.Answer:
    action = None
    try:
        if (table := live.asked(seat)) is not None:
            async with live.rooms.bots.move(table, seat, HINT_LEVEL, live.claim) as found:
                action = found
    finally:
        del live.hinting[seat]
    if live.broken:
        return _unstored(answer.id)
    now = live.asked(seat)
    offers = {} if now is None else {offer.id: offer for offer in now.legal(seat)}
    answer.number = live.room.number
    if action in offers:
        answer.offer = offer_of(offers[action])
    else:
        answer.ok, answer.error = False, m.Refused(code="stale", reason="The game went on meanwhile.")
    return answer


def _undo(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Undo, answer: m.Answer) -> Extra:
    seat = _played_seat(live, who, eye, command.seat)
    if command.number < live.room.asked_at.get(seat, 0):
        raise Denied("stale", "Something happened meanwhile.")
    live.room.ask_undo(seat, live.now)
    return []


def _rematch(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Rematch, answer: m.Answer
) -> Extra:
    held = live.room.seating.held_by(who.holder)
    seat = command.seat if command.seat is not None else held[0] if held else None
    seat = live.room.seating.seat_for(who.holder, seat, eye)
    if live.room.number >= live.rooms.settings.most_lines:
        raise Denied("too_many", "This table has played enough; set up a new one.")
    live.room.ask_rematch(seat, command.word, live.now)
    return []


def _reply(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Reply, answer: m.Answer
) -> Extra:
    mine = [seat for seat in live.room.seating.held_by(who.holder) if seat in live.room.waiting]
    seat = command.seat if command.seat is not None else mine[0] if mine else None
    seat = live.room.seating.seat_for(who.holder, seat, eye)
    live.room.reply(seat, command.to, command.yes, live.now)
    return []


def _resign(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Resign, answer: m.Answer
) -> Extra:
    live.room.resign(live.room.seating.seat_for(who.holder, command.seat, eye), live.now)
    return []


def _stand_in(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.StandIn, answer: m.Answer
) -> Extra:
    if not live.room.seating.held_by(who.holder):
        raise Denied("forbidden", "Only who plays here may let a bot in.")
    if command.seat >= len(live.room.seating):
        raise Denied("malformed", f"There is no seat {command.seat}.")
    if not live.presence(command.seat)[1]:
        raise Denied("wrong_phase", "That player hasn't been away long enough.")
    live.room.stand_in(command.seat, command.level)
    return []


def _chat(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Chat, answer: m.Answer) -> Extra:
    if not live.rooms.settings.chat:
        raise Denied("switched_off", "The chat is switched off on this server.")
    held = live.room.seating.held_by(who.holder)
    if not held:
        raise Denied("forbidden", "Only who sits at the table may speak.")
    wanted = {command.seat, eye}
    seat = next((seat for seat in held if seat in wanted), held[0])
    live.room.say(seat, clean(command.text))
    return []


def _ping(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Ping, answer: m.Answer) -> Extra:
    return []


def _hello(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Hello, answer: m.Answer
) -> Extra:
    raise Denied("malformed", "One says hello once, at the beginning.")


_DOES: dict[type, Callable[..., Extra]] = {
    p.Hello: _hello,
    p.Look: _look,
    p.Sit: _sit,
    p.Leave: _leave,
    p.Start: _start,
    p.Act: _act,
    p.Why: _why,
    p.Hint: _hint,
    p.Undo: _undo,
    p.Rematch: _rematch,
    p.Reply: _reply,
    p.Resign: _resign,
    p.StandIn: _stand_in,
    p.Chat: _chat,
    p.Ping: _ping,
}
