"""RLlib's PPO learns one seat of a game, with RLlib's own network for action masks. Needs the extra ``torch``.

python examples/rllib_ppo.py tetratrax 10
"""

import sys
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune import register_env

import tetracade
from tetracade.rl.gymnasium import name_of


class MaskInObservation(gymnasium.Wrapper):
    """RLlib looks for the mask beside the features, as floating-point numbers."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        seen = env.observation_space
        self.observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0.0, 1.0, (env.action_space.n,), np.float32),
                "observations": spaces.Box(seen.low.astype(np.float32), seen.high.astype(np.float32)),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin a game."""
        seen, info = self.env.reset(seed=seed, options=options)
        return self._both(seen), info

    def step(self, action: Any) -> Any:
        """Take an action."""
        seen, *rest = self.env.step(action)
        return self._both(seen), *rest

    def _both(self, seen: Any) -> dict[str, Any]:
        mask = self.env.unwrapped.action_masks()
        return {"action_mask": mask.astype(np.float32), "observations": seen.astype(np.float32)}


def made(config: dict[str, Any]) -> MaskInObservation:
    """One seat against random bots; an action that isn't legal would raise."""
    name = name_of(tetracade.game(config["game"]))
    return MaskInObservation(
        gymnasium.make(f"tetracade.rl.gymnasium:{name}", opponents="random", strict=True, disable_env_checker=True)
    )


def main(game: str, rounds: int, decisions: int = 2000) -> list[float]:
    """Train for so many rounds in this process; return the mean payoff in each."""
    ray.init(include_dashboard=False, num_cpus=1, ignore_reinit_error=True)
    register_env("tetracade", made)
    config = (
        PPOConfig()
        .environment("tetracade", env_config={"game": game})
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .training(train_batch_size_per_learner=decisions, minibatch_size=min(decisions, 128), num_epochs=2)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64, 64]}
            )
        )
    )
    algorithm = config.build_algo()
    paid = [float(algorithm.train()["env_runners"]["episode_return_mean"]) for _ in range(rounds)]
    algorithm.stop()
    ray.shutdown()
    return paid


if __name__ == "__main__":
    print(main(sys.argv[1] if len(sys.argv) > 1 else "tetratrax", int(sys.argv[2]) if len(sys.argv) > 2 else 10))
