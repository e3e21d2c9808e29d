"""What each command does in a room. The answer is sent once the result is on disk."""

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

from tetracade.bots.bot import GreedyBot
from tetracade.engine.birthdays import birthday_of
from tetracade.engine.contract import SPECTATOR
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms import keys
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.loading import REMEMBERED
from tetracade.server.rooms.presenter import offer_of
from tetracade.server.rooms.touching import index_of, is_indexed, why_touched
from tetracade.server.rooms.viewer import Viewer, Who
from tetracade.server.storage.intents import Intent
from tetracade.server.storage.storage import Deposed, Unknown
from tetracade.table.choice import action_id, denied
from tetracade.table.narration import reasons_for
from tetracade.table.seating import NOBODY, Denied
from tetracade.table.table import Table
from tetracade.table.text_cleaning import one_line, shows

ASIDES = {p.Sit, p.Chat, p.Cheer, p.Undo, p.Rematch, p.StandIn}
"""Commands that add to the log without advancing the game; replies and leaving only follow from these."""

FLEETING = {p.Look, p.Ping, p.Why, p.Hint, p.About, p.Recall, p.Effects}
"""Commands that change nothing, so that it does no harm to repeat them."""

HINT_LEVEL = 4
OTHERS = 2
"""How many other actions a hint brings."""

MOVED = "moved"
"""The code of an answer that says nothing of what became of the command; whoever sent it should send it again."""

logger = logging.getLogger("tetracade.table")

Reply = Callable[[m.Answer], None]


class Asking(NamedTuple):
    """One request: who asks, in which room, through which view, and how to answer."""

    live: LiveRoom
    who: Who
    viewer: Viewer | None
    """The connection it came through; None over HTTP."""
    eye: int | None
    answer: m.Answer

    @property
    def held(self) -> list[int]:
        """The seats they hold."""
        return self.live.room.seating.held_by(self.who.holder)

    def seat(self, wanted: int | None) -> int:
        """Return which of their seats is meant; Denied if it isn't theirs or isn't clear."""
        return self.live.room.seating.seat_for(self.who.holder, wanted, self.eye)


def refused(error: Denied) -> m.Refused:
    """Return a refusal as the protocol's message."""
    return m.Refused(code=error.code, reason=error.reason, rule=error.rule, places=list(error.places))


def clean(text: str) -> str:
    """Return what someone wrote without control characters and extra space; Denied if nothing visible is left."""
    kept = one_line(text)
    if not shows(kept):
        raise Denied("malformed", "The text is empty.")
    return kept


def birthday(text: str) -> str:
    """The birthday as the log keeps it; Denied if there is no such day."""
    try:
        return birthday_of(text)
    except ValueError as error:
        raise Denied("malformed", str(error)) from None


def do(live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Command, reply: Reply) -> None:
    """Carry out the command and reply. A command that has been carried out before is only answered again."""
    live.count("commands")
    key = f"{who.holder}:{command.id}"
    if who.holder != NOBODY and key in live.done:
        known = live.done[key]
        live.after_writes(lambda error: reply(known if error is None else _unstored(command.id, error)))
        return
    if type(command) is p.Why and not is_indexed(live.room.game):
        live.rooms.loop.create_task(_indexed(live, who, viewer, eye, command, reply))
        return
    try:
        _do(live, who, viewer, eye, command, key, reply)
    except Exception as error:  # our own failure: nothing was stored, and only this table is reloaded
        live.fail(error)
        reply(_failed(command.id))


