"""A server that is used for a long time, as people use it: ``python -m tests.server.soak --minutes 60``.

A real server process with its usual settings and bots; people at tables of all five games, who play, chat, ask for
hints, take back, play matches and again, lose their connections and come back; spectators; bot processes that are
killed and stopped. The load stays the same all the time. It ends with exit code 1, and a line for each reason, where

- the server closed a connection, or did not answer, or answered as a careful client never deserves;
- memory, any kind of object or any collection of the process keeps growing (``/sizes`` of the operator's address);
- the loop ran or stood still for more than 100 ms without looking up (``pulse`` says how the machine's own pauses are
  told apart);
- the 99th percentile of waits drifts, or what an action costs the loop in processor time.

The last two are judged after the first ten minutes: by then tables leave the memory as fast as new ones come.

What was measured goes to ``--series`` as JSON lines, one a sample, and ``--chart`` draws it.
"""

import argparse
import asyncio
import json
import math
import random
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

import httpx

from tests.server.crowd import USUAL, Crowd, ask_over_http, disturb_bots, keep_meeting
from tests.server.pulse import on_processor, queued
from tests.server.running import free_port
from tests.server.soak_verdict import Json, Soaked, chart, judged, memory_growth

HERE: Json = {"kind": "here", "name": "Ada"}
OPEN: Json = {"kind": "open"}
BOT: Json = {"kind": "bot", "level": 2}
GAMES = ("foursome", "retro_tetro", "tetrad", "tetrathedral", "tetratrax")
SETUPS: list[Json] = [
    *({"game": game, "seats": [HERE, OPEN]} for game in GAMES),
    *({"game": game, "seats": [HERE, BOT], "undo": "free"} for game in GAMES),
    {"game": "tetrad", "seats": [HERE, OPEN], "games": 3},
    {"game": "foursome", "seats": [HERE, OPEN, BOT]},
    {"game": "tetratrax", "seats": [HERE, OPEN], "public": True, "clock": {"turn": 30}},
]
"""A table of each kind is there at any time."""
SAMPLES = 60
"""How many samples a soak takes at most, one every so often."""
LEAST_SECONDS = 5.0
"""Time between two samples, at least."""
START_SECONDS = 600.0
"""The server may compile its games first."""


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[Process, int, int]]:
    """A server as an operator starts it: its process, its port, the operator's port."""
    port, operator = free_port(), free_port()
    arguments = ["serve", "--port", str(port), "--operator", f"127.0.0.1:{operator}", "--sizes"]
    arguments += ["--data", str(folder / "tables.sqlite")]
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", f"from tetracade.cli import main; main({arguments})", stdout=log, stderr=log
        )
        try:
            await _until_up(process, operator)
            yield process, port, operator
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _until_up(process: Process, port: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        async with asyncio.timeout(START_SECONDS):
            while True:
                assert process.returncode is None, "the server did not start"
                try:
                    if (await http.get("/health")).is_success:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.1)


