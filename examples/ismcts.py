"""OpenSpiel's Python IS-MCTS plays TETRAD for two, with one pattern, against a random player.

python examples/ismcts.py 200               # simulations for each decision
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tetracade.rl import openspiel

SMALL = {"players": 2, "options": "patterns:1"}


def main(simulations: int, most: int = 10_000, seed: int = 1) -> list[float]:
    """Play for at most so many decisions; return what each player has got."""
    chance = np.random.RandomState(seed)
    game = pyspiel.load_game("tetracade_tetrad", SMALL)
    searcher = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, chance), uct_c=1.4, max_simulations=simulations, random_state=chance
    )
    searcher.set_resampler(openspiel.resample)
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal() and decisions < most:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choice(outcomes, p=odds))
            continue
        decisions += 1
        player = state.current_player()
        action = searcher.step(state) if player == 0 else chance.choice(state.legal_actions())
        print(f"player {player}: {state.action_to_string(player, int(action))}")
        state.apply_action(int(action))
    return list(state.returns())


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