async def _indexed(
    live: LiveRoom, who: Who, viewer: Viewer | None, eye: int | None, command: p.Why, reply: Reply
) -> None:
    """Answer the first such question about a game once a thread has indexed all of its actions."""
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
        if type(command) in ASIDES and live.room.log.asides >= live.rooms.settings.most_asides:
            raise Denied("too_many", "This table has reached its limit for chat, undo and seat changes.")
        extra = _DOES[type(command)](Asking(live, who, viewer, eye, answer), command)
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
            reply(_unstored(command.id, error))
            return
        reply(answer)
        if viewer is not None and not live.broken and answer.error is not None and answer.error.code == "stale":
            live.show(viewer)

    if (
        isinstance(command, p.Act) and live.sealed.open and answer.ok
    ):  # its own line must not open a wait before the flush
        live.pledge(extra or [], then)
    elif not live.room.log.fresh and not extra and not live.writer.pending:
        then(None)
    else:
        live.flush(command=None if who.holder == NOBODY else key, extra=extra, then=then)


def undone(code: str, reason: str, command: str = "") -> m.Answer:
    """Return the answer to a command that was refused or failed."""
    return m.Answer(id=command, ok=False, number=0, error=m.Refused(code=code, reason=reason))


def _unstored(command: str, error: Exception | None = None) -> m.Answer:
    if isinstance(error, Deposed | Unknown):
        return undone(MOVED, "This table has moved. Send the same command again.", command)
    return undone("storage", "The server couldn't save this, so nothing was done.", command)


def _failed(command: str) -> m.Answer:
    return undone("internal", "Something went wrong on the server. Nothing was done.", command)


Extra = list[Intent] | None


def _look(asking: Asking, command: p.Look) -> Extra:
    if asking.viewer is None:
        raise Denied("malformed", "Over HTTP, ask for the view with ?eye=SEAT.")
    held = asking.held
    if command.seat is not None and command.seat not in held:
        raise Denied("forbidden", f"Seat {command.seat} isn't yours.")
    asking.viewer.eye = command.seat
    asking.live.show(asking.viewer)
    return []


def _sit(asking: Asking, command: p.Sit) -> Extra:
    if not asking.who.may_sit:
        raise Denied("forbidden", "You need an invitation to sit here.")
    if command.token and asking.live.keys.is_link(command.token):
        raise Denied("forbidden", "Others have that key too, so it can't hold a seat.")
    newcomer = asking.who.holder not in asking.live.keys.holders  # someone new, or someone who left and was forgotten
    holder = asking.live.who(command.token).holder if newcomer and command.token else asking.who.holder
    held = asking.live.room.seating.held_by(holder)
    extra: Extra = []
    if newcomer:
        asking.answer.token = command.token or keys.new_token()
    if newcomer and held:  # sent again because the first answer got lost
        asking.answer.seat = held[0]
    else:
        known = holder in asking.live.keys.holders
        holder = holder if known else max(asking.live.keys.holders, default=-1) + 1
        asking.answer.seat = asking.live.room.sit(
            holder, command.seat, clean(command.name), command.word, asking.live.now, birthday(command.birthday)
        )
        if not known:
            extra = asking.live.hold(holder, asking.answer.token)
    if asking.viewer is not None:
        asking.viewer.who = Who(holder, may_sit=True, may_watch=True)
        asking.viewer.eye = asking.live.room.seating.only_seat_of(holder)
        asking.live.here.viewers.discard(asking.viewer)
        asking.live.flush(command=None if newcomer else f"{holder}:{command.id}", extra=extra)
        asking.live.here.viewers.add(asking.viewer)
        asking.live.show(asking.viewer)
        asking.live.tell_presence(asking.viewer)
        return []
    return extra


def _leave(asking: Asking, command: p.Leave) -> Extra:
    if asking.live.room.phase == "waiting":
        if asking.who.host and command.seat is not None and command.seat < len(asking.live.room.seating):
            asking.live.room.leave(command.seat)  # the creator may also free a seat whose person doesn't come back
        else:
            asking.live.room.leave(asking.seat(command.seat))
        return []
    asking.seat(command.seat)
    asking.live.go(asking.who.holder)
    return []


