"""Steps a second of ``Batch`` with masks and features on one core: ``python -m bench.learning``.

Connect four beside pgx and PettingZoo, in turns in one run, and each of our games beside its own random games without
masks and features. Peers are measured if they are installed (scripts/setup --bench). All goes by the processor's time
of this one process, so that other work on the machine counts for little. ``--markdown docs/learning.md`` puts the table
there.
"""

import argparse
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import tetracade
from bench import ours, peers
from bench.connect_four import GAME as CONNECT_FOUR
from bench.engine import machine, on_one_core
from tetracade.engine.batch import Batch
from tetracade.engine.game import Game

BEGIN, END = "<!-- speed -->", "<!-- /speed -->"
ROUNDS = 3
GAMES = 1024
PEER_GAMES = 4096
"""As pgx is usually measured."""


def batch_steps(game: Game, seconds: float, games: int = GAMES, **ways: Any) -> float:
    """Steps a second of random games side by side."""
    batch = Batch(game, games, seed=1, **ways)

    def work() -> float:
        for _ in range(10):
            batch.step_randomly()
        return 10.0 * games

    return ours.best_rate(work, seconds, time.process_time)


def pettingzoo_steps(seconds: float) -> float:
    """Steps a second of PettingZoo's own connect four, with masks and observations."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def work() -> float:
        steps = 0
        env.reset(seed=1)
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        return steps

    return ours.best_rate(work, seconds, time.process_time)


def measured(seconds: float) -> list[tuple[str, float, str, float]]:
    """Rows of what was measured: ours, and beside what."""
    rows: list[tuple[str, float, str, float]] = []
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        best["ours"] = max(best.get("ours", 0.0), batch_steps(CONNECT_FOUR, seconds, PEER_GAMES))
        if find_spec("pgx"):
            best["pgx"] = max(best.get("pgx", 0.0), peers.pgx_batch_steps(seconds, PEER_GAMES, time.process_time))
        if find_spec("pettingzoo"):
            best["PettingZoo"] = max(best.get("PettingZoo", 0.0), pettingzoo_steps(seconds))
    for peer in ("pgx", "PettingZoo"):
        if peer in best:
            rows.append(("connect four", best["ours"], peer, best[peer]))
    for name in tetracade.game_names():
        game = tetracade.game(name)
        with_all = without = 0.0
        for _ in range(ROUNDS):
            with_all = max(with_all, batch_steps(game, seconds))
            without = max(without, ours.steps(game, seconds, time.process_time))
        rows.append((game.title, with_all, "its random games alone", without))
    return rows


def main() -> None:
    """Print the table, and write it where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--markdown", type=Path)
    given = parser.parse_args()
    on_one_core()
    lines = [f"On {machine()}.", "", "| game | steps/s | beside | theirs | ratio |", "|---|---|---|---|---|"]
    for title, mine, peer, theirs in measured(given.seconds):
        lines.append(f"| {title} | {mine / 1e6:.2f} M | {peer} | {theirs / 1e6:.3f} M | {mine / theirs:.2f} |")
    print("\n".join(lines))
    if given.markdown:
        text = given.markdown.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        _, _, tail = rest.partition(END)
        given.markdown.write_text(f"{head}{BEGIN}\n{chr(10).join(lines)}\n{END}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
