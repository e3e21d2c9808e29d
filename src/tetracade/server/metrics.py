"""Counts for Prometheus, in its text format."""

from collections import defaultdict
from collections.abc import Callable

HELP = {
    "actions": "Actions stored.",
    "lines": "Log lines stored.",
    "commands": "Commands received.",
    "refused": "Commands refused.",
    "malformed": "Messages that couldn't be read.",
    "too_many": "Commands over the rate limit.",
    "slow_readers": "Connections closed because their reader was slow.",
    "bytes_sent": "Bytes sent to viewers over WebSocket.",
    "frames_sent": "Frames sent to viewers over WebSocket.",
    "bot_replaced": "Bot processes replaced.",
    "bot_fallbacks": "Bot actions chosen at a glance instead.",
    "bot_hurried": "Bot actions that were the best found when time ran out.",
    "damaged": "Tables set aside.",
    "errors": "Failures inside the server.",
}


class Metrics:
    """Counters, and gauges whose values are computed when read."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = defaultdict(int)
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self.longest_pause: Callable[[], tuple[float, str]] = lambda: (0.0, "")
        """The loop's longest pause in the last hour, in seconds, and its cause."""

    def count(self, name: str, by: int = 1) -> None:
        """Add to a counter."""
        self.counts[name] += by

    def text(self) -> str:
        """Everything in Prometheus's text format."""
        lines = []
        for name, said in HELP.items():
            full = f"tetracade_{name}_total"
            lines += [f"# HELP {full} {said}", f"# TYPE {full} counter", f"{full} {self.counts[name]}"]
        for name, (said, ask) in self.gauges.items():
            full = f"tetracade_{name}"
            lines += [f"# HELP {full} {said}", f"# TYPE {full} gauge", f"{full} {ask():g}"]
        seconds, cause = self.longest_pause()
        full, said = "tetracade_loop_longest_pause_seconds", "The event loop's longest pause in the last hour."
        told = cause.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
        lines += [f"# HELP {full} {said}", f"# TYPE {full} gauge", f'{full}{{cause="{told}"}} {seconds:g}']
        return "\n".join(lines) + "\n"