def _start(asking: Asking, command: p.Start) -> Extra:
    if not asking.who.host:
        raise Denied("forbidden", "Only the creator can start the game.")
    if command.fill is None and not asking.live.room.seating.full:
        raise Denied("wrong_phase", "Some seats are open. Wait, or fill them with bots.")
    if command.word:
        asking.live.room.bring_word(asking.who.holder, command.word)
    asking.live.room.fill(command.fill or 3, asking.live.now)
    return []


def _played_seat(asking: Asking, wanted: int | None) -> int:
    """Return the seat that the command is for; Denied if its person has resigned."""
    seat = asking.seat(wanted)
    if asking.live.room.phase == "playing" and asking.live.room.seating[seat].resigned:
        raise Denied("wrong_phase", "You have resigned. A bot plays on for you.")
    return seat


def _act(asking: Asking, command: p.Act) -> Extra:
    seat = _played_seat(asking, command.seat)
    return asking.live.act(seat, command.action, command.number, f"{asking.who.holder}:{command.id}")


def _why(asking: Asking, command: p.Why) -> Extra:
    seat = asking.seat(command.seat)
    asked = asking.live.asked(seat)
    table = asked or asking.live.room.table
    if table is None:
        raise Denied("wrong_phase", "The game hasn't started yet.")
    if command.action is not None:
        refusal = table.why_not(command.action, seat)
    elif asked is None:  # whatever they touched: it's someone else's turn, or the game is over
        refusal = table.why_not(next(index_of(table.game).begun(command.touches), 0), seat)
    else:
        refusal = why_touched(table, seat, command.touches)
    if refusal is not None:
        asking.answer.ok, asking.answer.error = False, refused(denied(refusal))
    return []


def _hint(asking: Asking, command: p.Hint) -> Extra:
    if not asking.live.room.settings["hints"]:
        raise Denied("switched_off", "Hints are off at this table.")
    seat = _played_seat(asking, command.seat)
    if asking.live.asked(seat) is None:
        raise Denied("not_your_turn", "It's not your turn.")
    if seat in asking.live.hinting:
        raise Denied("too_many", "A hint is on its way.")
    asking.answer.seat = seat
    return None


async def _hinted(live: LiveRoom, seat: int, answer: m.Answer, reply: Reply) -> None:
    """Reply with what a bot would do. If finding out fails, only the one who asked is told; the game is unaffected."""
    try:
        found = await _with_hint(live, seat, answer)
    except Exception:
        logger.exception("hint failed", extra={"table": live.id})
        live.rooms.metrics.count("errors")
        found = _failed(answer.id)
    except asyncio.CancelledError:
        found = undone("storage", "The server is stopping. Try again.", answer.id)
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
    if now is not None and action in offers:
        answer.offer = offer_of(offers[action])
        answer.reasons = list(reasons_for(now, seat, action))
        answer.others = [
            m.OtherHint(offer=offer_of(offers[other]), reasons=list(reasons_for(now, seat, other)))
            for other in next_best(now, seat, action)
        ]
    else:
        answer.ok, answer.error = False, m.Refused(code="stale", reason="The game has moved on.")
    return answer


def next_best(table: Table, seat: int, best: int) -> list[int]:
    """Return the actions that look best at a glance, besides the one that a bot has found by thinking."""
    found = (finding.action.id for finding in GreedyBot().explain(table, seat, OTHERS + 1))
    return [action for action in found if action != best][:OTHERS]


def _about(asking: Asking, command: p.About) -> Extra:
    live = asking.live
    eye = live.audience.eye_for(asking.who, asking.eye)
    asking.answer.notes = live.presenter.about(SPECTATOR if eye is None else eye, command.place, command.number)
    return []


def _recall(asking: Asking, command: p.Recall) -> Extra:
    live = asking.live
    eye = live.audience.eye_for(asking.who, asking.eye)
    view = live.presenter.recalled(SPECTATOR if eye is None else eye, command.number, command.step)
    asking.answer.view = view.as_dict()
    asking.answer.standing = live.room.game.standing(view)
    return []


