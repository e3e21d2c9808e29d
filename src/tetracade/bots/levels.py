"""Five levels of bots for every game, named for people."""

from dataclasses import dataclass, replace

from tetracade.bots.bot import Bot, GreedyBot, RandomBot
from tetracade.bots.net import is_net, net_bot
from tetracade.bots.own import OwnBot, maker_of, registered
from tetracade.bots.searcher import SearchBot
from tetracade.engine.game import BadOption, Game


@dataclass(frozen=True)
class Level:
    """One level: its number, its name, and how it plays in a few words."""

    number: int
    name: str
    text: str


LEVELS = (
    Level(1, "Beginner", "knows the rules and overlooks a lot"),
    Level(2, "Casual", "plays for fun and misses a trick now and then"),
    Level(3, "Skilled", "sees many chances and thinks a little ahead"),
    Level(4, "Expert", "overlooks little and thinks ahead"),
    Level(5, "Master", "the strongest: takes up to a second for a move"),
)


def level_of(said: int | str) -> Level:
    """The level with this number or name; BadOption lists them."""
    for level in LEVELS:
        if str(said).strip().lower() in (str(level.number), level.name.lower()):
            return level
    names = ", ".join(f"{level.number} {level.name}" for level in LEVELS)
    raise BadOption(f"there is no level {said!r}; the levels are {names}")


def bot(game: Game, level: int | str = 3, seed: int = 0) -> SearchBot:
    """A bot of this level."""
    found = level_of(level)
    return SearchBot(game, game.tuning.strengths[found.number - 1], seed=seed, name=found.name.lower())


FIRST_MASTER = "master-1"
"""Master as it was before it proved ends and before playouts compared all actions."""


def first_master(game: Game, seed: int = 0) -> SearchBot:
    """Master as it was, to compare with."""
    strength = replace(game.tuning.first_master or game.tuning.strengths[-1], skips=True)
    return SearchBot(game, strength, seed=seed, name=FIRST_MASTER)


def bot_named(game: Game, name: str, seed: int = 0) -> Bot:
    """The bot with this name: random, greedy, a level's name or number, a net's file, or your own (``bots.own``)."""
    said = name.strip()
    if said.lower() == "random":
        return RandomBot(seed)
    if said.lower() == "greedy":
        return GreedyBot()
    if said.lower() == FIRST_MASTER:
        return first_master(game, seed)
    if is_net(said):
        return net_bot(game, said, seed)
    if maker := maker_of(said):
        return OwnBot(said, maker, game, seed)
    try:
        return bot(game, said, seed)
    except BadOption:
        raise BadOption(
            f"there is no bot {name!r}; the bots are {', '.join(bot_names())}, NET.npz for a net, "
            "or module:Class for your own"
        ) from None


def bot_names() -> tuple[str, ...]:
    """All names that ``bot_named`` accepts, apart from ``module:Class``."""
    return ("random", "greedy", *(level.name.lower() for level in LEVELS), FIRST_MASTER, *registered())