async def warm_up(port: int) -> None:
    """Have every game asked for once: the server loads its machine code, and the bots theirs, when it is needed."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=START_SECONDS) as http:
        for game in GAMES:
            setup = {"game": game, "seats": [HERE, BOT]}
            made = (await http.post("/api/tables", json=setup)).raise_for_status().json()
            about, headers = f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['token']}"}
            hint = (await http.post(f"{about}/do", json={"do": "hint", "id": "1"}, headers=headers)).json()
            assert hint["ok"] or hint["error"]["code"] in USUAL, hint  # a bot may act meanwhile


class Soak:
    """One soak while it runs."""

    def __init__(self, seconds: float, crowd: Crowd, server: int, series: Path | None) -> None:
        self.soaked = Soaked(seconds)
        self.server = server
        self.crowd = crowd
        self.series = series
        self.began = time.monotonic()
        self.looked: list[tuple[float, float]] = []
        """When the soak itself stopped the loop, to see what the process holds."""
        self.seen = 0
        """How many waits were in the last sample."""
        self.spent = (self.began, on_processor(server), queued(server))
        """When that was, how long the loop had run by then, and waited for a processor."""

    def own_doing(self, start: float, end: float) -> bool:
        """Whether the soak's own look falls into this time."""
        return any(start < until and since < end for since, until in self.looked)

    async def sample(self, http: httpx.AsyncClient) -> None:
        """Take one sample."""
        since = time.monotonic()
        sizes = (await http.get("/sizes", timeout=60)).raise_for_status().json()
        self.looked.append((since, time.monotonic() + 0.1))
        metrics = (await http.get("/metrics")).raise_for_status().text
        spent = (time.monotonic(), on_processor(self.server), queued(self.server))
        passed, ran, stood = (now - before for now, before in zip(spent, self.spent, strict=True))
        self.spent = spent
        new, self.seen = self.crowd.waits[self.seen :], len(self.crowd.waits)
        waits = sorted(took for sent, took in new if not self.own_doing(sent, sent + took))
        found: Json = {
            "at": round(since - self.began, 1),
            "actions": len(new),
            "p50": waits[len(waits) // 2] if waits else math.nan,
            "p99": waits[int(len(waits) * 0.99)] if waits else math.nan,
            "cpu per action": ran / len(new) if new else math.nan,
            "kept waiting": stood / passed,
            "look": round(time.monotonic() - since, 3),
            "sizes": sizes,
            "metrics": dict(line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#")),
        }
        self.soaked.samples.append(found)
        if self.series is not None:
            with self.series.open("a", encoding="utf-8") as file:
                file.write(json.dumps(found) + "\n")

    async def sample_on(self, http: httpx.AsyncClient) -> None:
        """Take samples until the end."""
        while True:
            await asyncio.sleep(max(self.soaked.seconds / SAMPLES, LEAST_SECONDS))
            await self.sample(http)

    def explain_pauses(self) -> None:
        """Say of each pause what people waited for meanwhile, and when it was."""
        for pause in self.soaked.pauses:
            start, end = pause["at"], pause["at"] + pause["took"]
            asked = {what for sent, took, what in self.crowd.slow if sent < end and start < sent + took}
            pause.update(at=start - self.began, during=sorted(asked))

    async def feel_pulse(self, server: int, operator: int) -> None:
        """Note the pauses that another process sees."""
        pulse = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.server.pulse", str(operator), str(server), stdout=PIPE
        )
        assert pulse.stdout is not None
        try:
            async for text in pulse.stdout:
                told = json.loads(text)
                self.crowd.counts["pulses"] += told.get("asked", 0)
                if "took" in told and not self.own_doing(told["at"], told["at"] + told["took"]):
                    self.soaked.pauses.append(told)
        finally:
            if pulse.returncode is None:
                pulse.kill()
            await pulse.wait()


async def soak(seconds: float, seed: int = 1, series: Path | None = None) -> tuple[Soaked, Json]:
    """Use a server for so long; returns what was measured, and what was done."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with serving(folder) as (process, port, operator):
            await warm_up(port)
            crowd = Crowd(f"http://127.0.0.1:{port}", random.Random(seed))
            now = Soak(seconds, crowd, process.pid, series)
            async with (
                httpx.AsyncClient(base_url=crowd.url, timeout=60) as http,
                httpx.AsyncClient(base_url=f"http://127.0.0.1:{operator}", timeout=60) as door,
            ):
                people = [asyncio.create_task(keep_meeting(crowd, http, setup)) for setup in SETUPS]
                people.append(asyncio.create_task(ask_over_http(crowd, http)))
                people.append(asyncio.create_task(disturb_bots(crowd, process.pid, min(20.0, seconds / 6))))
                around = [asyncio.create_task(now.sample_on(door))]
                around.append(asyncio.create_task(now.feel_pulse(process.pid, operator)))
                await _until_over([*people, *around], seconds)
                for task in around:
                    task.cancel()
                await asyncio.gather(*around, return_exceptions=True)
                crowd.over = True
                _, late = await asyncio.wait(people, timeout=60)
                for task in late:
                    task.cancel()
                await now.sample(door)
        now.explain_pauses()
        found = now.soaked
        found.faults += crowd.faults
        log = (folder / "log").read_text().splitlines()
        found.faults += [line for line in log if '"level":"error"' in line]
        found.causes = [json.loads(line) for line in log if '"what":"the loop paused"' in line]
        if found.samples[-1]["metrics"]["tetracade_errors_total"] != "0":
            found.faults.append("the server counted errors")
    return found, dict(crowd.counts)


async def _until_over(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Wait for so long; a fault of the soak's own ends it."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


def summary(soaked: Soaked, counts: Json) -> Json:
    """The soak in a few figures."""
    own = [pause["took"] - pause["machine"] for pause in soaked.pauses]
    ends = (soaked.samples[0], soaked.samples[-2 if len(soaked.samples) > 2 else -1])  # the last is cut short
    p99 = [sample["p99"] for sample in soaked.samples if not math.isnan(sample["p99"])]
    return {
        "minutes": round(soaked.seconds / 60, 1),
        "actions": sum(sample["actions"] for sample in soaked.samples),
        "memory MB": [round(sample["sizes"]["memory"] / 2**20) for sample in ends],
        "memory growth an hour": f"{memory_growth(soaked):.2%}",
        "longest pause ms, the machine's share left out": round(max(own, default=0.0) * 1000),
        "longest of them running": round(max((pause["ran"] for pause in soaked.pauses), default=0.0) * 1000),
        "longest wait of a pulse ms": round(max((pause["took"] for pause in soaked.pauses), default=0.0) * 1000),
        "p99 ms, median and worst sample": [round(median(p99) * 1000), round(max(p99) * 1000)] if p99 else [],
        "cpu ms per action, first and last": [round(s["cpu per action"] * 1000, 1) for s in ends],
        "share of time the machine kept the loop waiting": f"{median(s['kept waiting'] for s in soaked.samples):.1%}",
        **{name: value for name, value in soaked.samples[-1]["metrics"].items() if "pause" in name},
        **counts,
    }


def main() -> None:
    """Soak, tell, and end with 1 where something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--series", type=Path, help="a file for the samples, a line of JSON each")
    parser.add_argument("--chart", type=Path, help="a file for a chart of memory and p99 (SVG)")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and so end what was started
    soaked, counts = asyncio.run(soak(given.minutes * 60, given.seed, given.series))
    if given.chart is not None:
        given.chart.write_text(chart(soaked), encoding="utf-8")
    print(json.dumps(summary(soaked, counts), indent=1))
    for cause in soaked.causes:
        print(f"{cause['at']}: the loop paused for {cause['seconds']} s (ran {cause['computing']} s): {cause['cause']}")
    wrong = judged(soaked)
    for reason in wrong[:50]:
        print(f"FAILED: {reason}")
    if len(wrong) > 50:
        print(f"FAILED: {len(wrong) - 50} more")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
