"""All tables of the server: those in memory, and the way to those on disk."""

import asyncio
import logging
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from tetracade.engine.game import BadOption
from tetracade.games import UnknownGame
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.metrics import Metrics
from tetracade.server.net.costs import ORDINARY
from tetracade.server.net.limits import Buckets
from tetracade.server.rooms import keys
from tetracade.server.rooms.commands import clean
from tetracade.server.rooms.keeping import Keeping
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.loading import Loaded, done_before, loaded
from tetracade.server.settings import Settings
from tetracade.server.storage import store
from tetracade.server.storage.file import is_busy
from tetracade.server.storage.store import Made, Store, Stored
from tetracade.server.time_source import TimeSource
from tetracade.server.workers.bots import Bots
from tetracade.server.workers.precompiling import load
from tetracade.table import log
from tetracade.table.dealing import Damaged
from tetracade.table.fair import SEED_BYTES
from tetracade.table.opening import opened
from tetracade.table.seating import NOBODY, Denied

SWEEP_SECONDS = 30.0
LOBBY = 50
DAMAGED = "This table is damaged and was set aside."

logger = logging.getLogger("tetracade.rooms")


def new_seed() -> bytes:
    """A seed for the dealing of one game."""
    return secrets.token_bytes(SEED_BYTES)


