"""Tetrathedral on the board: the roll, the way a pawn walks, captures and formations, and what the rival threatens."""

from collections.abc import Sequence

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.wording import listed
from tetracade.engine.words import Mark
from tetracade.games.tetrathedral.board import FORMATIONS, NAMES, ROLL_OFFS, SIDES, SPACES, WAY_OF, WAYS
from tetracade.games.tetrathedral.notation import BESIDE, SEAT_NAMES
from tetracade.games.tetrathedral.state import OUT, WON


def marks(before: View, after: View, seat: int, what: int) -> tuple[Mark, ...]:
    """The roll; or the pawn's walk, the pawn it captures, and the formation it completes."""
    if seat == SPECTATOR:
        if what >= SIDES:
            rolls = ROLL_OFFS[what - SIDES].tolist()
            return tuple(Mark("roll", f"seat:{side}", roll, "roll-off") for side, roll in enumerate(rolls))
        lost = after.forfeited[before.turn] == what + 1 and after.turn != before.turn
        return (Mark("roll", "die", what + 1, "forfeit" if lost else "roll", f"seat:{before.turn}"),)
    start, end = divmod(what, len(SPACES))
    here = BESIDE if start == OUT else NAMES[start]
    between = () if start == OUT else WAYS[WAY_OF[start, end]].between
    found = [
        Mark("move", NAMES[end], thing=f"pawn:{seat}", path=(here, *(NAMES[space] for space in between), NAMES[end]))
    ]
    if end in pawns(before, 1 - seat):  # TH7
        gone = Mark("leave", NAMES[end], 0, "capture", f"pawn:{1 - seat}", (NAMES[end], BESIDE), 1 - seat)
        found.append(gone)
    if after.phase == WON:
        made = next(spaces for spaces in FORMATIONS if end in spaces and set(spaces) <= pawns(after, seat))
        found += [Mark("line", NAMES[space], 0, "formation") for space in sorted(made)]
    return tuple(found)


def dangers(view: View) -> tuple[Mark, ...]:
    """The spaces where one more of the rival's pawns would complete a formation, with the rolls that bring it there."""
    rival = 1 - view.seat
    completes = f"{SEAT_NAMES[rival]} completes a formation on"
    return tuple(
        Mark("danger", place, len(rolls), f"{completes} {place} with {rolls_said(rolls)}.")
        for place, rolls in closing(view, rival)
    )


def closing(view: View, seat: int) -> list[tuple[str, list[int]]]:
    """Where one move of the seat would complete a formation, with the rolls that make it, formation by formation."""
    own, others = pawns(view, seat), pawns(view, 1 - seat)
    found = []
    for spaces in FORMATIONS:
        missing = [space for space in spaces if space not in own]
        if len(missing) != 1:
            continue
        ways = (rolls_to(view, seat, pawn, missing[0], own | others) for pawn in own - set(spaces))
        if rolls := sorted(set().union(*ways)):
            found.append((NAMES[missing[0]], rolls))
    return found


def rolls_said(rolls: Sequence[int]) -> str:
    """The rolls in a sentence: "a 3 or 5", "an 8"."""
    return f"{'an' if rolls[0] == SIDES else 'a'} {listed([*map(str, rolls)], 'or')}"


def rolls_to(view: View, seat: int, start: int, end: int, occupied: set[int]) -> list[int]:
    """The rolls that let the pawn go there: its distance, and an 8 for shorter ways or any (TH4, TH6, TH8)."""
    number = int(WAY_OF[start, end])
    if number < 0:
        return []
    way = WAYS[number]
    if occupied.intersection(way.between) or (view.strips_only and not way.strip):
        return []
    exact = [way.length] if way.length < SIDES else []
    return [*exact, SIDES] if way.length <= SIDES or view.in_play[seat] == view.side else exact


def pawns(view: View, seat: int) -> set[int]:
    """The spaces where the seat's pawns stand."""
    return {view.pawns[seat, pawn] for pawn in range(view.in_play[seat])}
