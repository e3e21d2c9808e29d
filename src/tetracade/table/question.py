"""A question to the others in a room, about an undo or a rematch, and who hasn't replied yet."""

from tetracade.table import log
from tetracade.table.seating import Seating


class Question:
    """The question that is open now, if there is one."""

    def __init__(self) -> None:
        self.asked: log.Asked | None = None
        self.waiting: list[int] = []
        """The seats that haven't replied yet."""

    def ask(self, line: log.Asked, seating: Seating) -> None:
        """Ask everyone except the holder who asks; a rematch is also put to those who resigned."""
        holder = seating[line.seat].holder
        self.asked = line
        self.waiting = seating.other_persons(holder) if line.what == "rematch" else seating.persons_but(holder)

    def reply(self, line: log.Replied, seating: Seating) -> None:
        """Count a yes for all seats of its holder; a no closes the question."""
        if line.yes:
            holder = seating[line.seat].holder
            self.waiting = [seat for seat in self.waiting if seating[seat].holder != holder]
        else:
            self.close()

    def close(self) -> None:
        """Forget the question."""
        self.asked, self.waiting = None, []
