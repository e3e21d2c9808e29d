"""A table that needs another version of its game, or another box: it is shown as what it is, and changed by nobody."""

from typing import NamedTuple

from tetracade.engine.contract import SPECTATOR
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.api import responses as r
from tetracade.server.rooms.key_ring import KeyRing
from tetracade.server.rooms.loading import checked_chain
from tetracade.server.rooms.sight import Sight
from tetracade.server.storage.storage import Stored
from tetracade.table import log
from tetracade.table.kept import KeptRoom
from tetracade.table.log import sealed_lines
from tetracade.table.room_state import game_needed
from tetracade.table.seating import Denied


class KeptTable(NamedTuple):
    """The table's room, and the file's part of it."""

    room: KeptRoom
    stored: Stored

    @classmethod
    def of(cls, stored: Stored) -> "KeptTable":
        """The kept table of these lines; Damaged if they are not whole."""
        checked_chain(stored)
        lines = [log.decoded(line) for _, _, _, line in stored.lines]
        return cls(KeptRoom(lines, catalogue.find, game_needed(lines, catalogue.find)), stored)

    def record(self, server_key: bytes, key: str, wanted: int | None, game: int | None) -> str:
        """A game of the table as text, as far as the key's holder may see it."""
        who, sight = self._ring(server_key).who(key), Sight(self.room)
        eye = sight.eye_for(who, wanted)
        number = self.room.latest if game is None else game
        if self.room.latest == 0:
            raise Denied("wrong_phase", "The game has not started.")
        text = self.room.record(number, SPECTATOR if eye is None else eye, sight.sees_all_after(who))
        if text is None:
            raise Denied("unknown_game", f"This table has no game {game}; its latest is game {self.room.latest}.")
        return text

    def seals(self, server_key: bytes, key: str) -> list[tuple[int, str]]:
        """Number and seal of each line of the log, for those who may see the table."""
        Sight(self.room).eye_for(self._ring(server_key).who(key), None)
        return list(sealed_lines(self.stored.lines, self.stored.seeds))

    def listed(self) -> r.LobbyTable:
        """The table as the lobby lists it."""
        room = self.room
        seats = [
            m.SeatInfo(
                seat=seat,
                kind="person" if place.person else "open" if place.open else "bot",
                title=f"Seat {seat + 1}" if room.game is None else room.game.words.seat_name(seat),
                name=place.name,
                level=place.level,
            )
            for seat, place in enumerate(room.seating.places)
        ]
        return r.LobbyTable(
            table=self.stored.id,
            game=room.opened.game,
            title=room.title,
            phase="waiting" if room.phase == "waiting" else "playing" if room.phase == "playing" else "over",
            seats=seats,
            open=0,
            created=self.stored.created,
            needs=room.needs.of_a_table,
        )

    def _ring(self, server_key: bytes) -> KeyRing:
        ring = KeyRing(server_key, self.stored.id, self.stored.public, 0)
        ring.holders = self.stored.holders
        return ring
