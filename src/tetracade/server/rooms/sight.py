"""Who may see what of a room, whether it is played or kept."""

from tetracade.server.rooms.viewer import Who
from tetracade.table.kept import KeptRoom
from tetracade.table.room import Room
from tetracade.table.seating import Denied


class Sight:
    """What a room shows to whom."""

    def __init__(self, room: Room | KeptRoom) -> None:
        self._seen = room

    def watches(self, who: Who) -> bool:
        """Whether they only watch: strangers, and whoever has left before the start."""
        return not who.host and not self._seen.seating.held_by(who.holder)

    def sees_all_after(self, who: Who) -> bool:
        """Whether the seed, and with it every card, is for them to see once the game is over."""
        return self._seen.settings["spectators"] == "all_after_end" or not self.watches(who)

    def eye_for(self, who: Who, wanted: int | None) -> int | None:
        """Return the seat whose view to show: the one wanted, if theirs, or their only one. Denied if there is none."""
        seating = self._seen.seating
        if wanted is not None and wanted in seating.held_by(who.holder):
            return wanted
        if wanted is not None:
            raise Denied("forbidden", f"Seat {wanted} is not yours.")
        if not who.may_watch:
            raise Denied("forbidden", "You need a link to open this table.")
        if self.watches(who) and self.closed_to_watchers:
            raise Denied("forbidden", "This table has no spectators.")
        return seating.only_seat_of(who.holder)

    @property
    def closed_to_watchers(self) -> bool:
        """Whether nobody may watch from now on."""
        return self._seen.settings["spectators"] == "none" and self._seen.phase != "waiting"
