"""All of the server's tables: the live rooms in memory, and how to load the others from disk."""

import asyncio
import logging
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from msgspec import structs

from tetracade.engine.earlier import Needs
from tetracade.engine.game import BadOption
from tetracade.games import UnknownGame
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.metrics import Metrics
from tetracade.server.net.costs import ORDINARY
from tetracade.server.net.limits import Buckets
from tetracade.server.rooms import keys
from tetracade.server.rooms.commands import birthday, clean
from tetracade.server.rooms.keeping import Keeping
from tetracade.server.rooms.kept_table import KeptTable
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.loading import Loaded, done_before, loaded
from tetracade.server.settings import Settings
from tetracade.server.storage import store
from tetracade.server.storage.file import is_busy
from tetracade.server.storage.store import Made, Store, Stored
from tetracade.server.time_source import TimeSource
from tetracade.server.workers.bots import Bots
from tetracade.server.workers.precompiling import is_loaded, load
from tetracade.table import log
from tetracade.table.beginning import checked_beginning
from tetracade.table.dealing import Damaged
from tetracade.table.fair import SEED_BYTES
from tetracade.table.opening import opened
from tetracade.table.seating import NOBODY, Denied

SWEEP_SECONDS = 30.0
LOBBY = 50
NEEDS = "needs"
DAMAGED = "This table is damaged and was set aside."

logger = logging.getLogger("tetracade.rooms")


