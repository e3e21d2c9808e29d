"""Tetrathedral explained while it is played: the goal, how far everyone is, why a move is good, and what things are."""

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.wording import counted, listed, spelled
from tetracade.engine.words import Note
from tetracade.games.tetrathedral.board import (
    FORMATIONS,
    LONGEST,
    NAMES,
    NUMBER_OF,
    ON_RING,
    RING,
    SEATS,
    SIDES,
    SPACES,
    WAY_OF,
    WAYS,
)
from tetracade.games.tetrathedral.marks import closing, dangers, pawns, rolls_said, rolls_to
from tetracade.games.tetrathedral.notation import BESIDE, SEAT_NAMES, owner_of
from tetracade.games.tetrathedral.rules import wins
from tetracade.games.tetrathedral.state import MOVING, OUT, ROLLING

FOUR = len(FORMATIONS[0])
INSIDE = FORMATIONS[0][0]
WAYS_FROM = [[way for way in WAYS if way.start == space] for space in range(len(SPACES))]


def goal(view: View) -> str:
    """What wins."""
    return "Bring four pawns together in one big triangle, clear of the pale rim."


def progress(view: View, seat: int) -> str:
    """The most pawns that stand in one formation, and those out of play."""
    said = f"{_together(view, seat)} of {FOUR} in place"
    out = view.side - view.in_play[seat]
    return f"{said}, {out} out" if out else said


def reasons(before: View, after: View, seat: int, action: int) -> tuple[str, ...]:
    """A win, a capture, a threat stopped or made, pawns that come together or in; else what a quiet move does."""
    start, end = divmod(action, len(SPACES))
    rival = SEAT_NAMES[1 - seat]
    if wins(before.as_state, seat, action):
        return ("closes four and wins",)
    found = []
    if after.in_play[1 - seat] < before.in_play[1 - seat]:
        left = f"only {counted(after.in_play[1 - seat], 'pawn')}" if after.in_play[1 - seat] else "no pawn"
        found.append(f"leaves {rival} {left} in play")
    now, then = {mark.place for mark in dangers(before)}, {mark.place for mark in dangers(after)}
    if now - then:
        found.append(f"keeps {rival} from closing four on {listed(sorted(now - then))}")
    found += _threat(before, after, seat)
    if _together(after, seat) > max(1, _together(before, seat)):
        found.append(f"brings {spelled(_together(after, seat))} pawns together")
    if start == OUT:
        found.append("brings a pawn back into play")
    elif ON_RING[start] and not ON_RING[end]:
        found.append("comes in from the rim, where no triangle counts")
    return tuple(found) or _quiet(before, after, seat, start, end)


def rules_met(before: View, after: View, seat: int, what: int) -> tuple[Note, ...]:
    """What the roll asks for; captures, re-entry, lines across corners, and triangles that fill up."""
    if seat == SPECTATOR:
        return _rolled(before, after, what)
    start, end = divmod(what, len(SPACES))
    here = NAMES[end]
    found = []
    if start == OUT:
        found.append(Note("Back in play", "A pawn re-enters on an empty space of the pale rim.", "TH8", here))
    elif not WAYS[WAY_OF[start, end]].strip:
        said = "Straight lines run along a strip of triangles, or right across a corner."
        found.append(Note("Across the corner", said, "TH5", here))
    if after.in_play[1 - seat] < before.in_play[1 - seat]:
        said = "A move that ends on a rival pawn captures it. Only an 8 brings it back."
        found.append(Note("Captured", said, "TH7", here))
    if _together(after, seat) == FOUR - 1 > _together(before, seat):
        said = f"{SEAT_NAMES[seat]} has three together. A fourth in the gap wins, if none is on the pale rim."
        found.append(Note("Three together", said, "TH9", here))
    return tuple(found)


def about(view: View, place: str) -> Note | None:
    """A space with who stands there, the die, the pawns out of play, or a side."""
    if place in NUMBER_OF:
        return _space(view, place)
    if place == "die":
        said = f"It shows {view.roll}. " if view.roll else ""
        return Note("The die", f"{said}1 to 7: exactly that far. 8: any distance, or bring a pawn back.", "TH4", place)
    if place == BESIDE:
        return Note("Out of play", "Captured pawns wait here until you roll an 8.", "TH8", place)
    if place == f"rival:{BESIDE}":
        return Note("Out of play", "Captured pawns wait here until their side rolls an 8.", "TH8", place)
    kind, _, name = place.partition(":")
    if kind == "seat" and name.isdigit() and int(name) < SEATS:
        return Note(SEAT_NAMES[int(name)], f"{progress(view, int(name))}.", "TH9", place)
    return None


def legend(view: View) -> tuple[Note, ...]:
    """The rim, the inside, the pawns of both sides, and the die."""
    empty = [space for space in RING if not owner_of(view, space)]
    found = [
        Note(
            "Pale rim", "Pawns re-enter here. A triangle that touches it doesn’t win.", "TH1", NAMES[(empty or RING)[0]]
        ),
        Note("Inside", "Four pawns on a space and its three neighbours win.", "TH9", NAMES[INSIDE]),
        Note("The die", "How far one pawn must go. An 8 is special.", "TH4", "die"),
    ]
    for seat in range(SEATS):
        if view.in_play[seat]:
            place = NAMES[view.pawns[seat, 0]]
            found.append(
                Note(f"{SEAT_NAMES[seat]}’s pawn", "Moves in a straight line, never through a pawn.", "TH4", place)
            )
    return tuple(found)


