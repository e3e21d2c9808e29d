"""Five levels of bots for every game, named for people."""

from dataclasses import dataclass

from tetracade.bots.bot import Bot, GreedyBot, RandomBot
from tetracade.bots.searcher import SearchBot
from tetracade.engine.game import BadOption, Game


@dataclass(frozen=True)
class Level:
    """One level: its number, name, and a word on how it plays."""

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
    """The level of this number or name."""
    for level in LEVELS:
        if str(said).strip().lower() in (str(level.number), level.name.lower()):
            return level
    names = ", ".join(f"{level.number} {level.name}" for level in LEVELS)
    raise BadOption(f"there is no level {said!r}; the levels are {names}")


def bot(game: Game, level: int | str = 3, seed: int = 0) -> SearchBot:
    """A bot of this level."""
    found = level_of(level)
    return SearchBot(game, game.tuning.strengths[found.number - 1], seed=seed, name=found.name.lower())


def bot_named(game: Game, name: str, seed: int = 0) -> Bot:
    """A bot by name: random, greedy, or a level's name or number."""
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot()
    try:
        return bot(game, name, seed)
    except BadOption:
        names = ", ".join(("random", "greedy", *(level.name.lower() for level in LEVELS)))
        raise BadOption(f"there is no bot {name!r}; the bots are {names}") from None
