"""A policy of TorchRL plays a game through its PettingZoo wrapper: all seats share one net. Needs the extra ``torch``.

python examples/torchrl_rollout.py tetratrax 40
"""

import sys
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import MarlGroupMapType, PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor

import tetracade
from tetracade.rl.pettingzoo import aec


class Logits(torch.nn.Module):
    """One hidden layer from the row of features to a logit for each action."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(features, 64), torch.nn.ReLU(), torch.nn.Linear(64, actions))

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and mask; a seat that waits may do nothing, so whatever it would do is passed over."""
        return self.layers(seen.float()), mask | ~mask.any(-1, keepdim=True)


def wrapped(game: str) -> PettingZooWrapper:
    """The game for TorchRL: one group of seats, whose mask says who acts."""
    everybody = MarlGroupMapType.ALL_IN_ONE_GROUP
    return PettingZooWrapper(aec(game), use_mask=True, group_map=everybody, seed=1)


def main(game: str, steps: int) -> Any:
    """Play so many steps; return what happened as a tensordict."""
    found = tetracade.game(game)
    env = wrapped(game)
    (group,) = env.group_map
    policy = ProbabilisticActor(
        TensorDictModule(
            Logits(found.features, found.actions),
            in_keys=[(group, "observation", "observation"), (group, "action_mask")],
            out_keys=[(group, "logits"), (group, "mask_used")],
        ),
        in_keys={"logits": (group, "logits"), "mask": (group, "mask_used")},
        out_keys=[(group, "action")],
        distribution_class=MaskedCategorical,
    )
    torch.manual_seed(1)
    with torch.no_grad():
        return env.rollout(steps, policy)


if __name__ == "__main__":
    print(main(sys.argv[1] if len(sys.argv) > 1 else "tetratrax", int(sys.argv[2]) if len(sys.argv) > 2 else 40))
