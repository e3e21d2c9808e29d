"""Own play is judged by what the seat knew: what it could not know changes nothing, to the byte."""

import random
from dataclasses import replace

import pytest

from tests.analysis.playing import played
from tests.suites.every import GAMES
from tetracade.analysis import USUAL, Judge
from tetracade.analysis.analysing import better_of, weigh
from tetracade.engine.chance import generator
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
SMALL = replace(USUAL, redeals=4, screened=2, compared=3, known=2, samples=8, playouts=2, to_end=2, exact=32)


@every_game
def test_own_play_does_not_change_when_hidden_cards_do(game: Game) -> None:
    kernel, pick = kernel_of(game), random.Random(1)
    changed = 0
    for seed, seats in enumerate(game.seats):
        table = played(game, seed, seats)
        decisions = [index for index, entry in enumerate(table.entries) if entry.seat != SPECTATOR]
        for index in pick.sample(decisions, min(6, len(decisions))):
            seat, action = table.entries[index]
            truth = table.state_before(index)
            judge = Judge(game, SMALL, 5)
            found = weigh(judge, truth, seat, action)
            for sample in range(2):
                other = kernel.states()
                other[0] = truth
                kernel.redeal(other[0], seat, generator(seed, sample))
                changed += other[0].tobytes() != truth.tobytes()
                again = weigh(judge, other[0], seat, action)
                assert again.gains.tobytes() == found.gains.tobytes()
                assert again.before.tobytes() == found.before.tobytes()
                assert again[3:] == found[3:]
                deals = range(SMALL.known)
                assert judge.known(other[0], seat, deals).tobytes() == judge.known(truth, seat, deals).tobytes()
                best = found.best if found.best >= 0 else action
                assert better_of(game, other[0], seat, best, 5) == better_of(game, truth, seat, best, 5)
    assert changed or game.layout.nothing_hidden