def _rolled(before: View, after: View, what: int) -> tuple[Note, ...]:
    if what >= SIDES:
        return (Note("Who begins", "Both roll; the higher roll moves first.", "TH3", "die"),)
    who, roll = before.turn, what + 1
    rolled = f"{SEAT_NAMES[who]} rolled {roll}"
    if after.phase != MOVING:
        return (Note("No way to go", f"{rolled}. No pawn can use it, so the roll is lost.", "TH4", "die"),)
    if roll < SIDES:
        said = f"{rolled}, so one pawn moves exactly {roll} in a straight line, and never through a pawn."
        return (Note("An exact count", said, "TH4", "die"),)
    if before.in_play[who] == before.side:
        said = f"{rolled}. With all pawns in play, one pawn may run as far as it likes."
        return (Note("An eight", said, "TH6", "die"),)
    or_move = " or to move one up to eight spaces" if before.in_play[who] else ""
    said = f"{rolled}, to bring a pawn back on the pale rim{or_move}."
    return (Note("An eight", said, "TH8", "die"),)


def _space(view: View, place: str) -> Note:
    space = NUMBER_OF[place]
    where = (
        "On the pale rim: pawns re-enter here, and no triangle on it wins."
        if ON_RING[space]
        else "Inside, where four together win."
    )
    owner = owner_of(view, space)
    title = f"{owner}’s pawn on {place}" if owner else f"Space {place}"
    threat = next((mark.cause for mark in dangers(view) if mark.place == place), "") if view.seat >= 0 else ""
    return Note(title, f"{threat} {where}" if threat else where, "TH1" if ON_RING[space] else "TH9", place)


def _together(view: View, seat: int) -> int:
    own = pawns(view, seat)
    return max(len(own.intersection(spaces)) for spaces in FORMATIONS)


def _threat(before: View, after: View, seat: int) -> list[str]:
    """Where the seat's next move could win that could not before, or with another roll."""
    was = {(place, roll) for place, rolls in closing(before, seat) for roll in rolls}
    now = {(place, roll) for place, rolls in closing(after, seat) for roll in rolls}
    if now <= was or after.phase != ROLLING:  # TH10: after the last roll there is no next move
        return []
    places, rolls = sorted({place for place, _ in now}), sorted({roll for _, roll in now})
    return [f"threatens to close four on {listed(places, 'or')} with {rolls_said(rolls)}"]


def _quiet(before: View, after: View, seat: int, start: int, end: int) -> tuple[str, ...]:
    """The best that can be said of a move that neither captures nor threatens: one thing, if any."""
    rival, rivals, own = SEAT_NAMES[1 - seat], pawns(after, 1 - seat), pawns(before, seat)
    if _nearby(end, before, seat, start) > _nearby(start, before, seat, start):
        return ("moves next to your other pawns",)
    was, now = _reached(before, 1 - seat, start), _reached(after, 1 - seat, end)
    if was and not now:
        return (f"gets out of {rival}’s reach",)
    if any(_stands_in(end, spaces, rivals, own) for spaces in FORMATIONS):
        return (f"stands in the way of {rival}’s pawns",)
    if _from_middle(end) < _from_middle(start):
        return ("goes towards the middle, where most lines meet",)
    if (kept := _together(after, seat)) > 1 and kept == _together(before, seat):
        return (f"keeps {spelled(kept)} of your pawns together",)
    occupied = rivals | pawns(after, seat)
    if prey := sorted(NAMES[space] for space in rivals if rolls_to(after, seat, end, space, occupied)):
        return (f"threatens to capture on {listed(prey, 'or')}",) if after.phase == ROLLING else ()
    if _ways_open(after, seat) > _ways_open(before, seat):
        return ("opens more ways for your pawns",)
    return () if now else (f"stays out of {rival}’s reach",)


def _reached(view: View, seat: int, space: int) -> set[int]:
    """The rolls with which a pawn of the seat could land on the space."""
    occupied = pawns(view, 0) | pawns(view, 1)
    return {roll for pawn in pawns(view, seat) for roll in rolls_to(view, seat, pawn, space, occupied)}


def _stands_in(space: int, formation: tuple[int, ...], rivals: set[int], own: set[int]) -> bool:
    """Whether the space is in a formation of which rivals hold two and which nobody else was in."""
    return space in formation and len(rivals.intersection(formation)) > 1 and not own.intersection(formation)


def _ways_open(view: View, seat: int) -> int:
    """How many moves the seat's pawns have with one roll or another."""
    own, occupied = pawns(view, seat), pawns(view, 0) | pawns(view, 1)
    most = LONGEST if view.in_play[seat] == view.side else SIDES  # TH6, TH8
    ways = (way for pawn in own for way in WAYS_FROM[pawn])
    return sum(
        way.length <= most
        and way.end not in own
        and (way.strip or not view.strips_only)
        and occupied.isdisjoint(way.between)
        for way in ways
    )


def _from_middle(space: int) -> int:
    """How far a space is from the middle of the board."""
    return sum(abs(2 * coordinate - 1) for coordinate in SPACES[space][:3])


def _nearby(space: int, view: View, seat: int, moved: int) -> int:
    """The most other pawns of the seat that stand in one formation with this space."""
    others = pawns(view, seat) - {moved}
    return max((len(others.intersection(spaces)) for spaces in FORMATIONS if space in spaces), default=0)
