"""Many games at once, on as many cores as you like: masks, lists of legal actions, features and rewards as arrays."""

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tetracade.engine import batch_loops
from tetracade.engine.batch_loops import LEAVE, NOBODY, Playing, Shown, Ways
from tetracade.engine.chance import generator
from tetracade.engine.compile import bind
from tetracade.engine.contract import integer
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.engine.scratch import Scratch, scratch_for

RESTARTS = {"at once": batch_loops.AT_ONCE, "next step": batch_loops.NEXT_STEP, "never": batch_loops.NEVER}
OPPONENTS = {"self": batch_loops.SELF, "random": batch_loops.RANDOM, "greedy": batch_loops.GREEDY}
CHOOSING = 1 << 41
"""The streams of random actions, apart from those of the deals."""
LINE = 64
"""Arrays begin at a multiple of this many bytes."""


class Part(NamedTuple):
    """The games of one core, and its scratch space."""

    first: int
    last: int
    scratch: Scratch


@cache
def loops_of(game: Game) -> dict[str, Any]:
    """The batch's loops, bound to the game."""
    kernel = kernel_of(game)
    bound: dict[str, Any] = {}
    for loop in batch_loops.BOUND:
        known = {**kernel.functions, **kernel.loops, **bound}
        bound[loop.__name__] = bind(loop, known, game.name, inline=loop in batch_loops.INLINED)
    return bound


