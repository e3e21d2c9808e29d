"""Tetrathedral explained while it is played: the goal, how far everyone is, why a move is good, and what things are."""

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.wording import listed, spelled
from tetracade.engine.words import Note
from tetracade.games.tetrathedral.board import (
    FORMATIONS,
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
from tetracade.games.tetrathedral.marks import dangers
from tetracade.games.tetrathedral.notation import BESIDE, SEAT_NAMES, owner_of
from tetracade.games.tetrathedral.rules import wins
from tetracade.games.tetrathedral.state import OUT

FOUR = len(FORMATIONS[0])
INSIDE = FORMATIONS[0][0]


def goal(view: View) -> str:
    """What wins."""
    return "Bring four pawns together in one big triangle, clear of the pale rim."


def progress(view: View, seat: int) -> str:
    """The most pawns that stand in one formation, and those out of play."""
    said = f"{_together(view, seat)} of {FOUR} in place"
    out = view.side - view.in_play[seat]
    return f"{said}, {out} out" if out else said


def reasons(before: View, after: View, seat: int, action: int) -> tuple[str, ...]:
    """A win, a capture, a threat that is stopped, pawns that come together, a pawn that comes in."""
    start, end = divmod(action, len(SPACES))
    rival = SEAT_NAMES[1 - seat]
    if wins(before.as_state, seat, action):
        return ("closes four and wins",)
    found = []
    if after.in_play[1 - seat] < before.in_play[1 - seat]:
        found.append(f"leaves {rival} a pawn short")
    now, then = {mark.place for mark in dangers(before)}, {mark.place for mark in dangers(after)}
    if now - then:
        found.append(f"keeps {rival} from closing four on {listed(sorted(now - then))}")
    if _together(after, seat) > _together(before, seat):
        found.append(f"brings {spelled(_together(after, seat))} pawns together")
    if start == OUT:
        found.append("brings a pawn back into play")
    elif ON_RING[start] and not ON_RING[end]:
        found.append("comes in from the rim, where no triangle counts")
    if not found and _nearby(end, before, seat, start) > _nearby(start, before, seat, start):
        found.append("moves next to your other pawns")
    if not found and start != OUT and _from_middle(end) < _from_middle(start):
        found.append("goes towards the middle, where most lines meet")
    if not found and (kept := _together(after, seat)) > 1 and kept == _together(before, seat):
        found.append(f"keeps {spelled(kept)} of your pawns together")
    return tuple(found)


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
                Note(f"{SEAT_NAMES[seat]} pawn", "Moves in a straight line, never through a pawn.", "TH4", place)
            )
    return tuple(found)


def _rolled(before: View, after: View, what: int) -> tuple[Note, ...]:
    if what >= SIDES:
        return (Note("Who begins", "Both roll; the higher roll moves first.", "TH3", "die"),)
    who, roll = before.turn, what + 1
    if after.forfeited[who] == roll and after.turn != who:
        return (Note("No way to go", "No pawn can use this roll, so it is lost.", "TH4", "die"),)
    if roll < SIDES:
        said = f"One pawn moves exactly {roll} in a straight line, and never through another pawn."
        return (Note("An exact count", said, "TH4", "die"),)
    if before.in_play[who] == before.side:
        return (Note("An eight", "With all pawns in play, one pawn moves as far as you like.", "TH6", "die"),)
    return (Note("An eight", "Bring a pawn back on the pale rim, or move one up to eight spaces.", "TH8", "die"),)


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
    pawns = {view.pawns[seat, pawn] for pawn in range(view.in_play[seat])}
    return max(len(pawns.intersection(spaces)) for spaces in FORMATIONS)


def _from_middle(space: int) -> int:
    """How far a space is from the middle of the board."""
    return sum(abs(2 * coordinate - 1) for coordinate in SPACES[space][:3])


def _nearby(space: int, view: View, seat: int, moved: int) -> int:
    """The most other pawns of the seat that stand in one formation with this space."""
    others = {view.pawns[seat, pawn] for pawn in range(view.in_play[seat])} - {moved}
    return max((len(others.intersection(spaces)) for spaces in FORMATIONS if space in spaces), default=0)