def _effects(asking: Asking, command: p.Effects) -> Extra:
    seat = _played_seat(asking, command.seat)
    table = asking.live.asked(seat)
    if table is None:
        raise Denied("not_your_turn", "It's not your turn.")
    refusal = table.why_not(command.action, seat)
    if refusal is not None:
        raise denied(refusal)
    action = action_id(table.game, command.action)
    asking.answer.effects = asking.live.presenter.effects(table, seat, action)
    return []


def _undo(asking: Asking, command: p.Undo) -> Extra:
    seat = _played_seat(asking, command.seat)
    if asking.live.room.undo_is_stale(seat, command.number):
        raise Denied("stale", "The game has moved on. Look again.")
    asking.live.room.ask_undo(seat, asking.live.now)
    return []


def _rematch(asking: Asking, command: p.Rematch) -> Extra:
    held = asking.held
    seat = command.seat if command.seat is not None else held[0] if held else None
    seat = asking.seat(seat)
    if asking.live.room.number >= asking.live.rooms.settings.most_lines:
        raise Denied("too_many", "This table has reached its limit. Set up a new one.")
    asking.live.room.ask_rematch(seat, command.word, asking.live.now)
    return []


def _reply(asking: Asking, command: p.Reply) -> Extra:
    mine = [seat for seat in asking.held if seat in asking.live.room.question.waiting]
    seat = command.seat if command.seat is not None else mine[0] if mine else None
    seat = asking.seat(seat)
    asking.live.room.reply(seat, command.to, command.yes, asking.live.now)
    return []


def _resign(asking: Asking, command: p.Resign) -> Extra:
    asking.live.room.resign(asking.seat(command.seat), asking.live.now)
    return []


def _stand_in(asking: Asking, command: p.StandIn) -> Extra:
    if not asking.held:
        raise Denied("forbidden", "Only players at this table can let a bot take over.")
    if command.seat >= len(asking.live.room.seating):
        raise Denied("malformed", f"There is no seat {command.seat}.")
    if not asking.live.presence(command.seat)[1]:
        raise Denied("wrong_phase", "That player hasn't been away long enough.")
    asking.live.room.stand_in(command.seat, command.level)
    return []


def _cheer(asking: Asking, command: p.Cheer) -> Extra:
    ended = asking.live.room.current.ended
    winners = ended.winners if ended is not None else []
    losers = [seat for seat in asking.held if seat not in winners]
    seat = command.seat if command.seat is not None else asking.eye if asking.eye in losers else None
    asking.live.room.cheer(asking.seat(seat if seat is not None or not losers else losers[0]), command.how)
    return []


def _chat(asking: Asking, command: p.Chat) -> Extra:
    if not asking.live.rooms.settings.chat:
        raise Denied("switched_off", "Chat is off on this server.")
    held = asking.held
    if not held:
        raise Denied("forbidden", "Only players at this table can chat.")
    wanted = {command.seat, asking.eye}
    seat = next((seat for seat in held if seat in wanted), held[0])
    asking.live.room.say(seat, clean(command.text))
    return []


def _ping(asking: Asking, command: p.Ping) -> Extra:
    return []


def _hello(asking: Asking, command: p.Hello | p.Lesson) -> Extra:
    raise Denied("malformed", "Say hello once, at the beginning.")


_DOES: dict[type, Callable[..., Extra]] = {
    p.Hello: _hello,
    p.Lesson: _hello,
    p.Look: _look,
    p.Sit: _sit,
    p.Leave: _leave,
    p.Start: _start,
    p.Act: _act,
    p.Why: _why,
    p.Hint: _hint,
    p.About: _about,
    p.Recall: _recall,
    p.Effects: _effects,
    p.Undo: _undo,
    p.Rematch: _rematch,
    p.Reply: _reply,
    p.Resign: _resign,
    p.StandIn: _stand_in,
    p.Cheer: _cheer,
    p.Chat: _chat,
    p.Ping: _ping,
}
