"""Trains the network of TetraTrax's ``foresight.py``: ``python -m bench.learn_judge FOLDER --seed 0``.

It learns from games in rounds. The first round's games are playouts by hints, with random actions in between; in the
following ones both seats take what the network of the round before likes best after one drop. Near the end the exact
search settles how a game ends, where its states suffice. Every position after the last random action (in the first
round: every position) is told from the seat that is to act, mirrored in half of the cases, with the points by which
that seat gained on the other from there on. Every fifth portion of games is kept for judging the losses.

What is done stays in FOLDER, and a second run goes on from there: a file for each portion of games and for each
round's network. The last network is written into ``foresight_weights.py``, and what came of it to
``FOLDER/report.json``. All of it follows from the seed. Needs the extra ``train``.

``bench.judged`` plays with it. ``--markdown docs/bots.md`` only puts the report there, with the result of
``tetracade arena tetratrax --bots bench.judged:same,5 --games 400 --file FILE`` where ``--arena FILE`` names it.
"""

import argparse
import base64
import hashlib
import json
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import tetracade
from tetracade.bots.exact import COLUMNS as TABLE_COLUMNS
from tetracade.bots.exact import FAR, LOOKED, MAY_LOOK, NO_KEY, Proving
from tetracade.bots.loops import loops_of
from tetracade.bots.proof import ROWS
from tetracade.engine.arrays import at
from tetracade.engine.chance import below, generator
from tetracade.engine.compile import bind
from tetracade.engine.contract import OVER
from tetracade.engine.kernel import kernel_of
from tetracade.engine.loops import lowest, settle
from tetracade.engine.scratch import scratch_for
from tetracade.engine.unbound import acting, apply, future, judge, lead, legal, rate, start
from tetracade.games.tetratrax import foresight
from tetracade.games.tetratrax.board import COLUMNS, TILES_A_SIDE
from tetracade.games.tetratrax.foresight import FEATURES, HELD, MOST_HELD, SHAPES, SIZES, describe, share_of
from tetracade.games.tetratrax.foresight import think as think_through

GAME = tetracade.game("tetratrax")
OPENING = 9
"""A game begins with fewer random actions than this; every other one of them is the best by hints."""
GREEDY = 800
"""Of a thousand actions of the first round, so many are the best by hints."""
NOISE = 25
"""Of a thousand actions of the other rounds, so many are random; what came before isn't told."""
NEAR = 7
"""With so many drops to come a proof is tried."""
MOST_ROWS = 24
"""The most positions of a game."""
USUAL, OTHERS = 3, 4
"""Of so many portions so many are played with the usual rows, the others with all numbers of rows in turn."""
HELD_OUT = 5

LEAD, GAIN, OLD_SHARE, OLD_GAIN, NUMBERS = range(5)
"""What is told of a position: the seat's lead, how it changes to the end, and what the old judge says of both."""


class Round(NamedTuple):
    """How the games of a round are played."""

    portions: int
    games: int
    by_net: bool
    states: int
    """How many states a proof may look at."""
    told: int
    """How many positions of a hundred are told."""


ROUNDS = (
    Round(30, 4000, by_net=False, states=0, told=25),
    Round(16, 1500, by_net=True, states=500, told=100),
    Round(24, 1500, by_net=True, states=4000, told=100),
)

BEGIN, END = "<!-- network -->", "<!-- /network -->"

BATCH = 1024
EPOCHS = 6
RATE = 2e-3
POINTS = 0.05
"""What an error of a point weighs beside the log-loss of the winner."""


class Layers(NamedTuple):
    """The network's layers, as ``foresight.think`` takes them."""

    first: NDArray[np.float64]
    first_bias: NDArray[np.float64]
    second: NDArray[np.float64]
    second_bias: NDArray[np.float64]
    last: NDArray[np.float64]
    last_bias: NDArray[np.float64]


class Played(NamedTuple):
    """Positions: the features that hold in each, filled up with ``FEATURES``, and what is told of it."""

    held: NDArray[np.uint16]
    told: NDArray[np.float32]


