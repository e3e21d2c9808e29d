"""``tetracade games`` and ``tetracade rules``."""

import json
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table as Grid

from tetracade import games
from tetracade.cli.app import app, console


@app.command("games")
def list_games(as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False) -> None:
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
    grid = Grid("name", "title", "seats", "what it is", "options")
    for game in found:
        options = "\n".join(f"{option.name} ({option.said_values})" for option in game.options)
        grid.add_row(game.name, game.title, ", ".join(map(str, game.seats)), game.tagline, options)
    console.print(grid)


@app.command("rules")
def show_rules(
    game: Annotated[str, typer.Argument(help="The game's name, as `tetracade games` lists it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Show a game's rules with their numbers."""
    text = (games.find(game).folder / "rules.md").read_text(encoding="utf-8")
    if as_json:
        print(json.dumps({"game": games.find(game).name, "rules": text}))
    else:
        console.print(Markdown(text))
