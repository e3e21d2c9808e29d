"""What an analysis finds, as plain typed data that can be written as JSON."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Parts:
    """One seat's sum: six parts that add up to its result."""

    start: float
    """What its place at the table was worth before anything happened."""
    dealt: float
    """Dealt luck: what cards and dice brought, its own and everybody's."""
    own: float
    """Its own play, judged by what it knew."""
    partner: float
    """A teammate's play, judged by what the teammate knew."""
    others: float
    """The others' play, judged by what they knew."""
    untold: float
    """What nobody told: guesses that came off or didn't, and reading the others."""

    @property
    def total(self) -> float:
        """All six together: the result."""
        return self.start + self.dealt + self.own + self.partner + self.others + self.untold


@dataclass(frozen=True)
class SeatSum:
    """How one seat came to its result."""

    seat: int
    result: float
    """Its share of the win."""
    shares: Parts
    """The result's parts, in shares of a win."""
    margins: Parts
    """Half the 95 % interval of each part: what other deals and samples would change."""
    points: Parts | None
    """The parts of its points, where a game is about points."""
    average_luck: float
    """Its result less dealt luck; below 0 or above 1 after extreme luck."""
    decisions: int
    """Decisions that mattered: neither forced nor indifferent."""
    errors: int
    given_away: float
    """What its errors cost in all, in shares of a win."""
    error_rate: float
    """The same a decision that mattered."""
    error_margin: float
    luck: str
    """How lucky it was for this game: "lucky", "a little unlucky", "average luck"."""
    level: int
    """The level of bots with about this error rate; 0 if that isn't known."""
    told: str
    """All this in words."""
    told_you: str
    """The same said to the one who sat there."""


@dataclass(frozen=True)
class Better:
    """An action that would have been better, and how play might have gone on."""

    action: int
    notation: str
    text: str
    touches: tuple[str, ...]
    line: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """One decision and what it was worth, by what its seat knew."""

    entry: int
    seat: int
    action: int
    notation: str
    text: str
    choices: int
    gains: tuple[float, ...]
    """What it brought every seat, over deals of what its seat could not know."""
    margin: float
    untold: tuple[float, ...]
    """What it brought beyond that, as the cards really lay."""
    matters: bool
    """Whether it was neither forced nor indifferent."""
    error: float
    """What the best action would have brought more; 0 where that is within its interval."""
    error_margin: float
    better: Better | None


@dataclass(frozen=True)
class Luck:
    """One outcome, or a run of them such as a deal, and what it brought every seat."""

    first: int
    last: int
    text: str
    gains: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Chance:
    """What every seat could expect before an entry (after the last, at the end)."""

    entry: int
    open: tuple[float, ...]
    """With all cards on the table."""
    known: tuple[float, ...]
    """By what each seat knew itself; empty where that was not asked."""


@dataclass(frozen=True)
class Analysis:
    """A finished game, taken apart."""

    game: str
    version: int
    seats: int
    names: tuple[str, ...]
    """What the game calls its seats."""
    setting: str
    seed: int
    digest: str
    """Of the record, the setting and the seed."""
    sums: tuple[SeatSum, ...]
    decisions: tuple[Decision, ...]
    luck: tuple[Luck, ...]
    chances: tuple[Chance, ...]
    settled: int
    """The entry from which on the winner's chances stayed above 90 %; -1 if nobody won."""
    words: tuple[str, ...] = ()
    """The same told to people."""


@dataclass(frozen=True)
class OwnDecision:
    """A decision of one's own in a game that still goes on."""

    number: int
    """Counted from 1 among one's own."""
    action: int
    notation: str
    text: str
    chance: float
    """The seat's mean chances before it, by what it knew."""
    gain: float
    margin: float
    matters: bool
    error: float
    error_margin: float
    better: Better | None


@dataclass(frozen=True)
class OwnPlay:
    """What a seat may be told while the game goes on: its mean chances and its own play."""

    game: str
    seat: int
    setting: str
    seed: int
    chance: float
    """Its mean chances now, by what it knows."""
    own: float
    margin: float
    decisions: tuple[OwnDecision, ...]
