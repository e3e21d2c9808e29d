"""What a soak's samples say: whether anything keeps growing, drifts or stops; and a chart of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from statistics import median
from typing import Any

Json = dict[str, Any]
Points = Sequence[tuple[float, float]]
"""Seconds and a value."""

WARM_SECONDS = 600.0
"""The beginning, in which memory is filled: tables leave it two minutes after their people, and live for some."""
PAUSE = 0.1
"""The longest that the loop may not look up, in seconds, whether it ran or stood still."""
HOURLY = 0.02
"""How much memory may grow in an hour, as a share."""
BUSY = 0.1
"""Where the machine keeps the loop waiting for more than this share of the time, waits say nothing about the server."""


@dataclass
class Soaked:
    """What a soak has measured."""

    seconds: float
    samples: list[Json] = field(default_factory=list)
    """Each with ``at`` (seconds since the beginning), ``p99`` and ``sizes`` as the operator's address gives them."""
    pauses: list[Json] = field(default_factory=list)
    """Each with ``at``, ``took``, ``machine`` and ``ran`` (see ``pulse``), and who waited ``during`` it."""
    faults: list[str] = field(default_factory=list)
    causes: list[Json] = field(default_factory=list)
    """The pauses that the server itself has logged, the machine's among them, and what it was at."""

    def points(self, *path: str) -> list[tuple[float, float]]:
        """One value of all samples after the beginning; 0 where a sample does not have it."""
        found = []
        for sample in self.samples:
            value: Any = sample
            for part in path:
                value = value.get(part, 0) if isinstance(value, dict) else 0
            if sample["at"] >= WARM_SECONDS and not math.isnan(value):
                found.append((sample["at"], float(value)))
        return found


def slope(points: Points) -> float:
    """How much the value rises a second, by least squares; 0 for fewer than two points."""
    if len(points) < 2:
        return 0.0
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def keeps_growing(points: Points, least: float, share: float) -> bool:
    """Whether the values rise all the time, by more than ``least`` and this share of them.

    All the time: each quarter is above the one before, on average. What fills up and stays, or goes up and down, does
    not count.
    """
    if len(points) < 8:
        return False
    quarter = len(points) // 4
    means = [sum(y for _, y in points[quarter * n : quarter * (n + 1)]) / quarter for n in range(4)]
    rise = slope(points) * (points[-1][0] - points[0][0])
    return rise > max(least, share * means[0]) and all(low < high for low, high in pairwise(means))


def drifts(points: Points, least: float) -> bool:
    """Whether the last third is clearly higher than the first, in the middle: by half, and by at least so much."""
    third = len(points) // 3
    if third < 3:
        return False
    first, last = (median(y for _, y in part) for part in (points[:third], points[-third:]))
    return last > 1.5 * first + least


def memory_growth(soaked: Soaked) -> float:
    """The share by which memory grows in an hour, after the beginning."""
    points = soaked.points("sizes", "memory")
    return slope(points) * 3600 / points[0][1] if len(points) >= 8 else 0.0


def judged(soaked: Soaked) -> list[str]:
    """Everything that is wrong, a sentence each; none if the soak was passed."""
    wrong = list(soaked.faults)
    for pause in soaked.pauses:
        own = pause["took"] - pause["machine"]
        if own > PAUSE:
            ran = f"{pause['ran'] * 1000:.0f} ms of them running, while these waited: {', '.join(pause['during'])}"
            wrong.append(f"the loop stood still for {own * 1000:.0f} ms after {pause['at']:.0f} s, {ran}")
    if memory_growth(soaked) > HOURLY:
        wrong.append(f"memory grows by {memory_growth(soaked):.1%} an hour")
    for kind in ("objects", "collections"):
        names = {name for sample in soaked.samples for name in sample["sizes"][kind]}
        for name in sorted(names):
            points = soaked.points("sizes", kind, name)
            if keeps_growing(points, 50, 0.2):
                wrong.append(f"{name} keeps growing: from {points[0][1]:.0f} to {points[-1][1]:.0f}")
    for name in ("tasks", "threads", "files"):
        if keeps_growing(soaked.points("sizes", name), 20, 0.2):
            wrong.append(f"the number of {name} keeps growing")
    busy = {at for at, share in soaked.points("kept waiting") if share > BUSY}
    if drifts([point for point in soaked.points("p99") if point[0] not in busy], 0.010):
        wrong.append("p99 drifts: the last third is slower than the first")
    if drifts(soaked.points("cpu per action"), 0.0):
        wrong.append("an action costs more and more processor time")
    return wrong


def chart(soaked: Soaked) -> str:
    """Memory, p99, and how busy other work kept the machine, over time, as SVG."""
    memory = [(s["at"] / 60, s["sizes"]["memory"] / 2**20) for s in soaked.samples]
    waits = [(s["at"] / 60, s["p99"] * 1000) for s in soaked.samples if not math.isnan(s["p99"])]
    kept = [(s["at"] / 60, s["kept waiting"] * 100) for s in soaked.samples]
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 620" font-family="sans-serif" font-size="12">',
        '<rect width="720" height="620" fill="#fff"/>',
        *_panel(memory, 20, "memory after a full collection, MB", "#1d5fa8"),
        *_panel(waits, 220, "answer to an action, p99 of each sample, ms", "#b3541e"),
        *_panel(kept, 420, "time in the queue for a processor, beside other work, % of the time", "#666"),
        '<text x="375" y="612" text-anchor="middle">minutes</text></svg>',
    ]
    return "\n".join(parts) + "\n"


def _panel(points: Points, top: int, title: str, colour: str) -> list[str]:
    left, width, height = 60, 640, 150
    if not points:
        return []
    end = max(x for x, _ in points) or 1.0
    most = max(y for _, y in points) * 1.1 or 1.0
    path = " ".join(f"{left + x / end * width:.1f},{top + 20 + height - y / most * height:.1f}" for x, y in points)
    lines = [f'<text x="{left}" y="{top + 12}">{escape(title)}</text>']
    for share in (0.0, 0.5, 1.0):
        y = top + 20 + height * (1 - share)
        lines.append(f'<path d="M{left} {y}h{width}" stroke="#ccc"/>')
        lines.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{most * share:,.0f}</text>')
        lines.append(f'<text x="{left + width * share}" y="{top + 34 + height}" fill="#666">{end * share:.0f}</text>')
    return [*lines, f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>']
