"""All of the server's tables: the live rooms in memory, and how to load the others from disk."""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial

from msgspec import structs

from tetracade.engine.earlier import Needs
from tetracade.engine.game import BadOption
from tetracade.games import UnknownGame
from tetracade.server import catalogue
from tetracade.server.api import protocol as p
from tetracade.server.api import responses as r
from tetracade.server.metrics import Metrics
from tetracade.server.net.costs import ORDINARY
from tetracade.server.net.limits import Buckets
from tetracade.server.rooms import keys
from tetracade.server.rooms.cluster import Cluster
from tetracade.server.rooms.commands import birthday, clean
from tetracade.server.rooms.keeping import Keeping
from tetracade.server.rooms.kept_table import KeptTable
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.loading import Loaded, done_before, loaded
from tetracade.server.rooms.lobby import listed_from, lobby_table
from tetracade.server.settings import Settings
from tetracade.server.storage.intents import Damage, Intent, Left, NewHolder, NewTable
from tetracade.server.storage.storage import Deposed, Done, Lane, Made, Storage, Stored, Unreadable
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
        kept: Storage,
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
        self.cluster = Cluster(self) if kept.shared else None
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
        self._kept_listed: dict[str, r.LobbyTable] = {}
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
        self.key = await self.store.agreed("key", secrets.token_bytes(32))
        self.keeping = await Keeping.opened(self)
        self.bots.open()
        await self.guarded_task(self._look_round())
        self._tasks = [self.loop.create_task(self._wake()), self.loop.create_task(self._sweep())]

    async def _look_round(self) -> None:
        self._count = await self.store.count()
        self._aside = set(await self.store.damaged())

    @property
    def damaged(self) -> int:
        """The number of tables set aside."""
        return len(self._aside)

    @property
    def closing(self) -> bool:
        """Whether the server is stopping, and no table can be opened here any more."""
        return self._closing

    async def hand_over(self) -> None:
        """Leave all tables to the other processes, and make everyone reconnect; nothing if there are no others."""
        if self.cluster is None:
            return
        self._closing = True
        await self.cluster.close()
        for live in list(self.in_memory.values()):
            self.drop(live)
        with suppress(Unreadable):
            await self.store.write([])

    async def close(self) -> None:
        """Stop: disconnect viewers, end the bots, and write whatever is waiting."""
        self._closing = True
        if self.cluster is not None:
            await self.cluster.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._opening.values(), return_exceptions=True)
        for live in list(self.in_memory.values()):
            self.drop(live)
        await self.keeping.close()
        await self.bots.close()
        await self.store.close()

    # ---- tables ----------------------------------------------------------------------------------------------------

    async def admit(self, creator: str) -> None:
        """Charge the address for a new table; Denied if it has set up too many of late."""
        rate, at_once = self.settings.tables_per_minute / 60, max(self.settings.tables_per_minute, 5)
        try:
            allowed = await self.store.admit(creator, rate, at_once)
            if self.store.shared:
                self._count = await self.store.count()
        except Unreadable:
            raise Denied("storage", "The server couldn't save this, so nothing was done.") from None
        if not (self.creating.take(creator, self.loop.time()) if allowed is None else allowed):
            raise Denied("too_many", "Too many new tables; wait a little.")

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
        lane = self.store.lane_of_new(keys.new_table_id())
        live = LiveRoom(self, lane, room, setup.public, self.wall(), creator)
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

    def first_rows(self, live: LiveRoom) -> list[Intent]:
        """Return what a new table stores besides its lines."""
        room = live.room
        live.writer.begin()
        return [
            NewTable(live.id, live.created, live.touched, room.game.name, int(live.public), 1, "waiting"),
            NewHolder(live.id, 0, live.keys.holders[0]),
        ]

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
            raise Denied("storage" if self.cluster is None else "moved", "The server is stopping. Try again.")
        found = self.in_memory.get(table_id)
        if found is not None and found.broken:
            raise Denied("storage", "This table is being reloaded. Try again.")
        if found is not None and await self._still_ours(found):
            return found
        if table_id in self._needing and self.cluster is None:
            self.keeping.look_at(table_id)
            raise Denied(NEEDS, self._needing[table_id])
        if table_id not in self._opening:
            self._opening[table_id] = self.loop.create_task(self._open_table(table_id))
            self._opening[table_id].add_done_callback(_heard)  # whoever waits for it may be gone by then
        return await asyncio.shield(self._opening[table_id])

    async def _still_ours(self, live: LiveRoom) -> bool:
        """Whether what the live room shows is the latest. Whoever has seen more elsewhere must not be shown less."""
        if not self.store.shared:
            return True
        try:
            lost = await self.store.lost([live.writer.lane])
        except Unreadable:
            raise Denied("storage", "This table can't be read right now. Try again.") from None
        if lost and self.in_memory.get(live.id) is live:
            live.depose()
        return self.in_memory.get(live.id) is live and not live.broken

    def may_open(self, table_id: str) -> bool:
        """Whether the table could be opened here, as far as is known, and isn't yet."""
        return not (self.is_open(table_id) or table_id in self._aside or table_id in self._needing)

    def is_open(self, table_id: str) -> bool:
        """Whether the table is in memory or being loaded."""
        return table_id in self.in_memory or table_id in self._opening

    async def _open_table(self, table_id: str) -> LiveRoom:
        """Load the table into memory."""
        try:
            self._check_stays(table_id)  # taking it would wait until it is deleted
            lane = await self._taken(table_id)
            try:
                found = await self.load(table_id, loaded, lane)
            except Denied as error:
                self._leave(lane)
                if error.code == NEEDS and self.cluster is not None:
                    await self.store.write([])  # until it is left
                    await self.cluster.refer(table_id)
                raise
            await self.load_rules(found.room.game.name)
            live = self._revived(found, lane)
            self.in_memory[table_id] = live
        finally:
            del self._opening[table_id]
        self.stir(live)
        return live

    async def _taken(self, table_id: str) -> Lane:
        """Become the table's owner; Elsewhere if another process is."""
        try:
            return await self.store.take(table_id)
        except Unreadable:
            self.unsettle(table_id)
            raise Denied("storage", "This table can't be read right now. Try again.") from None

    def _leave(self, lane: Lane) -> None:
        """Leave the table to whoever wants it, if the store knows owners."""

        def done(error: Exception | None) -> None:
            if error is not None and not isinstance(error, Deposed):
                self.unsettle(lane.table_id)
                self.noted("leave", lane.table_id)(error)

        if self.store.shared and lane.error is None:
            self.store.submit([Left(lane.table_id)], done, lane)

    def unsettle(self, table_id: str) -> None:
        """Note that the database may hold us for the table's owner though we don't have it."""
        if self.cluster is not None:
            self.cluster.unsettled.add(table_id)

    async def load_rules(self, game: str) -> None:
        """Wait until the game's rules are loaded, in a thread: right after a start they may not be."""
        if is_loaded(game) or game not in catalogue.names():
            return
        if game not in self._loading:
            self._loading[game] = self.loop.create_task(asyncio.to_thread(load, game))
            self._loading[game].add_done_callback(lambda _: self._loading.pop(game, None))
        await asyncio.shield(self._loading[game])

    async def load(self, table_id: str, make: Callable[[Stored], Made], lane: Lane | None = None) -> Made:
        """Return what ``make`` makes of the stored table, in a thread; Denied if that fails.

        The lane is its owner's, who may mark it as damaged.
        """
        self._check_stays(table_id)
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
        except Unreadable:
            raise Denied("storage", "This table can't be read right now. Try again.") from None
        except Exception as error:
            self._set_aside(table_id, error, isinstance(error, Damaged | ValueError | LookupError | TypeError), lane)
            raise Denied("damaged", DAMAGED) from None

    def _check_stays(self, table_id: str) -> None:
        """Denied if the table is being deleted."""
        if self.keeping.is_going(table_id):
            raise Denied("unknown_table", "There is no such table.")

    async def kept(self, table_id: str) -> KeptTable:
        """A table that ``live`` denies because it needs another version of its game, or another box."""
        return await self.load(table_id, KeptTable.of)

    def _revived(self, found: Loaded, lane: Lane) -> LiveRoom:
        """Return the live room for a room that was loaded from the file."""
        stored, room = found.stored, found.room
        room.new_seed = new_seed
        room.resume(self.loop.time())
        live = LiveRoom(self, lane, room, stored.public, stored.created)
        live.writer.head = found.head
        live.keys.holders = stored.holders
        live.sealed.open_if_due(stored.pledges)
        live.done = found.done
        for command in live.sealed.commands.values():
            live.done[command] = done_before(command, room.number)
        return live

    def _set_aside(self, table_id: str, error: Exception, told: bool, lane: Lane | None) -> None:
        """Set the table aside: for good if its lines ``told`` us that they are damaged, otherwise until the next start,
        since the disk may recover, or a bug of ours be fixed."""
        logger.error("table set aside", exc_info=None if told else error, extra={"table": table_id, "why": str(error)})
        self.metrics.count("damaged")
        self._aside.add(table_id)
        if told and (lane is not None or not self.store.shared):
            owner = lane if self.store.shared else None
            self.store.submit([Damage(table_id, str(error)[:200])], self.noted("mark", table_id), owner)

    def noted(self, what: str, table_id: str = "") -> Done:
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

    async def guarded_task(self, doing: Coroutine[None, None, None]) -> None:
        """Wait for this; a failure is logged and affects nothing else."""
        try:
            await doing
        except Exception as error:
            logger.error("step failed", exc_info=error, extra={"step": getattr(doing, "__name__", "")})
            self.metrics.count("errors")

    def drop(self, live: LiveRoom) -> None:
        """Drop the table from memory."""
        if self.in_memory.get(live.id) is live:
            del self.in_memory[live.id]
        live.close()
        self._leave(live.writer.lane)

    async def lobby(self) -> r.Lobby:
        """Return the public tables, newest first; Denied if the list itself can't be read."""
        try:
            listed = await self.store.public_tables(LOBBY + len(self._aside))
            elsewhere = await self.cluster.listings() if self.cluster is not None else {}
        except Unreadable as error:
            logger.exception("the list of tables cannot be read")
            raise Denied("storage", "The list of tables can't be read right now; tables you know can.") from error
        tables: list[r.LobbyTable] = []
        for table_id in listed:
            with suppress(Denied):  # damaged, and noted when that was found
                tables += [elsewhere[table_id]] if table_id in elsewhere else await self._listed(table_id)
        return r.Lobby(tables=tables[:LOBBY])

    async def _listed(self, table_id: str) -> list[r.LobbyTable]:
        """The table as the lobby lists it; nothing if that fails."""
        tables: list[r.LobbyTable] = []
        try:
            if self.store.shared and table_id not in self.in_memory:
                return [await self.load(table_id, listed_from)]
            self.guarded(partial(self._list, tables, await self.live(table_id)), table=table_id)
        except Denied as error:
            if error.code != NEEDS:
                raise
            if table_id not in self._kept_listed:
                self._kept_listed[table_id] = (await self.kept(table_id)).listed()
            tables.append(self._kept_listed[table_id])
        return tables

    def listed_here(self) -> r.Lobby:
        """The public tables in memory, for the lists of other processes."""
        tables: list[r.LobbyTable] = []
        for live in list(self.in_memory.values()):
            if live.public and not live.broken:
                self.guarded(partial(self._list, tables, live), table=live.id)
        return r.Lobby(tables=tables)

    def _list(self, tables: list[r.LobbyTable], live: LiveRoom) -> None:
        tables.append(lobby_table(live.id, live.room, live.created, live.presenter.seats()))

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

        async def look_round() -> None:
            playing.extend(await self.store.playing())

        async def look(table_id: str) -> None:
            game, stirs = await self.store.about(table_id)
            games[game] += 1
            if stirs:
                stirring.append(table_id)

        await self.guarded_task(look_round())
        for table_id in playing:
            await self.guarded_task(look(table_id))
        for game, _ in games.most_common():
            if game in catalogue.names():
                try:
                    await asyncio.to_thread(load, game)
                except Exception:
                    logger.exception("the rules could not be loaded", extra={"game": game})
        for table_id in stirring if self.cluster is None else ():  # among others, tables are adopted one by one
            with suppress(Denied):  # damaged, and noted when that was found
                await self.live(table_id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            deletes = await self.store.sweeps()
            self.guarded(partial(self.keeping.sweep, deletes))
            await self.guarded_task(self._recount())

    async def _recount(self) -> None:
        self._count = await self.store.count()

    def forget(self, table_id: str) -> None:
        """Stop listing the table as set aside or kept, because it has been deleted."""
        self._aside.discard(table_id)
        self._needing.pop(table_id, None)
        self._kept_listed.pop(table_id, None)


def _heard(task: asyncio.Task[LiveRoom]) -> None:
    """Hear why the task failed, so that the loop doesn't complain that nobody did."""
    if not task.cancelled():
        task.exception()


def _clock(clock: p.ClockSetup | None) -> dict[str, float] | None:
    if clock is None or not (clock.turn or clock.bank):
        return None
    if clock.turn and clock.bank:
        raise Denied("bad_setup", "Set a clock for each turn or for the whole game, not both.")
    return {"turn": clock.turn, "bank": clock.bank, "gain": clock.gain}