class Rooms:
    """The server's tables."""

    def __init__(
        self,
        settings: Settings,
        kept: Store,
        loop: asyncio.AbstractEventLoop,
        time_source: TimeSource | None = None,
    ) -> None:
        self.settings = settings
        self.loop = loop
        self.wall = (time_source or TimeSource()).wall
        for place in settings.more_games:
            catalogue.add(place)
        self.metrics = Metrics()
        self.store = kept
        kept.run_in(loop)
        self.bots = Bots(settings, self.metrics)
        self.in_memory: dict[str, LiveRoom] = {}
        self.key = b""
        self.sockets: dict[str, int] = {}
        self.by_address = Buckets(settings.address_per_second * ORDINARY, settings.address_at_once * ORDINARY)
        self.creating = Buckets(settings.tables_per_minute / 60, max(settings.tables_per_minute, 5))
        self._count = 0
        self._stirring: set[LiveRoom] = set()
        self._aside: set[str] = set()
        self._opening: dict[str, asyncio.Task[LiveRoom]] = {}
        """Tables that are being read into the memory."""
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []
        self.metrics.gauges["tables_open"] = ("Tables that are not over.", lambda: float(self._count))
        self.metrics.gauges["tables_in_memory"] = ("Tables in memory.", lambda: float(len(self.in_memory)))
        self.metrics.gauges["sockets"] = ("WebSocket connections.", lambda: float(sum(self.sockets.values())))

    async def open(self) -> None:
        """Get ready: the server's key, and the tables where something goes on by itself."""
        key = self.store.value("key")
        if key is None:
            key = secrets.token_bytes(32)
            await self.store.write([("INSERT INTO meta (key, value) VALUES ('key', ?)", (key,))])
        self.key = key
        self.keeping = Keeping(self)
        self.bots.open()
        self.guarded(self._look_round)
        self._tasks = [self.loop.create_task(self._wake()), self.loop.create_task(self._sweep())]

    def _look_round(self) -> None:
        self._count = self.store.count()
        self._aside = {table_id for table_id, _ in self.store.damaged()}

    @property
    def damaged(self) -> int:
        """How many tables are set aside."""
        return len(self._aside)

    async def close(self) -> None:
        """Stop: let go of viewers, end the bots, write what is waiting."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._opening.values(), return_exceptions=True)
        for live in list(self.in_memory.values()):
            self.drop(live)
        self.keeping.note_time()
        await self.bots.close()
        await self.store.close()

    # ---- tables ----------------------------------------------------------------------------------------------------

    def create(self, setup: p.TableSetup, creator: str = "") -> tuple[LiveRoom, str]:
        """Set up a table for this address; returns it and its creator's token. Flush its first lines."""
        if self._count >= self.settings.most_tables:
            raise Denied("full", "The server is full. Try again later.")
        try:
            game = catalogue.find(setup.game)
        except UnknownGame as error:
            raise Denied("bad_setup", str(error)) from None
        chairs = [self._chair(seat, setup) for seat in setup.seats]
        settings = {
            "spectators": setup.spectators,
            "clock": _clock(setup.clock),
            "chat": setup.chat and self.settings.chat,
            "undo": setup.undo,
            "hints": setup.hints,
            "away_after": setup.away_after,
            "games": setup.games,
            "start": setup.start,
        }
        try:
            room = opened(game, dict(setup.options), chairs, settings, new_seed, setup.series)
        except (BadOption, ValueError, TypeError) as error:
            raise Denied("bad_setup", str(error)) from None
        live = LiveRoom(self, keys.new_table_id(), room, setup.public, self.wall(), creator)
        token = keys.new_token()
        live.keys.holders[0] = keys.hashed(token)
        self.in_memory[live.id] = live
        self._count += 1
        return live, token

    def first_rows(self, live: LiveRoom) -> list[store.Statement]:
        """What a new table needs beside its lines."""
        room = live.room
        row = (live.id, live.created, live.touched, room.game.name, int(live.public), 1, "waiting")
        live.writer.begin()
        return [(store.ADD_TABLE, row), (store.ADD_HOLDER, (live.id, 0, live.keys.holders[0]))]

    def _chair(self, seat: p.SeatSetup, setup: p.TableSetup) -> log.Chair:
        if seat.kind == "bot":
            return log.Chair(level=seat.level, name=seat.name and clean(seat.name))
        if seat.kind == "here":
            return log.Chair(holder=0, name=clean(seat.name or "Player"), word=setup.word)
        return log.Chair(holder=NOBODY)

    async def live(self, table_id: str) -> LiveRoom:
        """The table of this name; Denied if there is none, or it is damaged.

        One that is not in memory is read and folded in a thread, once for all who ask meanwhile; they go on in the
        order in which they asked.
        """
        if self._closing:
            raise Denied("storage", "The server is stopping. Try again.")
        found = self.in_memory.get(table_id)
        if found is not None and found.broken:
            raise Denied("storage", "This table is being reloaded. Try again.")
        if found is not None:
            return found
        if table_id not in self._opening:
            self._opening[table_id] = self.loop.create_task(self._open_table(table_id))
        return await asyncio.shield(self._opening[table_id])

    def is_open(self, table_id: str) -> bool:
        """Whether the table is in memory, or about to be."""
        return table_id in self.in_memory or table_id in self._opening

    async def _open_table(self, table_id: str) -> LiveRoom:
        """Read the table into the memory."""
        try:
            live = self._revived(await self.load(table_id, loaded))
            self.in_memory[table_id] = live
        finally:
            del self._opening[table_id]
        self.stir(live)
        return live

    async def load(self, table_id: str, make: Callable[[Stored], Made]) -> Made:
        """What ``make`` makes, in a thread, of what the file holds of the table; Denied if it cannot be made."""
        if self.keeping.is_going(table_id):
            raise Denied("unknown_table", "There is no such table.")
        if table_id in self._aside:
            raise Denied("damaged", DAMAGED)

        def made(stored: Stored | None) -> Made:
            if stored is None:
                raise Denied("unknown_table", "There is no such table.")
            if stored.damaged:
                raise Denied("damaged", DAMAGED)
            return make(stored)

        try:
            return await self.store.load(table_id, made)
        except Denied as error:
            if error.code == "damaged":
                self._aside.add(table_id)
            raise
        except sqlite3.Error as error:
            if is_busy(error):
                raise Denied("storage", "This table can't be read right now. Try again.") from None
            self._set_aside(table_id, error, told=not isinstance(error, sqlite3.OperationalError))
            raise Denied("damaged", DAMAGED) from None
        except Exception as error:
            self._set_aside(table_id, error, told=isinstance(error, Damaged | ValueError | LookupError | TypeError))
            raise Denied("damaged", DAMAGED) from None

    def _revived(self, found: Loaded) -> LiveRoom:
        """The live table of a room that was read from the file."""
        stored, room = found.stored, found.room
        room.new_seed = new_seed
        room.resume(self.loop.time())
        live = LiveRoom(self, stored.id, room, stored.public, stored.created)
        live.writer.head = found.head
        live.keys.holders = stored.holders
        live.sealed.open_if_due(stored.pledges)
        live.done = found.done
        for command in live.sealed.commands.values():
            live.done[command] = done_before(command, room.number)
        return live

    def _set_aside(self, table_id: str, error: Exception, told: bool) -> None:
        """Leave the table alone: for good where its lines ``told`` that they are damaged, else until the next start,
        as a disk may answer again and a fault of our own may be mended."""
        logger.error("table set aside", exc_info=None if told else error, extra={"table": table_id, "why": str(error)})
        self.metrics.count("damaged")
        self._aside.add(table_id)
        if told:
            self.store.submit([(store.SET_DAMAGED, (str(error)[:200], table_id))], self.noted("mark", table_id))

    def noted(self, what: str, table_id: str = "") -> store.Done:
        """What to do when a write is done that nobody waits for: say if it failed."""

        def done(error: Exception | None) -> None:
            if error is not None:
                logger.error("write failed", extra={"table": table_id, "what_for": what, "why": str(error)})
                self.metrics.count("errors")

        return done

    def guarded(self, do: Callable[[], None], **where: str) -> None:
        """Do this; a fault in it is noted, and harms nothing else."""
        try:
            do()
        except Exception as error:
            logger.error("step failed", exc_info=error, extra={"step": getattr(do, "__name__", ""), **where})
            self.metrics.count("errors")

    def drop(self, live: LiveRoom) -> None:
        """Take the table out of the memory."""
        if self.in_memory.get(live.id) is live:
            del self.in_memory[live.id]
        live.close()

    async def lobby(self) -> m.Lobby:
        """The public tables, newest first; Denied if the list itself cannot be read."""
        tables: list[m.LobbyTable] = []
        try:
            listed = self.store.public_tables(LOBBY + len(self._aside))
        except sqlite3.Error as error:
            logger.exception("the list of tables cannot be read")
            raise Denied("storage", "The list of tables can't be read right now; tables you know can.") from error
        for table_id in listed:
            with suppress(Denied):  # damaged, and noted when that was found
                self.guarded(partial(self._list, tables, await self.live(table_id)), table=table_id)
        return m.Lobby(tables=tables[:LOBBY])

    def _list(self, tables: list[m.LobbyTable], live: LiveRoom) -> None:
        room = live.room
        tables.append(
            m.LobbyTable(
                table=live.id,
                game=room.game.name,
                title=room.game.title,
                phase="waiting" if room.phase == "waiting" else "playing" if room.phase == "playing" else "over",
                seats=live.presenter.seats(),
                open=sum(place.open for place in room.seating.places),
                created=live.created,
            )
        )

    # ---- what goes on by itself ------------------------------------------------------------------------------------

    def stir(self, live: LiveRoom) -> None:
        """Let the table see to its bots and clocks soon."""
        if not self._stirring:
            self.loop.call_soon(self._stir)
        self._stirring.add(live)

    def _stir(self) -> None:
        in_memory, self._stirring = self._stirring, set()
        for live in in_memory:
            live.guarded(live.stir)()

    async def _wake(self) -> None:
        """After a start, load the rules of games in play, beside the loop, and the tables that go on by themselves.

        What cannot be read or loaded is noted and left out; the others go on.
        """
        playing: list[str] = []
        games: Counter[str] = Counter()
        stirring: list[str] = []

        def look(table_id: str) -> None:
            game, stirs = self.store.about(table_id)
            games[game] += 1
            if stirs:
                stirring.append(table_id)

        self.guarded(lambda: playing.extend(self.store.playing()))
        for table_id in playing:
            self.guarded(partial(look, table_id), table=table_id)
            await asyncio.sleep(0)
        for game, _ in games.most_common():
            if game in catalogue.names():
                try:
                    await asyncio.to_thread(load, game)
                except Exception:
                    logger.exception("the rules could not be loaded", extra={"game": game})
        for table_id in stirring:
            with suppress(Denied):  # damaged, and noted when that was found
                await self.live(table_id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.guarded(self.keeping.sweep)
            self.guarded(self._recount)

    def _recount(self) -> None:
        self._count = self.store.count()

    def forget_damage(self, table_id: str) -> None:
        """Set the table aside no longer: it is deleted."""
        self._aside.discard(table_id)


def _clock(clock: p.ClockSetup | None) -> dict[str, float] | None:
    if clock is None or not (clock.turn or clock.bank):
        return None
    if clock.turn and clock.bank:
        raise Denied("bad_setup", "Set a clock for each turn or for the whole game, not both.")
    return {"turn": clock.turn, "bank": clock.bank, "gain": clock.gain}
