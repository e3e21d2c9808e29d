"""The games for language models: a server of the Model Context Protocol, ``tetracade mcp``.

A model starts a table against bots, looks at it in words, asks what it may do and why not something else, and plays.
It is told what its seat may know, and nothing else.
"""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from tetracade import __version__, games
from tetracade.bots.levels import bot_named
from tetracade.engine.game import BadOption, Game
from tetracade.games import UnknownGame
from tetracade.table.table import IllegalAction, Table, new_table

MOST_TABLES = 64
MOST_LISTED = 200
"""How many moves are told at once."""

INSTRUCTIONS = (
    "Tabletop games about fours, against bots. Read `rules` of a game, `start` a table, then `look`, `moves` and "
    "`play` until it is over. Write an action in the notation that `moves` lists; `why_not` explains what is refused."
)

WRONG = (BadOption, UnknownGame, IllegalAction, ValueError, TypeError)
"""What is answered with a sentence instead of a failure."""


class Sitting:
    """One table, and the seat that the model has at it."""

    def __init__(self, table: Table, seat: int, bots: dict[int, Any]) -> None:
        self.table = table
        self.seat = seat
        self.bots = bots
        self.told = 0
        """How many entries of the story the model has been told."""
        self.play_on()

    def play_on(self) -> None:
        """Let bots act until the model's seat may, or the game is over."""
        while not self.table.over and self.seat not in self.table.acting:
            other = self.table.acting[0]
            self.table.step(other, self.bots[other].choose_number(self.table, other))

    def news(self) -> str:
        """What has happened since the model was last told."""
        lines = self.table.story(self.seat, self.told)
        self.told = len(self.table.entries)
        return "\n".join(f"- {line}" for line in lines) or "- Nothing yet."

    def look(self) -> str:
        """What the seat sees: the board, points, goals, and whose turn it is."""
        game, view = self.table.game, self.table.view(self.seat)
        name = game.words.seat_name
        parts = [self.table.drawing(self.seat)]
        if key := game.key(view):
            parts.append(key)
        for seat, points in enumerate(game.standing(view)):
            parts.append(f"{name(seat)}: " + ", ".join(f"{what} {count}" for what, count in points.items()))
        parts += game.aims(view)
        parts.append(f"You are {name(self.seat)}. {self.turn()}")
        return "\n".join(parts)

    def turn(self) -> str:
        """Whether it is the model's turn, or how the game ended."""
        result = self.table.result
        if result is None:
            return f"It is your turn: {len(self.table.legal_ids(self.seat))} moves."
        points = ", ".join(f"{self.table.game.words.seat_name(seat)} {got}" for seat, got in enumerate(result.points))
        won = "You won." if self.seat in result.winners else "You didn't win."
        return f"The game is over. {result.reason} {won} Points: {points}."

    def moves(self, containing: str) -> str:
        """What the seat may do, of which the notation or the words contain this text."""
        if self.table.over:
            return self.turn()
        said = [f"{action.notation} – {action.text}" for action in self.table.legal(self.seat)]
        found = [line for line in said if containing.lower() in line.lower()]
        left = len(found) - MOST_LISTED
        more = [f"… and {left} more; ask for those containing some text"] if left > 0 else []
        return "\n".join(found[:MOST_LISTED] + more) or f"None of your {len(said)} moves contains {containing!r}."


