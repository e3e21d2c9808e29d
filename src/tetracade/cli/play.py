"""``tetracade play``: a game in the terminal against bots."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from tetracade import games
from tetracade.bots.levels import bot_named
from tetracade.cli.app import app, check_writable, complain, console, read_options
from tetracade.table.table import IllegalAction, Result, Table, new_table
from tetracade.table.undo import at_home

HELP = "Type an action, or: list, why ACTION, undo, help, quit."
MANY = 24


@app.command("play")
def play(
    game: Annotated[str, typer.Argument(help="The game's name, as `tetracade games` lists it.")],
    seats: Annotated[int | None, typer.Option(help="How many seats; the game's usual number by default.")] = None,
    seat: Annotated[int, typer.Option(help="The seat you take, from 0.")] = 0,
    bot: Annotated[str, typer.Option(help="Who plays the other seats: random, greedy, or a level 1 to 5.")] = "2",
    seed: Annotated[int | None, typer.Option(help="Deal the same game again.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="NAME=VALUE, may be repeated.")] = None,
    record: Annotated[Path | None, typer.Option(help="Write the game's record to this file.")] = None,
) -> None:
    """Play a game in the terminal against bots."""
    found = games.find(game)
    rival = bot_named(found, bot, secrets.randbits(30))
    table = new_table(found, seats, seed, None, read_options(found, option or []))
    if not 0 <= seat < table.seats:
        complain(f"there is no seat {seat}; the seats are 0 to {table.seats - 1}")
    if record is not None:
        check_writable(record)
    console.print(f"[bold]{found.title}[/bold]  {HELP}  You are {found.words.seat_name(seat)}.")
    told = 0
    while not table.over:
        others = [other for other in table.acting if other != seat]
        if others:
            table.play(rival.choose(table, others[0]))
            continue
        told = tell(table, seat, told)
        console.print(table.drawing(seat))
        if not ask(table, seat):
            console.print("Good-bye.")
            break
        told = min(told, len(table.entries))
    tell(table, seat, told)
    show_result(table, seat)
    if record is not None:
        record.write_text(table.record(), encoding="utf-8")


def tell(table: Table, seat: int, since: int) -> int:
    """Print what happened since, and return how much has been told."""
    for line in table.story(seat, since):
        console.print(f"  {line}", markup=False, highlight=False)
    return len(table.entries)


def ask(table: Table, seat: int) -> bool:
    """Let the person do something; False when they leave."""
    while True:
        try:
            said = console.input("> ").strip()
        except EOFError:
            return False
        word, _, rest = said.partition(" ")
        if word in ("quit", "exit", "q"):
            return False
        if word in ("", "help", "?"):
            examples = ", ".join(action.notation for action in table.legal(seat)[:3])
            console.print(f"{HELP} For example: {examples}", highlight=False)
        elif word == "list":
            show_actions(table, seat)
        elif word == "why":
            show_why(table, seat, rest)
        elif word == "undo":
            if take_back(table, seat):
                return True
        else:
            try:
                table.play(said, seat)
            except IllegalAction as refused:
                console.print(str(refused), style="yellow", markup=False, highlight=False)
            else:
                return True


def show_actions(table: Table, seat: int) -> None:
    """Print what the seat may do."""
    actions = table.legal(seat)
    for action in actions[:MANY]:
        console.print(f"  {action.notation:<10} {action.text}", markup=False, highlight=False)
    if len(actions) > MANY:
        console.print(
            f"  … and {len(actions) - MANY} more: {' '.join(a.notation for a in actions[MANY:])}", markup=False
        )


def show_why(table: Table, seat: int, notation: str) -> None:
    """Print why an action is not allowed."""
    try:
        refusal = table.why_not(notation, seat)
    except IllegalAction as unreadable:
        console.print(str(unreadable), style="yellow", markup=False)
        return
    console.print(f"{refusal.reason} ({refusal.rule})" if refusal else "You may do that.", markup=False)


def take_back(table: Table, seat: int) -> bool:
    """Undo up to and including the seat's own last action; False if that may not be."""
    if reason := at_home(table, seat):
        console.print(reason, style="yellow")
        return False
    while table.undo().seat != seat:
        pass
    return True


def show_result(table: Table, seat: int) -> None:
    """Print the end."""
    result = table.result
    if result is None:
        return
    console.print(table.drawing(seat))
    names = table.game.words.seat_name
    for each, points in enumerate(result.points):
        parts = ", ".join(f"{name} {value}" for name, value in result.breakdown[each].items())
        said = "1 point" if points == 1 else f"{points} points"
        console.print(f"{names(each)}: {said} ({parts})", markup=False, highlight=False)
    console.print(f"[bold]{headline(table, result)}[/bold]: {result.reason}.")


def headline(table: Table, result: Result) -> str:
    """Who has won, in a few words."""
    names = [table.game.words.seat_name(winner) for winner in result.winners]
    if len(names) == table.seats > 1:
        return "A draw"
    return f"{' and '.join(names) or 'Nobody'} {'win' if len(names) > 1 else 'wins'}"
