"""Sets of small numbers as bits of an integer."""

from tetracade.engine.compile import inlined


@inlined
def count_bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
