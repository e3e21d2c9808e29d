"""``tetracade games`` and ``tetracade rules``."""

import json
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from tetracade import games
from tetracade.cli.app import GameName, app, console
from tetracade.table.diagrams import rules_drawn


@app.command("games")
def list_games(as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False) -> None:
    """List the games with their seats and options."""
    found = [games.find(name) for name in games.names()]
    if as_json:
        described = [
            {
                "name": game.name,
                "title": game.title,
                "version": game.version,
                "tagline": game.tagline,
                "seats": list(game.seats),
                "box": game.box_mark,
                "options": [
                    {
                        "name": option.name,
                        "values": list(option.values),
                        "default": option.default,
                        "many": option.many,
                        "rule": option.rule,
                        "text": option.text,
                    }
                    for option in game.options
                ],
            }
            for game in found
        ]
        print(json.dumps(described, indent=2))
        return
    for game in found:
        console.print(f"[bold]{game.title}[/bold]  [cyan]{game.name}[/cyan]", highlight=False)
        seats = ", ".join(map(str, game.seats))
        _indented(f"{game.tagline} Seats: {seats}.")
        if game.box_mark:
            _indented(f"Played with {game.box_said}.")
        for option in game.options:
            several = "any of " if option.many else ""
            _indented(f"{option.name}: {several}{option.said_values} ({option.text})")
        console.print()
    console.print("To play: tetracade play NAME. Set options with -o NAME=VALUE.", highlight=False)


def _indented(text: str) -> None:
    console.print(Padding(Text(text), (0, 0, 0, 2)))


@app.command("rules")
def show_rules(
    game: GameName,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Show a game's rules with their numbers."""
    found = games.find(game)
    if as_json:
        print(json.dumps({"game": found.name, "rules": found.rules_text()}))
    else:
        console.print(Markdown(rules_drawn(found)))
