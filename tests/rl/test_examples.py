"""Every example of learning runs, in a short form."""

from pathlib import Path

import numpy as np
import pytest

from tests.rl.scripts import example
from tetracade.rl.ppo import Settings


def test_our_ppo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = Settings(games=16, steps=8, hidden=8, epochs=1, minibatches=2)
    payoffs = example("ppo").main("tetratrax", 0.01, tmp_path / "net.npz", small)
    assert sum(payoffs) == 1.0
    assert "against greedy" in capsys.readouterr().out


def test_ismcts_of_openspiel() -> None:
    returns = example("ismcts").main(simulations=2, most=2)
    assert returns == [0.0, 0.0]


def test_alphazero() -> None:
    errors = example("alphazero").main(games=2, simulations=4)
    assert len(errors) == 2
    assert np.isfinite(errors).all()
    assert errors[1] < errors[0]
