"""Our own PPO from a program: train a net for a while, then let it play the greedy bot at an ordinary table.

python examples/ppo.py tetratrax 5          # five minutes
"""

import sys
from pathlib import Path

import tetracade
from tetracade.bots.net import net_bot
from tetracade.rl.ppo import Settings
from tetracade.rl.train import Trainer

USUAL = Settings()


def main(name: str, minutes: float, out: Path, settings: Settings = USUAL) -> tuple[float, ...]:
    """Train, play one game, and return its payoffs."""
    game = tetracade.game(name)
    for checkpoint in Trainer(game, out, settings=settings).run(minutes):
        print(f"{checkpoint.minutes} min: {checkpoint.against_greedy:.1%} against greedy")
    table = tetracade.new(name, seed=1)
    players = [net_bot(game, str(out))] + [tetracade.bot(name, "greedy")] * (table.seats - 1)
    while not table.over:
        seat = table.acting[0]
        table.play(players[seat].choose(table, seat))
    print(table.story()[-1])
    return table.payoffs or ()


if __name__ == "__main__":
    game_name, wanted = (sys.argv[1:] + ["tetratrax", "5"][len(sys.argv) - 1 :])[:2]
    main(game_name, float(wanted), Path(f"{game_name}.npz"))
