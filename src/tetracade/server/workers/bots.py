"""The bots: each move is thought out in a bot process, with a deadline; at a glance where none answers."""

import logging
import secrets

import msgspec

from tetracade.engine.chance import generator
from tetracade.engine.kernel import kernel_of
from tetracade.server.metrics import Metrics
from tetracade.server.settings import Settings
from tetracade.server.workers.bot_worker import Choice, Job
from tetracade.server.workers.pool import NoAnswer, Pool
from tetracade.table.table import Table

logger = logging.getLogger("tetracade.bots")


def redealt(table: Table, seat: int, seed: int) -> bytes:
    """The table's record with all the seat cannot know drawn anew."""
    kernel = kernel_of(table.game)
    states = kernel.states()
    states[0] = table.state
    kernel.redeal(states[0], seat, generator(seed))
    return bytes(states.tobytes())


def at_a_glance(table: Table, seat: int, legal: list[int] | None = None) -> int:
    """The action that looks best at once, by the game's own rating; equals are drawn by lot."""
    kernel = kernel_of(table.game)
    seed = secrets.randbits(62)
    states = kernel.states()
    states[0] = table.state
    kernel.redeal(states[0], seat, generator(seed))
    legal = legal or kernel.legal(table.state, seat)
    ratings = kernel.rate(states[0], seat, legal)
    best = [action for action, rating in zip(legal, ratings, strict=True) if rating == max(ratings)]
    return secrets.choice(best)


class Bots:
    """A number of bot processes. Without any, bots act at a glance."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._wanted = settings.workers
        arguments = (settings.bot, *settings.more_games)
        self._pool = Pool(
            "tetracade.server.workers.bot_worker", arguments, max(settings.workers, 1), settings.bot_seconds
        )
        self._metrics = metrics
        self._decoder = msgspec.json.Decoder(Choice)
        self._jobs = 0

    async def choose(self, table: Table, seat: int, level: int, urgent: bool = True) -> int:
        """What the bot of this level does; whatever happens to its process, an answer comes. The urgent go first."""
        if self._wanted == 0:
            return at_a_glance(table, seat)
        self._jobs += 1
        job = Job(
            id=self._jobs,
            game=table.game.name,
            seats=table.seats,
            options=table.options,
            state=redealt(table, seat, secrets.randbits(62)),
            seat=seat,
            level=level,
            seed=secrets.randbits(62),
        )
        legal = kernel_of(table.game).legal(table.state, seat)
        glance = at_a_glance(table, seat)
        action = await self._asked(job, urgent)
        if action not in legal:
            self._metrics.count("bot_fallbacks")
            return glance
        return action

    async def _asked(self, job: Job, urgent: bool) -> int:
        """What the process answers; -1 if it does not, or nothing of use."""

        def read(line: bytes) -> Choice:
            choice = self._decoder.decode(line)
            if choice.id != job.id:
                raise ValueError("an answer to another job")
            return choice

        try:
            choice = await self._pool.ask(msgspec.json.encode(job), read, urgent)
        except NoAnswer:
            self._metrics.count("bot_replaced")
            return -1
        if choice.error:
            logger.warning("bot failed", extra={"why": choice.error, "game": job.game})
        return choice.action

    async def close(self) -> None:
        """End all processes."""
        await self._pool.close()