class Batch:
    """Games side by side. In each step one seat of every game acts; a game that ends pays out and starts over.

    Every step writes, a row for each game:

    - ``to_act``, the seat that decides; -1 where a game has ended and hasn't begun anew;
    - ``masks``, 1 for each legal action, and ``legal``, the same as a list of which the first ``counts`` are meant;
    - ``features``, what that seat knows (``game.feature_table``);
    - ``rewards``, a column for each seat, and ``ended``, 1 where the game has just ended.

    ``final_features`` keeps what the seat that acted last (``final_seats``) saw when its game ended. Where several
    seats may act at once, the lowest acts first; with ``together`` all of them act from the same state, the arrays of
    decisions have a row for each game and seat, and ``to_act`` is 1 for each seat that decides.

    - ``restart``: when an ended game begins anew: "at once", in the "next step" (whose action it ignores), or "never",
      that is when you call ``begin``.
    - ``opponents``: "self" if you decide for all seats; "random" or "greedy" if the loop plays all but ``learners``,
      one seat for each game; ``noise`` is the share of random actions among the greedy ones.
    - ``skip_forced`` takes actions without an alternative for you.
    - ``points`` pays what each seat's points change by in a step, instead of payoffs at the end.
    - ``dense=False`` writes no masks, which is quicker where there are many actions.
    - ``buffers=2`` writes to two sets of arrays in turn, so what you got lasts until the step after the next.
    """

    def __init__(
        self,
        game: Game,
        games: int,
        *,
        seats: int | None = None,
        seed: int = 0,
        cores: int = 1,
        options: Mapping[str, Any] | None = None,
        masks: NDArray[np.int8] | None = None,
        features: NDArray[np.int8] | None = None,
        restart: str = "at once",
        opponents: str = "self",
        learners: NDArray[np.int8] | None = None,
        skip_forced: bool = False,
        points: bool = False,
        together: bool = False,
        dense: bool = True,
        buffers: int = 1,
        noise: float = 0.0,
    ) -> None:
        if integer(games, "the number of games") < 1:
            raise ValueError(f"a batch needs at least one game, not {games}")
        self.game = game
        self.games = games
        self.seats = game.checked_seats(seats)
        self.options = game.option_values(options or {}, self.seats)
        self.together = together
        self._ways = Ways(
            seats=self.seats,
            restart=_among(RESTARTS, restart, "restart"),
            opponents=_among(OPPONENTS, opponents, "opponents"),
            skip_forced=int(skip_forced),
            by_points=int(points),
            noise=round(noise * batch_loops.THOUSAND),
        )
        self._check_ways(buffers, masks is not None or features is not None)
        self._loops = loops_of(game)
        rows = games * self.seats if together else games
        self._playing = self._begun(rows, seed, learners)
        given = (masks, features) if buffers == 1 else (None, None)
        self._buffers = [self._arrays(rows, dense, *given) for _ in range(buffers)]
        self._shown = self._buffers[0]
        self._steps = 0
        self._chosen = np.zeros(rows, np.int64)
        cores = max(1, min(cores, games))
        edges = [games * core // cores for core in range(cores + 1)]
        self._parts = [Part(edges[core], edges[core + 1], scratch_for(game)) for core in range(cores)]
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None
        self.begin()

    def _check_ways(self, buffers: int, own_arrays: bool) -> None:
        if buffers not in (1, 2):
            raise ValueError(f"a batch has one or two buffers, not {buffers}")
        if own_arrays and (buffers == 2 or self.together):
            raise ValueError("arrays of your own go with one buffer and one seat at a time")
        self._check_noise()
        if self.together and (self._ways.opponents or self._ways.skip_forced):
            raise ValueError("with together=True you decide for all seats, and nothing is skipped")
        if self._ways.by_points and not self.game.scored:
            raise ValueError(f"{self.game.title} has no points midway that say more than who won; leave points off")

    def _check_noise(self) -> None:
        if not 0 <= self._ways.noise <= batch_loops.THOUSAND or (self._ways.noise and not self._ways.opponents):
            raise ValueError("noise is a share from 0 to 1, of the actions of opponents other than 'self'")

    def _begun(self, rows: int, seed: int, learners: NDArray[np.int8] | None) -> Playing:
        """What is being played, before the first game begins."""
        kernel = kernel_of(self.game)
        self.states = kernel.states(self.games)
        self.learners = np.full(self.games, NOBODY, np.int8)
        if learners is not None:
            self.learners[:] = learners
        alone = self._ways.opponents == batch_loops.SELF
        if alone != (learners is None) or (not alone and not (self.learners >= 0).all()):
            raise ValueError("give learners, one seat for each game, with opponents other than 'self', and only then")
        if (self.learners >= self.seats).any():
            raise ValueError(f"there are {self.seats} seats, from 0 on; a learner has a higher one")
        self.final_features = aligned((rows, self.game.features), np.int8)
        self.final_seats = np.zeros(self.games, np.int8)
        return Playing(
            states=self.states,
            blank=kernel.blank,
            options=self.game.option_numbers(self.options),
            rngs=np.array([generator(seed, stream) for stream in range(self.games)]),
            choices=np.array([generator(seed, CHOOSING + stream) for stream in range(self.games)]),
            learners=self.learners,
            over=np.zeros(self.games, np.int8),
            points=np.zeros((self.games, self.seats), np.int64),
            final_features=self.final_features,
            final_seats=self.final_seats,
        )

    def _arrays(
        self, rows: int, dense: bool, masks: NDArray[np.int8] | None, features: NDArray[np.int8] | None
    ) -> Shown:
        """One set of arrays to write to."""
        actions = self.game.actions
        return Shown(
            to_act=aligned((rows,), np.int8),
            masks=checked(masks, (rows, actions if dense else 0), "masks"),
            legal=aligned((rows, actions), np.int64),
            counts=aligned((rows,), np.int32),
            features=checked(features, (rows, self.game.features), "features"),
            rewards=aligned((self.games, self.seats), np.float32),
            ended=aligned((self.games,), np.int8),
        )

    def _by_seat(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array with an axis for seats, where they decide together."""
        return array.reshape(self.games, self.seats, *array.shape[1:]) if self.together else array

    @property
    def to_act(self) -> NDArray[np.int8]:
        """The seat that decides in each game; with ``together``, 1 for each seat that does."""
        return self._by_seat(self._shown.to_act)

    @property
    def masks(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        return self._by_seat(self._shown.masks)

    @property
    def legal(self) -> NDArray[np.int64]:
        """The legal actions as a list, of which the first ``counts`` are meant."""
        return self._by_seat(self._shown.legal)

    @property
    def counts(self) -> NDArray[np.int32]:
        """How many legal actions there are."""
        return self._by_seat(self._shown.counts)

    @property
    def features(self) -> NDArray[np.int8]:
        """What the seat that decides knows."""
        return self._by_seat(self._shown.features)

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each seat got in the last step."""
        return self._shown.rewards

    @property
    def ended(self) -> NDArray[np.int8]:
        """1 for each game that ended in the last step."""
        return self._shown.ended

    @property
    def noise(self) -> float:
        """The share of random actions among those of the opponents; you may change it between steps."""
        return self._ways.noise / batch_loops.THOUSAND

    @noise.setter
    def noise(self, share: float) -> None:
        self._ways = self._ways._replace(noise=round(share * batch_loops.THOUSAND))
        self._check_noise()

    def begin(self, which: NDArray[Any] | None = None) -> None:
        """Begin all games anew, or those for which ``which`` is true."""
        chosen = np.ones(self.games, np.int8) if which is None else np.asarray(which).astype(np.int8)
        if chosen.shape != (self.games,):
            raise ValueError(f"say for each of the {self.games} games whether it begins anew, not {chosen.shape}")
        loop = self._loops["begin_together" if self.together else "begin"]
        self._turn_buffers()
        self._everywhere(
            lambda part: loop(part.first, part.last, chosen, self._playing, self._shown, self._ways, part.scratch)
        )

    def step(self, actions: NDArray[Any]) -> None:
        """Apply one action in each game; ValueError if one of them isn't legal. -1 leaves a game as it is."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {given.dtype}")
        actions = np.ascontiguousarray(given, np.int64)
        if actions.shape != self.to_act.shape:
            raise ValueError(f"pass one action per decision: shape {self.to_act.shape}, not {actions.shape}")
        if not self._allowed(actions.reshape(-1)):
            raise ValueError("an action isn't legal in its game; legal and counts show which are")
        self.step_unchecked(actions)

    def step_unchecked(self, actions: NDArray[np.int64]) -> None:
        """Apply one action in each game without checking that they are legal."""
        chosen = actions.reshape(-1)
        loop = self._loops["step_together" if self.together else "step"]
        self._turn_buffers()
        self._everywhere(
            lambda part: loop(part.first, part.last, chosen, self._playing, self._shown, self._ways, part.scratch)
        )

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for each decision, -1 where there is none; the next call writes to the same array."""
        loop = self._loops["choose_randomly"]
        self._everywhere(lambda part: loop(part.first, part.last, self._playing, self._shown, self._ways, self._chosen))
        chosen: NDArray[np.int64] = self._by_seat(self._chosen)
        return chosen

    def step_randomly(self) -> None:
        """Apply a random legal action in each game; an ended one that begins in the next step begins."""
        if self.together:
            self.step_unchecked(self.random_actions())
            return
        before, loop = self._shown, self._loops["step_at_random"]
        self._turn_buffers()
        self._everywhere(
            lambda part: loop(part.first, part.last, before, self._playing, self._shown, self._ways, part.scratch)
        )

    def save(self, path: str | Path) -> None:
        """Write all games to a file, with what will be dealt in them; ``load`` goes on from there."""
        kept = {name: getattr(self._playing, name) for name in KEPT}
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file,
                heading=np.array(json.dumps(self._heading)),
                states=np.frombuffer(self.states.tobytes(), np.uint8),
                rewards=self.rewards,
                ended=self.ended,
                **kept,
            )

    def load(self, path: str | Path) -> None:
        """Go on with the games in a file of ``save``; ValueError if this batch was set up otherwise."""
        with np.load(path, allow_pickle=False) as kept:
            there = json.loads(str(kept["heading"]))
            for name, mine in self._heading.items():
                if there.get(name) != mine:
                    raise ValueError(f"the saved batch has {name} {there.get(name)!r}, this one {mine!r}")
            self.states[:] = kept["states"].view(self.states.dtype)
            for name in KEPT:
                getattr(self._playing, name)[:] = kept[name]
            self.begin(np.zeros(self.games, np.int8))
            self.rewards[:] = kept["rewards"]
            self.ended[:] = kept["ended"]

    @property
    def _heading(self) -> dict[str, Any]:
        """What two batches must have in common for the one to go on with the other's games."""
        game = self.game
        return {
            "game": game.name,
            "version": game.version,
            "box": game.box_mark,
            "feature table": game.feature_table.mark,
            "games": self.games,
            "options": json.loads(json.dumps(self.options)),
            "ways": self._ways._asdict(),
            "together": self.together,
        }

    def _allowed(self, actions: NDArray[np.int64]) -> bool:
        if actions.max() >= self.game.actions or actions.min() < LEAVE:
            return False
        counts, legal = self._shown.counts, self._shown.legal
        listed = np.arange(int(counts.max())) < counts[:, None]
        found = ((legal[:, : listed.shape[1]] == actions[:, None]) & listed).any(axis=1)
        idle = counts == 0 if self.together else (actions == LEAVE) | (counts == 0)
        return bool((found | idle).all())

    def _turn_buffers(self) -> None:
        self._steps += 1
        self._shown = self._buffers[self._steps % len(self._buffers)]

    def _everywhere(self, work: Callable[[Part], None]) -> None:
        if self._pool is None:
            work(self._parts[0])
        else:
            for done in [self._pool.submit(work, part) for part in self._parts]:
                done.result()


KEPT = ("rngs", "choices", "learners", "over", "points", "final_features", "final_seats")
"""What a saved batch holds of ``Playing``, apart from its states."""


def _among(known: Mapping[str, int], said: str, what: str) -> int:
    if said not in known:
        raise ValueError(f"{what} is one of {', '.join(map(repr, known))}, not {said!r}")
    return known[said]


def aligned(shape: tuple[int, ...], kind: DTypeLike) -> NDArray[Any]:
    """A new array of zeros that begins at a multiple of ``LINE`` bytes; memory is taken as it is written to."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + size].view(kind).reshape(shape)


def checked(given: NDArray[np.int8] | None, shape: tuple[int, int], name: str) -> NDArray[np.int8]:
    """The array given, or a new one; ValueError if it doesn't fit."""
    if given is None:
        return aligned(shape, np.int8)
    if given.shape != shape or given.dtype != np.int8 or not given.flags.c_contiguous:
        raise ValueError(f"{name} must be a contiguous int8 array of shape {shape}, not {given.dtype} {given.shape}")
    given[:] = 0
    return given
