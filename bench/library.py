"""Steps a second of a Python loop over the library, beside python-chess and OpenSpiel: ``python -m bench.library``.

A step is listing what is legal, choosing at random and doing it. All is measured by the processor's time of this one
process, so that other work on the machine counts for little. ``--markdown docs/performance.md`` puts the table there.
"""

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import tetracade

BEGIN, END = "<!-- library -->", "<!-- /library -->"
SECONDS = 3.0


def rate(game_of: Callable[[int], int], seconds: float) -> float:
    """Steps a second of games that are played one after the other; a game takes its number, returns its steps."""
    game_of(0)
    steps, number, began = 0, 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        number += 1
        steps += game_of(number)
    return steps / spent


def ours(name: str, words: bool) -> Callable[[int], int]:
    """A random game by numbers; with ``words``, each action that is played is also put into words."""
    pick = random.Random(1).random

    def game(number: int) -> int:
        table = tetracade.new(name, seed=number)
        steps = 0
        while acting := table.acting:
            seat = acting[0]
            legal = table.legal_ids(seat)
            done = table.play(legal[int(pick() * len(legal))], seat)
            if words:
                f"{done.notation} {done.text}"
            steps += 1
        return steps

    return game


def chess_games(words: bool) -> Callable[[int], int]:
    """A random game of python-chess; with ``words``, each move that is played in algebraic notation."""
    import chess

    pick = random.Random(1).random

    def game(number: int) -> int:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            legal = list(board.legal_moves)
            move = legal[int(pick() * len(legal))]
            if words:
                board.san_and_push(move)
            else:
                board.push(move)
        return int(board.ply())

    return game


def spiel_games(words: bool) -> Callable[[int], int]:
    """A random game of OpenSpiel's backgammon from Python; with ``words``, each action that is played as a string."""
    import pyspiel

    rules: Any = pyspiel.load_game("backgammon")
    pick = random.Random(1)

    def game(number: int) -> int:
        state = rules.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(pick.choices(outcomes, weights)[0])
                continue
            legal = state.legal_actions()
            action = legal[int(pick.random() * len(legal))]
            if words:
                state.action_to_string(state.current_player(), action)
            state.apply_action(action)
            steps += 1
        return steps

    return game


def rows(seconds: float) -> list[str]:
    """The lines of the table, ours first, then the peers that are installed."""
    kinds: list[tuple[str, Callable[[bool], Callable[[int], int]]]] = [
        (tetracade.game(name).title, partial(ours, name)) for name in tetracade.game_names()
    ]
    peers = [("chess", "python-chess", chess_games), ("pyspiel", "OpenSpiel backgammon", spiel_games)]
    kinds += [(title, make) for module, title, make in peers if find_spec(module) is not None]
    lines = ["| loop in Python | steps/s by numbers | steps/s with the words of what is played |", "|---|---|---|"]
    for title, make in kinds:
        lines.append(f"| {title} | {rate(make(False), seconds):,.0f} | {rate(make(True), seconds):,.0f} |")
    return lines


def main() -> None:
    """Measure, print, and put the table into a page if one is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each loop is measured")
    parser.add_argument("--markdown", type=Path, help="the page to put the table into, between its marks")
    given = parser.parse_args()
    table = "\n".join(rows(given.seconds))
    print(table)
    if given.markdown is not None:
        text = given.markdown.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        _, _, tail = rest.partition(END)
        given.markdown.write_text(f"{head}{BEGIN}\n{table}\n{END}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
