"""Tables as the lobby lists them."""

from tetracade.server.api import messages as m
from tetracade.server.api import responses as r
from tetracade.server.rooms.loading import loaded
from tetracade.server.rooms.presenter import Presenter
from tetracade.server.storage.storage import Stored
from tetracade.table.room import Room


def lobby_table(table_id: str, room: Room, created: float, seats: list[m.SeatInfo]) -> r.LobbyTable:
    """A table as the lobby lists it."""
    return r.LobbyTable(
        table=table_id,
        game=room.game.name,
        title=room.game.title,
        phase="waiting" if room.phase == "waiting" else "playing" if room.phase == "playing" else "over",
        seats=seats,
        open=sum(place.open for place in room.seating.places),
        created=created,
    )


def listed_from(stored: Stored) -> r.LobbyTable:
    """A table that no process has in memory, as the lobby lists it: nobody is there."""
    room = loaded(stored).room
    seats = Presenter(room, stored.id, stored.public, lambda seat: (False, False)).seats()
    return lobby_table(stored.id, room, stored.created, seats)