class Tables:
    """All tables of one client."""

    def __init__(self) -> None:
        self._sittings: dict[int, Sitting] = {}
        self._opened = 0

    def games(self) -> str:
        """List the games, with their seats and options."""
        return "\n\n".join(_listed(games.find(name)) for name in games.names())

    def rules(self, game: str) -> str:
        """Tell the numbered rules of a game."""
        return games.find(game).rules_text()

    def start(
        self,
        game: str,
        opponents: str = "beginner",
        seats: int | None = None,
        seat: int = 0,
        options: dict[str, str] | None = None,
        seed: int | None = None,
    ) -> str:
        """Start a table against bots: beginner, casual, skilled, expert, master, greedy or random.

        Seats are counted from 0. Options are written as `games` lists them. The same seed deals the same cards.
        """
        if len(self._sittings) >= MOST_TABLES:
            raise ValueError(f"you have {MOST_TABLES} tables; finish some with `leave` first")
        found = games.find(game)
        known = {option.name: option for option in found.options}
        chosen = {name: known[name].read(value) if name in known else value for name, value in (options or {}).items()}
        drawn = secrets.randbits(62) if seed is None else seed
        table = new_table(found, seats, drawn, options=chosen)
        if not 0 <= seat < table.seats:
            raise ValueError(f"there is no seat {seat}; the seats are 0 to {table.seats - 1}")
        bots = {other: bot_named(found, _level(opponents), drawn + other + 1) for other in range(table.seats)}
        self._opened += 1
        sitting = self._sittings[self._opened] = Sitting(table, seat, bots)
        return f"Table {self._opened}: {found.title}.\n{sitting.news()}\n\n{sitting.look()}"

    def look(self, table: int) -> str:
        """Tell what you see at a table: the board, your hand, points, whose turn it is."""
        return self._at(table).look()

    def story(self, table: int) -> str:
        """Tell everything that has happened at a table, as you saw it."""
        sitting = self._at(table)
        return "\n".join(sitting.table.story(sitting.seat)) or "Nothing yet."

    def moves(self, table: int, containing: str = "") -> str:
        """List what you may do now, each move as notation and in words; `containing` narrows the list."""
        return self._at(table).moves(containing)

    def why_not(self, table: int, action: str) -> str:
        """Tell why you may not do something now, with the number of the rule."""
        sitting = self._at(table)
        refusal = sitting.table.why_not(action, sitting.seat)
        if refusal is None:
            return f"You may play {action}."
        return f"{refusal.reason} ({refusal.rule})" if refusal.rule else refusal.reason

    def play(self, table: int, action: str) -> str:
        """Play an action, written in notation; the bots answer, and you are told what happened and what you see."""
        sitting = self._at(table)
        if refusal := sitting.table.why_not(action, sitting.seat):
            raise ValueError(f"{refusal.reason} ({refusal.rule})" if refusal.rule else refusal.reason)
        sitting.table.play(action, sitting.seat)
        sitting.play_on()
        return f"{sitting.news()}\n\n{sitting.look()}"

    def leave(self, table: int) -> str:
        """Leave a table; it is gone."""
        self._at(table)
        del self._sittings[table]
        return f"You left table {table}."

    def _at(self, table: int) -> Sitting:
        if table not in self._sittings:
            known = ", ".join(map(str, self._sittings)) or "none; `start` one"
            raise ValueError(f"you have no table {table}; your tables: {known}")
        return self._sittings[table]


def _listed(game: Game) -> str:
    seats = ", ".join(map(str, game.seats))
    lines = [f"{game.name}: {game.title}. {game.tagline} Seats: {seats}."]
    for option in game.options:
        lines.append(f"  {option.name}: {option.text} ({option.said_values}; usually {option.written(option.default)})")
    return "\n".join(lines)


def _level(name: str) -> str:
    """The bot's name; BadOption for bots that come from files or modules, which only the operator may choose."""
    if ":" in name or "." in name or "/" in name:
        raise BadOption(f"there is no bot {name!r}; name a level, greedy or random")
    return name


def with_reasons(tool: Callable[..., str]) -> Callable[..., str]:
    """The tool, which answers what is wrong in a sentence that the model is shown."""

    @wraps(tool)
    def told(*given: Any, **named: Any) -> str:
        try:
            return tool(*given, **named)
        except WRONG as error:
            raise ToolError(str(error)) from None

    return told


def server(tables: Tables | None = None) -> MCPServer[Any]:
    """The server, with a tool for each thing one can do at a table."""
    here = tables or Tables()
    made: MCPServer[Any] = MCPServer(
        "tetracade", title="Tetracade", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    tools: tuple[Callable[..., str], ...] = (
        *(here.games, here.rules, here.start, here.look, here.story),
        *(here.moves, here.why_not, here.play, here.leave),
    )
    for tool in tools:
        made.add_tool(with_reasons(tool), structured_output=False)
    return made
