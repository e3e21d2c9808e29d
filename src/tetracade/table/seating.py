"""Who sits where. Chairs keep their holders throughout a room's games; with each game they move one seat on."""

from dataclasses import dataclass

from tetracade.table.log import Chair

NOBODY = -1
"""The holder of an open chair, or of a bot's."""


class Denied(Exception):
    """Something isn't allowed now: a code for programs, a sentence for people, the rule and the places concerned."""

    def __init__(self, code: str, reason: str, rule: str = "", places: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.rule = rule
        self.places = places


@dataclass
class Place:
    """One chair and who is on it now."""

    name: str = ""
    holder: int = NOBODY
    level: int = 0
    word: str = ""
    birthday: str = ""
    stand_in: int = 0
    resigned: bool = False
    wins: int = 0

    @property
    def open(self) -> bool:
        """Whether someone can sit down here."""
        return self.holder == NOBODY and not self.level

    @property
    def person(self) -> bool:
        """Whether a person holds it."""
        return self.holder != NOBODY

    @property
    def played_by(self) -> int:
        """The level of the bot that acts here; 0 for a person."""
        return self.level or self.stand_in or (2 if self.resigned else 0)


class Seating:
    """A room's places, by seat."""

    def __init__(self, chairs: list[Chair]) -> None:
        self.places = [Place(chair.name, chair.holder, chair.level, chair.word, chair.birthday) for chair in chairs]

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, seat: int) -> Place:
        return self.places[seat]

    def sit(self, seat: int, chair: Chair) -> None:
        """Put a person or a bot on the seat."""
        self.places[seat] = Place(chair.name, chair.holder, chair.level, chair.word, chair.birthday)

    def clear(self, seat: int) -> None:
        """Empty the seat."""
        self.places[seat] = Place()

    def next_game(self, *, rotate: bool) -> None:
        """Give back seats lost to stand-ins and resignations, and move everyone one seat on."""
        if rotate:
            self.places = [self.places[-1], *self.places[:-1]]
        for place in self.places:
            place.stand_in = 0
            place.resigned = False

    @property
    def full(self) -> bool:
        """Whether no seat is open."""
        return not any(place.open for place in self.places)

    @property
    def anyone_resigned(self) -> bool:
        """Whether anyone has resigned from the current game."""
        for place in self.places:  # not a generator expression: this is called after every action
            if place.resigned:
                return True
        return False

    @property
    def words(self) -> list[str]:
        """The seats' words for the dealing."""
        return [place.word for place in self.places]

    @property
    def birthdays(self) -> list[str]:
        """The seats' birthdays, where they were told."""
        return [place.birthday for place in self.places]

    def held_by(self, holder: int) -> list[int]:
        """The seats of this holder."""
        if holder == NOBODY:
            return []
        return [seat for seat, place in enumerate(self.places) if place.holder == holder]

    def only_seat_of(self, holder: int) -> int | None:
        """The one seat of this holder; None if there are none or several."""
        held = self.held_by(holder)
        return held[0] if len(held) == 1 else None

    def other_persons(self, holder: int) -> list[int]:
        """The seats of people other than this holder."""
        return [seat for seat, place in enumerate(self.places) if place.person and place.holder != holder]

    @property
    def persons(self) -> list[int]:
        """The seats of people who haven't resigned."""
        return [seat for seat, place in enumerate(self.places) if place.person and not place.resigned]

    def has_rivals(self, holder: int) -> bool:
        """Whether other people have seats and haven't resigned, wherever they are."""
        for place in self.places:  # not a generator expression: this is called after every action
            if place.holder not in (NOBODY, holder) and not place.resigned:
                return True
        return False

    def persons_but(self, holder: int) -> list[int]:
        """The seats of other people who are still playing."""
        places = self.places
        return [seat for seat in self.other_persons(holder) if not places[seat].stand_in and not places[seat].resigned]

    def seat_for(self, holder: int, seat: int | None, eye: int | None = None) -> int:
        """Return which of the holder's seats a command means; Denied if it isn't theirs or isn't clear."""
        held = self.held_by(holder)
        if seat is None:
            seat = eye if eye in held else held[0] if len(held) == 1 else None
        if seat is None:
            if not held:
                raise Denied("forbidden", "You have no seat at this table.")
            raise Denied("forbidden", "You have several seats. Say which one.")
        if seat not in held:
            raise Denied("forbidden", f"Seat {seat} isn't yours.")
        return seat

    def open_seat(self, seat: int | None) -> int:
        """Return the seat asked for, or the first open one; Denied if it is taken."""
        if seat is None:
            seat = next((empty for empty, place in enumerate(self.places) if place.open), None)
            if seat is None:
                raise Denied("seat_taken", "All seats are taken.")
        if seat >= len(self.places):
            raise Denied("seat_taken", f"There is no seat {seat}.")
        if not self.places[seat].open:
            raise Denied("seat_taken", "That seat is taken.")
        return seat
