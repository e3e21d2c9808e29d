"""``tetracade play``: a game in the terminal against bots."""

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from tetracade import games
from tetracade.bots.bot import Bot
from tetracade.bots.levels import bot_named
from tetracade.cli.app import GameName, app, check_writable, complain, complete_bots, console, read_options
from tetracade.table.table import IllegalAction, Result, Table, new_table
from tetracade.table.undo import at_home

COMMANDS = """\
  [bold]list[/bold]         all your moves
  [bold]hint[/bold]         what a strong player would do
  [bold]why[/bold] MOVE     why you can't make that move
  [bold]undo[/bold]         take your last move back
  [bold]board[/bold]        show the board again
  [bold]key[/bold]          what the letters and numbers mean
  [bold]story[/bold]        everything that has happened
  [bold]quit[/bold]         leave the game"""
MANY = 24
"""How many moves are listed with their words; the rest only by notation."""
FEW = 4
"""If dealing takes more lines than this before the first move, it isn't shown."""


@app.command("play")
def play(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="Number of seats; the game's usual number by default.")] = None,
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    bot: Annotated[
        str,
        typer.Option(
            autocompletion=complete_bots,
            help="Who plays the other seats: random, greedy, a level from 1 to 5, or module:Class for your own.",
        ),
    ] = "2",
    seed: Annotated[int | None, typer.Option(help="Seed: the same seed deals the same game.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game option as NAME=VALUE; repeatable.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Save the game's record to this file.")] = None,
) -> None:
    """Play a game in the terminal against bots."""
    found = games.find(game)
    rival = bot_named(found, bot, secrets.randbits(30))
    table = new_table(found, seats, seed, None, read_options(found, option or []))
    if not 0 <= seat < table.seats:
        complain(f"there is no seat {seat}; the seats are 0 to {table.seats - 1}")
    if record is not None:
        check_writable(record)
    console.print(f"[bold]{found.title}[/bold]: you are {found.words.seat_name(seat)}. Type help for the commands.")
    show_key(table, seat)
    play_on(table, seat, rival)
    show_result(table, seat)
    if record is not None:
        record.write_text(table.record(), encoding="utf-8")


def play_on(table: Table, seat: int, rival: Bot) -> None:
    """Play until the game is over or the person leaves."""
    told = 0 if len(table.entries) <= FEW else len(table.entries)
    while not table.over:
        others = [other for other in table.acting if other != seat]
        if others:
            table.play(rival.choose(table, others[0]))
            continue
        told = tell(table, seat, told)
        console.print(table.drawing(seat, markup=True))
        if not ask(table, seat):
            console.print("Goodbye.")
            break
        told = min(told, len(table.entries))
    tell(table, seat, told)


def tell(table: Table, seat: int, since: int) -> int:
    """Print what has happened since, and return how much has been told in all."""
    for line in table.story(seat, since):
        say(f"  {line}")
    return len(table.entries)


def say(text: str, style: str = "") -> None:
    """Print the text literally, without markup."""
    console.print(escape(text), style=style or None, highlight=False)


def ask(table: Table, seat: int) -> bool:
    """Let the person make a move; return False if they leave."""
    while True:
        try:
            said = console.input("> ").strip()
        except EOFError:
            return False
        word, _, rest = said.partition(" ")
        match word.lower():
            case "quit" | "exit" | "q":
                return False
            case "" | "help" | "?":
                show_help(table, seat)
            case "list":
                show_actions(table, seat)
            case "hint":
                show_hint(table, seat)
            case "why":
                show_why(table, seat, rest)
            case "board":
                console.print(table.drawing(seat, markup=True))
            case "key":
                show_key(table, seat)
            case "story":
                tell(table, seat, 0)
            case "undo":
                if take_back(table, seat):
                    return True
            case _:
                if do(table, seat, said):
                    return True


def do(table: Table, seat: int, said: str) -> bool:
    """Make the move and return True; print the reason and return False if it isn't allowed."""
    try:
        table.play(said, seat)
    except IllegalAction as refused:
        say(str(refused), "yellow")
        return False
    return True


def show_help(table: Table, seat: int) -> None:
    """Print what you can type."""
    examples = ", ".join(action.notation for action in table.legal(seat)[:3])
    console.print(f"Type a move, for example {escape(examples)}, or:", highlight=False)
    console.print(COMMANDS, highlight=False)


def show_key(table: Table, seat: int) -> None:
    """Print what you need to read the drawing."""
    if key := table.game.key(table.view(seat)):
        say(key, "dim")


def show_actions(table: Table, seat: int) -> None:
    """Print the seat's legal moves."""
    actions = table.legal(seat)
    for action in actions[:MANY]:
        say(f"  {action.notation:<10} {action.text}")
    if len(actions) > MANY:
        say(f"  … and {len(actions) - MANY} more: {' '.join(action.notation for action in actions[MANY:])}")


def show_hint(table: Table, seat: int) -> None:
    """Print the three moves the strongest bot likes best, and what it expects of them."""
    for finding in bot_named(table.game, "master").explain(table, seat, 3):
        say(f"  {finding.action.notation:<10} {finding.action.text} (expects {finding.value:.0%})")


def show_why(table: Table, seat: int, notation: str) -> None:
    """Print why the move isn't allowed."""
    refusal = table.why_not(notation, seat)
    if refusal is None:
        say("You can do that.")
    else:
        say(f"{refusal.reason} ({refusal.rule})" if refusal.rule else refusal.reason, "yellow")


def take_back(table: Table, seat: int) -> bool:
    """Undo everything back to and including the seat's last move; return False if that isn't allowed."""
    if reason := at_home(table, seat):
        say(reason, "yellow")
        return False
    while table.undo().seat != seat:
        pass
    return True


def show_result(table: Table, seat: int) -> None:
    """Print the final board, the points and who won."""
    result = table.result
    if result is None:
        return
    console.print(table.drawing(seat, markup=True))
    names = table.game.words.seat_name
    for each, points in enumerate(result.points):
        parts = ", ".join(f"{name} {value}" for name, value in result.breakdown[each].items())
        said = "1 point" if points == 1 else f"{points} points"
        say(f"{names(each)}: {said} ({parts})")
    console.print(f"[bold]{headline(table, result)}[/bold]: {result.reason}.")


def headline(table: Table, result: Result) -> str:
    """Who won, in a few words."""
    names = [table.game.words.seat_name(winner) for winner in result.winners]
    if len(names) == table.seats > 1:
        return "A draw"
    return f"{' and '.join(names) or 'Nobody'} {'win' if len(names) > 1 else 'wins'}"
