"""Dealing that anyone can check: an unguessable seed whose hash is shown before the game, and the seed after it.

The key is HMAC-SHA-256(seed, the seats' words joined by line feeds). Outcome ``n`` is drawn from HMAC-SHA-256(key,
``n`` in 8 bytes followed by the number of the attempt in 4). Its first 8 bytes are read as a number, with another
attempt unless that is below the largest multiple of the sum of weights; so every outcome has exactly its weight.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tetracade.engine.chance import Dealer
from tetracade.engine.game import Game
from tetracade.table.record import BadRecord, OtherRules, lines_of, replayed
from tetracade.table.table import Table

SEED_BYTES = 32
NO_PROOF = "the game began from a position, so nothing proves how it was dealt"
_RANGE = 1 << 64


def commitment_of(seed: bytes) -> str:
    """Return the hash that is shown before the first outcome."""
    return hashlib.sha256(seed).hexdigest()


class FairDealer:
    """Deals from a seed and the seats' words; ``dealt`` counts the outcomes so far."""

    def __init__(self, seed: bytes, words: Iterable[str], dealt: int = 0) -> None:
        self._key = hmac.digest(seed, "\n".join(words).encode(), "sha256")
        self.dealt = dealt

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        left = self._below(sum(weights))
        self.dealt += 1
        for outcome, weight in zip(ids, weights, strict=True):
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("unreachable: the number drawn is below the sum of weights")

    def _below(self, bound: int) -> int:
        limit = _RANGE - _RANGE % bound
        attempt = 0
        while True:
            message = self.dealt.to_bytes(8) + attempt.to_bytes(4)
            number = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8])
            if number < limit:
                return number % bound
            attempt += 1


@dataclass(frozen=True)
class Verdict:
    """The verdict on a record: whether it replays, and whether its outcomes follow from its seed (None without one)."""

    replays: bool
    fair: bool | None
    outcomes: int
    reason: str = ""
    needs: bool = False
    """Whether another version of its game, or another box, is needed to tell."""

    @property
    def ok(self) -> bool:
        """Whether the record has passed every check."""
        return self.replays and self.fair is not False


def proof_lines(commitment: str, words: Sequence[str], seed: str) -> str:
    """Return the lines of a record that let you check its dealing; without a commitment, one that says why not."""
    if not commitment:
        return f"# began from a position or a record; {NO_PROOF}\n"
    lines = [f"# commitment {commitment}"]
    lines += [f"# word {seat} {word}" for seat, word in enumerate(words) if word]
    if seed:
        lines.append(f"# seed {seed}")
    return "\n".join(lines) + "\n"


def split(text: str) -> tuple[str, dict[str, str]]:
    """Split off a record's lines of proof, and return both; words are taken exactly as written."""
    kept, said = [], {}
    for line in lines_of(text):
        if not line.startswith("#"):
            kept.append(line)
            continue
        head, _, rest = line[1:].lstrip().partition(" ")
        if head == "word":
            seat, _, word = rest.partition(" ")
            said[f"word {seat}"] = word
        else:
            said[head] = rest.strip()
    return "\n".join(kept) + "\n", said


class _Checking:
    """Compares each outcome with the one that the seed gives."""

    def __init__(self, fair: FairDealer, recorded: Sequence[int]) -> None:
        self._fair = fair
        self._recorded = recorded
        self.wrong = -1

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        at = self._fair.dealt
        if self._fair(ids, weights) != self._recorded[at] and self.wrong < 0:
            self.wrong = at
        return self._recorded[at]


def replay_of(text: str, find: Callable[[str], Game]) -> Table:
    """Return a record's table, whether or not it has lines of proof."""
    return replayed(split(text)[0], find)


def verified(text: str, find: Callable[[str], Game]) -> Verdict:
    """Check whether the record replays, and whether its outcomes follow from the seed in it."""
    plain, said = split(text)
    try:
        table = replayed(plain, find)
    except BadRecord as error:
        return Verdict(False, None, 0, str(error), isinstance(error, OtherRules))
    outcomes = [entry.id for entry in table.entries if entry.seat < 0]
    if table.began or "began" in said:
        return Verdict(True, None, len(outcomes), NO_PROOF)
    if "seed" not in said:
        return Verdict(True, None, len(outcomes), "the record contains no seed, so the dealing can't be checked")
    try:
        seed = bytes.fromhex(said["seed"])
    except ValueError:
        return Verdict(True, False, len(outcomes), "the seed isn't written in hexadecimal")
    if commitment_of(seed) != said.get("commitment", "").lower():
        return Verdict(True, False, len(outcomes), "the seed doesn't match the hash shown before the game")
    words = [said.get(f"word {seat}", "") for seat in range(table.seats)]
    checking = _Checking(FairDealer(seed, words), outcomes)
    replay_with(table, checking)
    if checking.wrong >= 0:
        return Verdict(True, False, len(outcomes), f"outcome {checking.wrong + 1} isn't the one the seed gives")
    return Verdict(True, True, len(outcomes))


def replay_with(table: Table, dealer: Dealer) -> Table:
    """Return the same game dealt by this dealer, which must give the same outcomes."""
    again = Table(table.game, table.seats, table.options, dealer=dealer)
    for seat, action in table.entries:
        if seat >= 0:
            again.play(action, seat)
    return again