# ---- games, compiled -------------------------------------------------------------------------------------------------


def worth_after(states: NDArray[Any], seat: int, action: int, layers: Layers, room: NDArray[np.float64]) -> float:
    """The seat's chance to win after the action in ``states[0]``, by the network."""
    states[1] = states[0]
    after = at(states, 1)
    apply(after, seat, action)
    ahead = lead(after) if seat == 0 else -lead(after)
    if acting(after) == OVER:
        return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    held = describe(after, False, room, HELD)
    first, first_bias, second, second_bias, last, last_bias = layers
    think_through(room, held, first, first_bias, second, second_bias, last, last_bias)
    if after.turn == seat:
        return share_of(ahead, room)
    return 1.0 - share_of(-ahead, room)


def drops_to_come(state: Any) -> int:
    """At most so many drops follow, more or less: tiles left, or the room for them."""
    left, room = 0, 0
    for seat in range(2):
        left += TILES_A_SIDE - state.dropped[seat]
    for column in range(COLUMNS):
        room += state.rows - state.heights[column]
    return min(left, room // 4)


def best_after(
    states: NDArray[Any], seat: int, actions: Any, count: int, layers: Layers, room: NDArray[np.float64]
) -> int:
    """The place of the action after which the seat stands best."""
    choice, best = 0, -1.0
    for index in range(count):
        worth = worth_after(states, seat, actions[index], layers, room)
        if worth > best:
            best = worth
            choice = index
    return choice


def play_portion(
    states: NDArray[Any],
    blank: NDArray[Any],
    options: Any,
    games: int,
    by_net: bool,
    share: int,
    layers: Layers,
    proving: Proving,
    rng: Any,
    scratch: Any,
    held: NDArray[np.uint16],
    told: NDArray[np.float32],
) -> int:
    """Play games and write their positions; return how many."""
    actions, ratings, room = scratch.actions, scratch.ratings, scratch.worth
    allowed = proving.counters[MAY_LOOK]
    end = 0
    for _ in range(games):
        states[0] = blank[0]
        state = at(states, 0)
        start(state, 2, options)
        mask = settle(state, rng, scratch)
        opening = below(rng, OPENING)
        first, plies = end, 0
        final, proved = 0, False
        while mask != OVER:
            if allowed and drops_to_come(state) <= NEAR and future(state) != NO_KEY:
                proving.states[0] = states[0]
                proving.counters[LOOKED] = 0
                final = solve(proving, 0, -FAR, FAR)
                proved = proving.counters[LOOKED] <= allowed
            seat = lowest(mask)
            if proved or below(rng, 100) < share:
                count = describe(state, below(rng, 2) == 1, room, HELD)
                for index in range(MOST_HELD):
                    held[end, index] = int(room[HELD + index]) if index < count else FEATURES
                told[end, LEAD] = lead(state) if seat == 0 else -lead(state)
                told[end, GAIN] = seat
                judge(state, scratch.worth, scratch.ratings, ratings[8:])
                told[end, OLD_SHARE] = scratch.worth[seat]
                told[end, OLD_GAIN] = ratings[seat] - ratings[1 - seat] - told[end, LEAD]
                end += 1
            if proved:
                break
            count = legal(state, seat, actions)
            choice = below(rng, count)
            at_random = plies < opening or below(rng, 1000) < NOISE
            by_hints = below(rng, 2) == 0 if plies < opening else below(rng, 1000) < GREEDY
            if by_net and not at_random:
                choice = best_after(states, seat, actions, count, layers, room)
            elif by_hints and (not by_net or plies < opening):
                rate(state, seat, actions, count, ratings)
                for index in range(count):
                    if ratings[index] > ratings[choice]:
                        choice = index
            if by_net and at_random and count > 1:
                end = first  # what came before wasn't played on as one should
            apply(state, seat, actions[choice])
            plies += 1
            mask = settle(state, rng, scratch)
        if not proved:
            final = lead(state)
        for row in range(first, end):
            seat_final = final if told[row, GAIN] == 0 else -final
            told[row, GAIN] = seat_final - told[row, LEAD]
    return end


def solve(proving: Proving, depth: int, least: int, most: int) -> int:
    """Stands for the search's own."""
    raise LookupError


@cache
def player() -> Any:
    """``play_portion``, bound to the game."""
    known = {**kernel_of(GAME).functions, **kernel_of(GAME).loops, "solve": loops_of(GAME)["solve"]}
    for loop in (worth_after, drops_to_come, best_after, play_portion):
        known[loop.__name__] = bind(loop, known, GAME.name)
    return known["play_portion"]


def portion(number: int, way: Round, layers: Layers, seed: int) -> Played:
    """The positions of a portion's games."""
    kernel, depth = kernel_of(GAME), GAME.longest + 1
    rows = GAME.options[0].values
    usual = number % OTHERS < USUAL
    values = GAME.option_values({} if usual else {"rows": rows[number // OTHERS % len(rows)]})
    proving = Proving(
        states=kernel.states(depth),
        actions=np.zeros((depth, GAME.actions), np.int64),
        ratings=np.zeros((depth, GAME.actions), np.float64),
        table=np.full((ROWS, TABLE_COLUMNS), NO_KEY, np.int64),
        credit=np.zeros((2, GAME.actions), np.float64),
        counters=np.array([0, way.states], np.int64),
    )
    held = np.zeros((way.games * MOST_ROWS, MOST_HELD), np.uint16)
    told = np.zeros((way.games * MOST_ROWS, NUMBERS), np.float32)
    rng = generator(seed, number)
    options = GAME.option_numbers(values)
    ready = (kernel.states(2), kernel.states(), options, way.games, way.by_net, way.told, layers, proving, rng)
    end = int(player()(*ready, scratch_for(GAME), held, told))
    return Played(held[:end], told[:end])


# ---- training --------------------------------------------------------------------------------------------------------


def fresh(seed: int) -> Layers:
    """A new network."""
    chance = np.random.default_rng(seed)
    layers = []
    for shape in SHAPES:
        inputs = 60 if shape[0] == FEATURES else shape[0]  # that many hold at once, more or less
        layers.append(chance.normal(0.0, (2.0 / inputs) ** 0.5, shape) if len(shape) > 1 else np.zeros(shape))
    layers[4] *= 0.1
    return Layers(*layers)


def wide(held: NDArray[np.uint16]) -> NDArray[np.float32]:
    """The features as a row of zeros and ones each."""
    rows = np.zeros((len(held), FEATURES + 1), np.float32)
    np.put_along_axis(rows, held.astype(np.int64), 1.0, axis=1)
    return rows[:, :FEATURES]


def outputs(layers: Any, rows: Any) -> Any:
    """The network's outputs, in JAX or NumPy."""
    hidden = (rows @ layers[0] + layers[1]).clip(0.0)
    second = (hidden @ layers[2] + layers[3]).clip(0.0)
    return second @ layers[4] + layers[5]


def result_of(told: NDArray[np.float32]) -> NDArray[np.float32]:
    """1 for a win in the end, a half for a draw, 0 for a loss."""
    found: NDArray[np.float32] = 0.5 + 0.5 * np.sign(told[:, LEAD] + told[:, GAIN])
    return found


def trained(layers: Layers, played: Played, seed: int) -> Layers:
    """The network after training on these positions."""
    import jax
    import jax.numpy as jnp
    import optax

    steps = EPOCHS * (len(played.told) // BATCH)
    adam = optax.adam(optax.cosine_decay_schedule(RATE, steps))

    def loss(layers: Any, rows: Any, lead_now: Any, gain: Any, result: Any) -> Any:
        out = outputs(layers, rows)
        sharpness = jnp.exp(out[:, foresight.SHARPNESS].clip(foresight.DULLEST, foresight.SHARPEST))
        logit = sharpness * (lead_now + out[:, foresight.MEAN])
        winner = jax.nn.softplus(logit) - result * logit
        return winner.mean() + POINTS * optax.huber_loss(out[:, foresight.MEAN], gain, delta=2.0).mean()

    def improved(layers: Any, memory: Any, rows: Any, lead_now: Any, gain: Any, result: Any) -> Any:
        gradients = jax.grad(loss)(layers, rows, lead_now, gain, result)
        changes, memory = adam.update(gradients, memory, layers)
        return optax.apply_updates(layers, changes), memory

    improve = jax.jit(improved)
    now = tuple(jnp.asarray(layer, jnp.float32) for layer in layers)
    memory = adam.init(now)
    chance = np.random.default_rng(seed)
    results = result_of(played.told)
    for _ in range(EPOCHS):
        order = chance.permutation(len(played.told))
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            at_once = np.sort(order[begin : begin + BATCH])
            told = played.told[at_once]
            now, memory = improve(
                now, memory, wide(played.held[at_once]), told[:, LEAD], told[:, GAIN], results[at_once]
            )
    return Layers(*(np.asarray(layer, np.float64) for layer in now))


def losses(layers: Layers, played: Played) -> dict[str, float]:
    """The network's and the old judge's log-loss, and how far both are off in points."""
    parts = [outputs(layers, wide(played.held[begin : begin + 8192])) for begin in range(0, len(played.held), 8192)]
    out, told = np.concatenate(parts), played.told
    sharpness = np.exp(out[:, foresight.SHARPNESS].clip(foresight.DULLEST, foresight.SHARPEST))
    new = 1.0 / (1.0 + np.exp(-sharpness * (told[:, LEAD] + out[:, foresight.MEAN])))
    result = result_of(told)

    def logged(share: Any) -> float:
        kept = np.clip(share, 1e-4, 1 - 1e-4)
        return float(-(result * np.log(kept) + (1 - result) * np.log(1 - kept)).mean())

    def off(gain: Any) -> float:
        return float(np.sqrt(np.square(gain - told[:, GAIN]).mean()))

    return {
        "positions": len(told),
        "log-loss": round(logged(new), 4),
        "log-loss of the old judge": round(logged(told[:, OLD_SHARE]), 4),
        "points off": round(off(out[:, foresight.MEAN]), 3),
        "points off, old judge": round(off(told[:, OLD_GAIN]), 3),
    }


# ---- files -----------------------------------------------------------------------------------------------------------


def whole_numbers(layers: Layers) -> list[tuple[float, NDArray[np.int8]]]:
    """Each layer in 127 steps up and down, with the size of a step."""
    found = []
    for layer in layers:
        step = max(float(np.abs(layer).max()), 1e-9) / 127
        found.append((step, np.round(layer / step).astype(np.int8)))
    return found


def rounded(layers: Layers) -> Layers:
    """The network as it will be after it was written."""
    return Layers(*(step * numbers.astype(np.float64) for step, numbers in whole_numbers(layers)))


def written(layers: Layers) -> str:
    """The source of ``foresight_weights.py``."""
    lines = ['"""The weights of the network in foresight.py, as bench.learn_judge wrote them."""', ""]
    lines += [f"SIZES = {SIZES}", ""]
    steps, texts = [], []
    for step, numbers in whole_numbers(layers):
        text = base64.b85encode(numbers.tobytes()).decode()
        steps.append(f"    {step!r},")
        texts.append("    (")
        texts += [f'        r"{text[begin : begin + 100]}"' for begin in range(0, len(text), 100)]
        texts.append("    ),")
    lines += ["STEPS = (", *steps, ")", '"""By layer, what 1 stands for."""', ""]
    lines += ["LAYERS = (", *texts, ")", '"""By layer, its numbers from -127 to 127 as bytes, in base 85."""']
    return "\n".join(lines) + "\n"


def load(file: Path, kind: Any) -> Any:
    """What was saved there."""
    with np.load(file) as kept:
        return kind(*(kept[name] for name in kind._fields))


def save(file: Path, found: Any) -> None:
    """Save it; the file is there only once it is complete."""
    new = file.with_suffix(".new")
    with new.open("wb") as out:
        np.savez_compressed(out, **found._asdict())
    new.rename(file)


def joined(parts: list[Played]) -> Played:
    """All of them one after the other."""
    return Played(np.concatenate([part.held for part in parts]), np.concatenate([part.told for part in parts]))


def table(report: dict[str, Any], arena: dict[str, Any] | None) -> str:
    """The report in Markdown."""
    lines = [
        f"Features {FEATURES}, hidden units {SIZES[1]} and {SIZES[2]}, weights {report['weights']}, "
        f"digest `{report['digest']}`.",
        "",
        "| games of round | positions held out | log-loss | of the old judge | points off | old judge |",
        "|---|---|---|---|---|---|",
    ]
    rounds = [(str(number), found) for number, found in enumerate(report["rounds"])]
    for name, found in [*rounds, (f"{rounds[-1][0]}, weights as written", report["rounded"])]:
        parts = (name, found["positions"], found["log-loss"], found["log-loss of the old judge"])
        lines.append("| " + " | ".join(map(str, (*parts, found["points off"], found["points off, old judge"]))) + " |")
    if arena:
        lines += ["", "| bot | games | share | 95 % | points | slowest move |", "|---|---|---|---|---|---|"]
        for one in arena["standings"]:
            share = f"{one['share']:.1%} | {one['share_low']:.1%} to {one['share_high']:.1%}"
            lines.append(f"| {one['bot']} | {one['games']} | {share} | {one['points']:.2f} | {one['slowest']:.2f} s |")
    return "\n".join(lines)


def main() -> None:
    """Play and train what isn't done yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--portions", type=int, help="of each round at most so many, to try it")
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--arena", type=Path)
    given = parser.parse_args()
    if given.markdown:
        arena: dict[str, Any] | None = json.loads(given.arena.read_text()) if given.arena else None
        text = given.markdown.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        text_of = table(json.loads((given.folder / "report.json").read_text()), arena)
        given.markdown.write_text(f"{head}{BEGIN}\n{text_of}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    report_file = given.folder / "report.json"
    report: dict[str, Any] = json.loads(report_file.read_text()) if report_file.exists() else {"rounds": []}
    layers = fresh(given.seed)
    earlier: list[Played] = []
    for round_, way in enumerate(ROUNDS):
        began = time.process_time()
        portions: list[Played] = []
        for number in range(min(way.portions, given.portions or way.portions)):
            file = given.folder / f"round{round_}-{number:02}.npz"
            if not file.exists():
                save(file, portion(number, way, layers, given.seed * 1000 + round_))
                print(file.name, round(time.process_time() - began), "s", flush=True)
            portions.append(load(file, Played))
        held_out = joined([part for number, part in enumerate(portions) if number % HELD_OUT == HELD_OUT - 1])
        learned = [part for number, part in enumerate(portions) if number % HELD_OUT != HELD_OUT - 1]
        net = given.folder / f"net{round_}.npz"
        if not net.exists():
            save(net, trained(layers, joined(learned + earlier), given.seed))
            found = losses(load(net, Layers), held_out)
            report["rounds"] = [*report["rounds"][:round_], {**found, "seconds": round(time.process_time() - began)}]
            report_file.write_text(json.dumps(report, indent=1) + "\n")
            print(report["rounds"][-1], flush=True)
        layers, earlier = load(net, Layers), learned if way.by_net else []
    source = written(layers)
    report["rounded"] = losses(rounded(layers), held_out)
    report["weights"] = sum(layer.size for layer in layers)
    report["digest"] = hashlib.sha256(source.encode()).hexdigest()[:16]
    report_file.write_text(json.dumps(report, indent=1) + "\n")
    Path(foresight.__file__).with_name("foresight_weights.py").write_text(source)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
