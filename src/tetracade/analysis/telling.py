"""An analysis in words for people: whole sentences, second person where nobody is named."""

from collections.abc import Sequence

from tetracade.analysis.results import Analysis, Decision, Luck, SeatSum
from tetracade.bots.levels import LEVELS
from tetracade.engine.wording import listed

NOTHING = 1e-9
MOMENTS = 3
"""How many decisions and strokes of luck are told."""
TOLD = 0.005
"""Strokes of luck and errors below this share of a win aren't worth telling."""

PARTS = (
    ("start", "Place at the table"),
    ("dealt", "Dealt luck"),
    ("own", "Own play"),
    ("partner", "Partner's play"),
    ("others", "The others' play"),
    ("untold", "What nobody told you"),
)
"""The parts of a sum and what people call them."""
LEFT_OUT = ("partner", "others", "untold")
"""Parts that there are only with teams, other players or secrets: elsewhere they aren't shown."""

LUCKS = (
    (1.5, "very lucky", "very unlucky"),
    (0.75, "lucky", "unlucky"),
    (0.25, "a little lucky", "a little unlucky"),
)
"""From how many standard deviations of dealt luck on which words are used: about 13, 32 and 35 of 100 games."""
AVERAGE = "average luck"
LEAST_LUCK = 0.02
"""Less than this share of a win is no luck worth a word, however little of it is usual."""


def parts_of(analysis: Analysis) -> list[tuple[str, str]]:
    """The parts that there are in this game."""
    return [
        (part, text)
        for part, text in PARTS
        if part not in LEFT_OUT or any(abs(getattr(each.shares, part)) > NOTHING for each in analysis.sums)
    ]


def percent(share: float) -> str:
    """A share of a win for people, between 0 % and 100 %."""
    return f"{round(100 * min(1.0, max(0.0, share)))} %"


def change(share: float) -> str:
    """A gain or a loss in percentage points, with its sign."""
    said = f"{100 * share:+.1f}".replace("-", "−")
    return "0.0" if said[1:] == "0.0" else said


def luck_words(dealt: float, usual: float) -> str:
    """How lucky a seat was, where dealt luck has this standard deviation."""
    for least, good, bad in LUCKS:
        if abs(dealt) >= max(least * usual, LEAST_LUCK):
            return good if dealt > 0 else bad
    return AVERAGE


def had_luck(each: SeatSum, was: str) -> str:
    """The same as what a sentence goes on with; ``was`` is the verb's form."""
    return f"had {AVERAGE}" if each.luck == AVERAGE else f"{was} {each.luck}"


def costliest(analysis: Analysis, seat: int | None = None) -> list[Decision]:
    """The decisions that gave most away, the worst first; of one seat or of all."""
    found = [each for each in analysis.decisions if each.error >= TOLD and seat in (None, each.seat)]
    return sorted(found, key=lambda each: (-each.error, each.entry))[:MOMENTS]


def luckiest(analysis: Analysis, seat: int) -> list[Luck]:
    """The seat's luckiest moments, the best first."""
    found = [each for each in analysis.luck if each.gains[seat] >= TOLD]
    return sorted(found, key=lambda each: (-each.gains[seat], each.first))[:MOMENTS]


def unluckiest(analysis: Analysis, seat: int) -> list[Luck]:
    """The seat's unluckiest moments, the worst first."""
    found = [each for each in analysis.luck if each.gains[seat] <= -TOLD]
    return sorted(found, key=lambda each: (each.gains[seat], each.first))[:MOMENTS]


def luck_text(luck: Luck) -> str:
    """What the outcome was; a run of outcomes has no words of its own."""
    return luck.text or ("the deal" if luck.first == 0 else f"{luck.last - luck.first + 1} cards or rolls in a row")


def result_words(result: float) -> str:
    """How the game ended for a seat, to follow its name."""
    if result == 1.0:
        return "won"
    return "lost" if result == 0.0 else f"shared the win ({percent(result)})"


