"""MaskablePPO of SB3-contrib learns one seat of a game against a bot. Needs the extra ``torch``.

python examples/maskable_ppo.py tetratrax 100000
"""

import sys
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO

import tetracade
from tetracade.rl.gymnasium import name_of


def main(game: str, steps: int, opponents: str = "random", **settings: Any) -> float:
    """Train for so many decisions; return the mean payoff of 20 games that it plays afterwards."""
    env = gymnasium.make(f"tetracade.rl.gymnasium:{name_of(tetracade.game(game))}", opponents=opponents, strict=True)
    model = MaskablePPO("MlpPolicy", env, seed=1, device="cpu", **settings)
    model.learn(steps)
    total = 0.0
    for number in range(20):
        seen, _ = env.reset(seed=number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=env.unwrapped.action_masks(), deterministic=True)
            seen, reward, over, _, _ = env.step(action)
        total += float(reward)
    return total / 20


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "tetratrax"
    print(main(name, int(sys.argv[2]) if len(sys.argv) > 2 else 100_000))
