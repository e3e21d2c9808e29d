"""What a drawing of Foursome needs to know: the board, the cards and the chips."""

from typing import Any

from tetracade.games.foursome import rules
from tetracade.games.foursome.board import (
    CHARACTER_KINDS,
    CHIP_COLOURS,
    CHIPS_A_COLOUR,
    COLUMN_NAMES,
    COPIES,
    KIND_AT,
    KIND_NAMES,
    LINE_SPACES,
    NAME_SETS,
    NAMES,
    ROWS,
    SPACE_NAMES,
    SPECIAL_NAMES,
    SPECIALS,
)

PHASES = ("ended", "by_lot", "deal", "pick", "owed", "replaced", "got_it", "asked", "play", "take")


def facts() -> dict[str, Any]:
    """The facts by name.

    - ``phases``: the numbers of the field ``phase``, by name; those from ``got_it`` on wait for a seat.
    - ``columns``, ``rows``: the letters of the columns, how many rows.
    - ``spaces``: the code of the card that fits each space, along the rows from A1 (FS1). ``space_names``: their names.
    - ``kinds``: the codes of the cards in the order of their numbers, as many ``characters`` first; ``copies`` (FS2).
    - ``name_sets``: the sets of names; ``names``: by set, the names of the characters A to T (FS3). ``special``: by
      set, what a special card is called; ``specials``: the codes of those cards.
    - ``chips``: the chips' colours; ``chips_a_colour``: how many of each.
    - ``lines``: the spaces of every four in a row (FS13).
    """
    return {
        "phases": {name: getattr(rules, name.upper()) for name in PHASES},
        "columns": COLUMN_NAMES,
        "rows": ROWS,
        "spaces": [KIND_NAMES[kind] for kind in KIND_AT.tolist()],
        "space_names": list(SPACE_NAMES),
        "kinds": list(KIND_NAMES),
        "characters": CHARACTER_KINDS,
        "copies": COPIES.tolist(),
        "name_sets": list(NAME_SETS),
        "names": [list(names) for names in NAMES],
        "special": list(SPECIAL_NAMES),
        "specials": list(SPECIALS),
        "chips": list(CHIP_COLOURS),
        "chips_a_colour": CHIPS_A_COLOUR,
        "lines": LINE_SPACES.tolist(),
    }