def seat_words(name: str, each: SeatSum, alone: bool) -> str:
    """One seat's story: result, luck, play."""
    return told_about(name, "was", f"With average luck, {name} would have won", each, alone)


def words_to_you(each: SeatSum, alone: bool) -> str:
    """The same said to the one who sat there."""
    return told_about("You", "were", "With average luck you would have won", each, alone)


def told_about(who: str, was: str, would: str, each: SeatSum, alone: bool) -> str:
    """The story with its subject, the verb that goes with that, and how it would have won."""
    if alone:
        said = [f"{who} reached {percent(each.result)} of the best result and {had_luck(each, was)}."]
        said.append(f"With average luck it would have been {percent(each.average_luck)}.")
    else:
        said = [f"{who} {result_words(each.result)} and {had_luck(each, was)}."]
        said.append(f"{would} {percent(each.average_luck)}.")
    if each.decisions:
        said.append(f"{who} had {mattered(each)} and gave away {given_away(each)} in each on average.")
    return " ".join(said + level_words(each))


def mattered(each: SeatSum) -> str:
    """How many decisions there were that mattered."""
    return "1 decision that mattered" if each.decisions == 1 else f"{each.decisions} decisions that mattered"


def given_away(each: SeatSum) -> str:
    """What a decision gave away, on average."""
    return f"{100 * each.error_rate:.1f} percentage points"


def level_words(each: SeatSum) -> list[str]:
    """Which bots play like that; nothing where no level was measured."""
    return [f"{LEVELS[each.level - 1].name} bots give away about as much."] if each.level else []


def told_to_people(analysis: Analysis) -> list[str]:
    """The analysis as sentences, the most important first."""
    said = story(analysis)
    said += [error_words(analysis.names, decision) for decision in costliest(analysis)]
    for seats in sharing_luck(analysis):
        names = listed([analysis.names[seat] for seat in seats])
        said += moments_words(f"Lucky for {names}", luckiest(analysis, seats[0]), seats[0])
        said += moments_words(f"Unlucky for {names}", unluckiest(analysis, seats[0]), seats[0])
    return said


def sharing_luck(analysis: Analysis) -> list[list[int]]:
    """The seats, those together that all luck hit alike: partners win together."""
    together: dict[tuple[float, ...], list[int]] = {}
    for seat in range(analysis.seats):
        together.setdefault(tuple(each.gains[seat] for each in analysis.luck), []).append(seat)
    return list(together.values()) if analysis.luck else []


def moments_words(head: str, moments: Sequence[Luck], seat: int) -> list[str]:
    """Strokes of luck in a sentence; none where there were none."""
    told = "; ".join(f"step {each.last + 1}, {luck_text(each)} ({change(each.gains[seat])})" for each in moments)
    return [f"{head}: {told}."] if told else []


def story(analysis: Analysis) -> list[str]:
    """The same without single decisions: every seat's luck and play, and when the game was settled."""
    said = [each.told for each in analysis.sums]
    if analysis.settled >= 0 and analysis.seats > 1:
        said.append(settled_words(analysis))
    return said


def settled_words(analysis: Analysis) -> str:
    """When the game was decided."""
    last = len(analysis.chances) - 1
    if analysis.settled >= last:
        return "It was open to the very end."
    return f"It was settled after {analysis.settled} of {last} steps: from there on the winner had 90 % or more."


def error_words(names: Sequence[str], decision: Decision) -> str:
    """What a decision gave away, and what would have been better."""
    cost = f"{100 * decision.error:.1f} percentage points"
    if decision.better is None:
        return f"Step {decision.entry + 1}: {names[decision.seat]} {decision.text}. That gave away {cost}."
    return (
        f"Step {decision.entry + 1}: {names[decision.seat]} {decision.text}. That gave away {cost}. "
        f"Better: {decision.better.text}."
    )
