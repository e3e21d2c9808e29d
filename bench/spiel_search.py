"""Skilled against OpenSpiel's own search on our games: ``python -m bench.spiel_search GAME --file RESULTS``.

Open games: their MCTS with random rollouts. Hidden hands: their Python IS-MCTS with our ``resample``. It has ten times
the processor's time that Skilled takes. Seats change from game to game. Results are appended to the file as JSON lines,
and a second run goes on from there.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import tetracade
from tetracade.engine.chance import SeededDealer
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import Table

TIMES = 10.0
FEWEST = 2
"""Simulations that their search has at least: with less it knows nothing."""
WARMING = 8
"""Decisions that don't count, in which code is compiled and caches are filled."""


class Their:
    """OpenSpiel's search, with as many simulations as fit into the time it is given."""

    def __init__(self, game: Any, hidden: bool, seed: int) -> None:
        from open_spiel.python.algorithms import ismcts, mcts

        from tetracade.rl.openspiel import resample

        self.chance = np.random.RandomState(seed)
        self.each = 0.0
        evaluator = mcts.RandomRolloutEvaluator(1, self.chance)
        if hidden:
            self.bot = ismcts.ISMCTSBot(game, evaluator, 1.4, FEWEST, random_state=self.chance)
            self.bot.set_resampler(resample)
        else:
            self.bot = mcts.MCTSBot(game, 1.4, FEWEST, evaluator, random_state=self.chance)

    def choose(self, state: Any, seconds: float) -> tuple[int, int]:
        """Its action, and how many simulations it had."""
        simulations = max(FEWEST, int(seconds / self.each)) if self.each else FEWEST
        for name in ("max_simulations", "_max_simulations"):
            if hasattr(self.bot, name):
                setattr(self.bot, name, simulations)
        began = time.process_time()
        action = int(self.bot.step(state))
        spent = (time.process_time() - began) / simulations
        self.each = spent if not self.each else 0.8 * self.each + 0.2 * spent
        return action, simulations


def game_of(name: str, seats: int, number: int, most: int = 10**9) -> dict[str, Any]:
    """One game, or so many decisions of it; Skilled has every other seat, from the first on in even games."""
    import pyspiel

    from tetracade.rl import openspiel

    ours = tetracade.game(name)
    spiel = pyspiel.load_game(
        f"tetracade_{name}{openspiel.TURNS if ours.together else ''}", {"players": seats, "options": ""}
    )
    chance = np.random.RandomState(number)
    state = spiel.new_initial_state()
    skilled, mean, asked = tetracade.bot(name, "skilled", seed=number), 0.0, 0
    simulations: list[int] = []
    their = Their(spiel, not kernel_of(ours).nothing_hidden, number)
    options = ours.option_values({}, seats)
    while not state.is_terminal() and asked + len(simulations) < most:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=odds)))
            continue
        player = state.current_player()
        if len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        elif (player + number) % 2 == 0:
            table = Table.at(ours, seats, options, state.play.record.tobytes(), SeededDealer(number))
            began = time.process_time()
            action = skilled.choose_number(table, player)
            asked += 1
            mean += (time.process_time() - began - mean) / asked
            state.apply_action(action)
        else:
            action, had = their.choose(state, TIMES * max(mean, 1e-3))
            simulations.append(had)
            state.apply_action(action)
    payoffs = kernel_of(ours).payoff(state.play.state) if state.is_terminal() else (0.0,) * seats
    mine = sum(payoff for seat, payoff in enumerate(payoffs) if (seat + number) % 2 == 0)
    return {
        "game": name,
        "number": number,
        "skilled": mine / max(sum(payoffs), 1e-9),
        "milliseconds": round(1000 * mean, 2),
        "simulations": round(float(np.mean(simulations)), 1) if simulations else 0,
    }


def main() -> None:
    """Play what is not in the file yet, and print each game's share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=tetracade.game_names())
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--file", type=Path, required=True)
    given = parser.parse_args()
    lines = given.file.read_text().splitlines() if given.file.exists() else []
    played = [one for one in map(json.loads, lines) if one["game"] == given.game]
    game_of(given.game, given.seats, 0, WARMING)
    for number in sorted(set(range(given.games)) - {one["number"] for one in played}):
        played.append(game_of(given.game, given.seats, number))
        with given.file.open("a") as file:
            file.write(json.dumps(played[-1]) + "\n")
    shares = np.array([one["skilled"] for one in played])
    margin = 1.96 * shares.std(ddof=1) / len(shares) ** 0.5 if len(shares) > 1 else float("nan")
    had = np.mean([one["simulations"] for one in played])
    print(
        f"{given.game}: Skilled {shares.mean():.1%} ± {margin:.1%} of {len(shares)} games; {had:.0f} simulations each"
    )


if __name__ == "__main__":
    main()