def new_seed() -> bytes:
    """Return a new seed for dealing one game."""
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
        self._needing: dict[str, str] = {}
        """Tables that were asked for, and need another version of their game, or another box: what to say."""
        self._kept_listed: dict[str, m.LobbyTable] = {}
        """The same, as the lobby lists them; nothing changes them."""
        self._opening: dict[str, asyncio.Task[LiveRoom]] = {}
        """Tables that are being loaded."""
        self._loading: dict[str, asyncio.Task[None]] = {}
        """Games whose rules are being loaded."""
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []
        self.metrics.gauges["tables_open"] = ("Tables that aren't over.", lambda: float(self._count))
        self.metrics.gauges["tables_in_memory"] = ("Tables in memory.", lambda: float(len(self.in_memory)))
        self.metrics.gauges["tables_needing"] = (
            "Tables asked for that need another version of their game, or another box.",
            lambda: float(len(self._needing)),
        )
        self.metrics.gauges["sockets"] = ("WebSocket connections.", lambda: float(sum(self.sockets.values())))

    async def open(self) -> None:
        """Get ready: read the server's key, and load the tables where something goes on by itself."""
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
        """The number of tables set aside."""
        return len(self._aside)

    async def close(self) -> None:
        """Stop: disconnect viewers, end the bots, and write whatever is waiting."""
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
        """Set up a table for this address, and return it with its creator's token. The caller flushes its lines.

        If the set-up has a beginning, it must have been checked.
        """
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
            "chat": (setup.chat if setup.chat is not None else not game.teams(len(chairs))) and self.settings.chat,
            "undo": setup.undo,
            "hints": setup.hints,
            "away_after": setup.away_after,
            "games": setup.games,
            "start": setup.start,
            **({} if setup.reaction is None else {"reaction": setup.reaction}),
        }
        beginning = log.Beginning(position=setup.position, record=setup.record) if setup.begins_elsewhere else None
        try:
            room = opened(game, dict(setup.options), chairs, settings, new_seed, setup.series, beginning)
        except (BadOption, ValueError, TypeError) as error:
            raise Denied("bad_setup", str(error)) from None
        live = LiveRoom(self, keys.new_table_id(), room, setup.public, self.wall(), creator)
        token = keys.new_token()
        live.keys.holders[0] = keys.hashed(token)
        self.in_memory[live.id] = live
        self._count += 1
        return live, token

    def checked(self, setup: p.TableSetup) -> p.TableSetup:
        """Return the set-up with its beginning checked and cut, and the options it came with. Call it in a thread."""
        try:
            game = catalogue.find(setup.game)
            beginning, options = checked_beginning(
                game, len(setup.seats), dict(setup.options), setup.position, setup.record, setup.entries
            )
        except (UnknownGame, ValueError, TypeError) as error:
            raise Denied("bad_setup", str(error)) from None
        return structs.replace(
            setup, options=options, position=beginning.position, record=beginning.record, entries=None
        )

    def first_rows(self, live: LiveRoom) -> list[store.Statement]:
        """Return what a new table stores besides its lines."""
        room = live.room
        row = (live.id, live.created, live.touched, room.game.name, int(live.public), 1, "waiting")
        live.writer.begin()
        return [(store.ADD_TABLE, row), (store.ADD_HOLDER, (live.id, 0, live.keys.holders[0]))]

    def _chair(self, seat: p.SeatSetup, setup: p.TableSetup) -> log.Chair:
        if seat.kind == "bot":
            return log.Chair(level=seat.level, name=seat.name and clean(seat.name))
        if seat.kind == "here":
            name, born = clean(seat.name or "Player"), birthday(seat.birthday)
            return log.Chair(holder=0, name=name, word=setup.word, birthday=born)
        return log.Chair(holder=NOBODY)

    async def live(self, table_id: str) -> LiveRoom:
        """Return the live room of this table; Denied if there is none, or it is damaged.

        If it isn't in memory, a thread loads it, once for everyone who asks in the meantime; they continue in the
        order in which they asked.
        """
        if self._closing:
            raise Denied("storage", "The server is stopping. Try again.")
        found = self.in_memory.get(table_id)
        if found is not None and found.broken:
            raise Denied("storage", "This table is being reloaded. Try again.")
        if found is not None:
            return found
        if table_id in self._needing:
            self.keeping.look_at(table_id)
            raise Denied(NEEDS, self._needing[table_id])
        if table_id not in self._opening:
            self._opening[table_id] = self.loop.create_task(self._open_table(table_id))
        return await asyncio.shield(self._opening[table_id])

    def is_open(self, table_id: str) -> bool:
        """Whether the table is in memory or being loaded."""
        return table_id in self.in_memory or table_id in self._opening

    async def _open_table(self, table_id: str) -> LiveRoom:
        """Load the table into memory."""
        try:
            found = await self.load(table_id, loaded)
            await self.load_rules(found.room.game.name)
            live = self._revived(found)
            self.in_memory[table_id] = live
        finally:
            del self._opening[table_id]
        self.stir(live)
        return live

    async def load_rules(self, game: str) -> None:
        """Wait until the game's rules are loaded, in a thread: right after a start they may not be."""
        if is_loaded(game) or game not in catalogue.names():
            return
        if game not in self._loading:
            self._loading[game] = self.loop.create_task(asyncio.to_thread(load, game))
            self._loading[game].add_done_callback(lambda _: self._loading.pop(game, None))
        await asyncio.shield(self._loading[game])

    async def load(self, table_id: str, make: Callable[[Stored], Made]) -> Made:
        """Return what ``make`` makes of the stored table, in a thread; Denied if that fails."""
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
        except Needs as error:
            logger.warning("table kept as it is", extra={"table": table_id, "why": str(error)})
            self._needing[table_id] = error.of_a_table
            self.keeping.look_at(table_id)
            raise Denied(NEEDS, error.of_a_table) from None
        except sqlite3.Error as error:
            if is_busy(error):
                raise Denied("storage", "This table can't be read right now. Try again.") from None
            self._set_aside(table_id, error, told=not isinstance(error, sqlite3.OperationalError))
            raise Denied("damaged", DAMAGED) from None
        except Exception as error:
            self._set_aside(table_id, error, told=isinstance(error, Damaged | ValueError | LookupError | TypeError))
            raise Denied("damaged", DAMAGED) from None

    async def kept(self, table_id: str) -> KeptTable:
        """A table that ``live`` denies because it needs another version of its game, or another box."""
        return await self.load(table_id, KeptTable.of)

    def _revived(self, found: Loaded) -> LiveRoom:
        """Return the live room for a room that was loaded from the file."""
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
        """Set the table aside: for good if its lines ``told`` us that they are damaged, otherwise until the next start,
        since the disk may recover, or a bug of ours be fixed."""
        logger.error("table set aside", exc_info=None if told else error, extra={"table": table_id, "why": str(error)})
        self.metrics.count("damaged")
        self._aside.add(table_id)
        if told:
            self.store.submit([(store.SET_DAMAGED, (str(error)[:200], table_id))], self.noted("mark", table_id))

    def noted(self, what: str, table_id: str = "") -> store.Done:
        """Return a callback for a write that no one is waiting for: it logs a failure."""

        def done(error: Exception | None) -> None:
            if error is not None:
                logger.error("write failed", extra={"table": table_id, "what_for": what, "why": str(error)})
                self.metrics.count("errors")

        return done

    def guarded(self, do: Callable[[], None], **where: str) -> None:
        """Run this; a failure is logged and affects nothing else."""
        try:
            do()
        except Exception as error:
            logger.error("step failed", exc_info=error, extra={"step": getattr(do, "__name__", ""), **where})
            self.metrics.count("errors")

    def drop(self, live: LiveRoom) -> None:
        """Drop the table from memory."""
        if self.in_memory.get(live.id) is live:
            del self.in_memory[live.id]
        live.close()

    async def lobby(self) -> m.Lobby:
        """Return the public tables, newest first; Denied if the list itself can't be read."""
        tables: list[m.LobbyTable] = []
        try:
            listed = self.store.public_tables(LOBBY + len(self._aside))
        except sqlite3.Error as error:
            logger.exception("the list of tables cannot be read")
            raise Denied("storage", "The list of tables can't be read right now; tables you know can.") from error
        for table_id in listed:
            with suppress(Denied):  # damaged, and noted when that was found
                try:
                    self.guarded(partial(self._list, tables, await self.live(table_id)), table=table_id)
                except Denied as error:
                    if error.code != NEEDS:
                        raise
                    if table_id not in self._kept_listed:
                        self._kept_listed[table_id] = (await self.kept(table_id)).listed()
                    tables.append(self._kept_listed[table_id])
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
        """Have the room look after its bots and clocks soon."""
        if not self._stirring:
            self.loop.call_soon(self._stir)
        self._stirring.add(live)

    def _stir(self) -> None:
        in_memory, self._stirring = self._stirring, set()
        for live in in_memory:
            live.guarded(live.stir)()

    async def _wake(self) -> None:
        """After a start, load the rules of games in play, in a thread, and the tables that go on by themselves.

        Whatever can't be loaded is logged and left out.
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
            self.store.find(self.store.count, lambda found: self.guarded(partial(self._recount, found)))

    def _recount(self, found: Future[int]) -> None:
        self._count = found.result()

    def forget(self, table_id: str) -> None:
        """Stop listing the table as set aside or kept, because it has been deleted."""
        self._aside.discard(table_id)
        self._needing.pop(table_id, None)
        self._kept_listed.pop(table_id, None)


def _clock(clock: p.ClockSetup | None) -> dict[str, float] | None:
    if clock is None or not (clock.turn or clock.bank):
        return None
    if clock.turn and clock.bank:
        raise Denied("bad_setup", "Set a clock for each turn or for the whole game, not both.")
    return {"turn": clock.turn, "bank": clock.bank, "gain": clock.gain}
