"""``tetracade play``: a game in the terminal against bots."""

import secrets
from itertools import count, groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape, render

from tetracade import games
from tetracade.bots.bot import Bot
from tetracade.bots.levels import bot_named
from tetracade.cli.app import GameName, app, check_writable, complain, complete_bots, console, read_options
from tetracade.cli.compile import compile_other_boxes
from tetracade.engine.birthdays import birthday_of
from tetracade.engine.drawing import WIDTH, width
from tetracade.table.match import Match
from tetracade.table.narration import reasons_for, since_own_turn
from tetracade.table.table import Action, IllegalAction, Result, Table, new_table
from tetracade.table.undo import take_back_of

COMMANDS = """\
  [bold]list[/bold]         all your moves
  [bold]hint[/bold]         what a strong player would do
  [bold]why[/bold] MOVE     why you can't make that move
  [bold]undo[/bold]         take your last move back
  [bold]board[/bold]        show the board again
  [bold]key[/bold]          what the letters and numbers mean
  [bold]story[/bold]        everything that has happened
  [bold]quit[/bold]         leave the game"""
FROM_MEMORY = COMMANDS.replace("everything that has happened", "what has happened since your last turn").replace(
    "  [bold]hint[/bold]         what a strong player would do\n", ""
)
MANY = 24
"""How many moves are listed with their words; the rest only by notation."""
FEW = 4
"""If dealing takes more lines than this, it isn't shown."""


@app.command("play")
def play(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="Number of seats; the game's usual number by default.")] = None,
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    bot: Annotated[
        str,
        typer.Option(
            autocompletion=complete_bots,
            help="Who plays the other seats: random, greedy, a level from 1 to 5, NET.npz for a net, or "
            "module:Class for your own.",
        ),
    ] = "2",
    seed: Annotated[int | None, typer.Option(help="Seed: the same seed deals the same game.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game option as NAME=VALUE; repeatable.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Save the game's record to this file; in a match, one for each game.")
    ] = None,
    match_games: Annotated[int, typer.Option("--games", help="Play a match of this many games.", min=1, max=99)] = 1,
    series: Annotated[
        str, typer.Option(help="Continue a match or a campaign from the line that was printed when you left it.")
    ] = "",
) -> None:
    """Play a game in the terminal against bots."""
    found = games.find(game)
    rival = bot_named(found, bot, secrets.randbits(30))
    number, options = found.checked_seats(seats), read_options(found, option or [])
    if not 0 <= seat < number:
        complain(f"there is no seat {seat}; the seats are 0 to {number - 1}")
    if found.asks_birthdays(options):
        options = found.settled(options, ask_birthdays(number, seat))
    in_all = Match(found, number, match_games, options, seed, series) if match_games > 1 or series else None
    table = new_table(found, number, seed, None, options) if in_all is None else in_all.next()
    if record is not None:
        check_writable(record)
    compile_other_boxes([found.name])
    if found.box is not None and found.box_mark:
        say(f"Played with {found.box_said}.")
    console.print(f"[bold]{found.title}[/bold]: you are {found.words.seat_name(seat)}. Type help for the commands.")
    show_key(table, seat)
    if in_all is not None:
        play_match(in_all, table, seat, rival, record)
        return
    play_on(table, seat, rival)
    show_result(table, seat)
    cheer(table, seat)
    if record is not None:
        record.write_text(table.record(), encoding="utf-8")


def play_match(match: Match, table: Table, seat: int, rival: Bot, record: Path | None) -> None:
    """Play the match to its end, or until the person leaves; then say how to go on with it."""
    person = match.player_in(seat)
    while True:
        say(f"{sentence(match)} In this game you are {match.game.words.seat_name(seat)}.")
        play_on(table, seat, rival)
        if record is not None:
            next_file(record).write_text(table.record(), encoding="utf-8")
        if not table.over:
            kept = f'tetracade play {match.game.name} --seats {match.seats} --seat {seat} --series "{match.saved}"'
            say(f"Play on later, this game from its start, with: {kept}")
            return
        show_result(table, seat)
        match.add(table)
        if match.over:
            say(sentence(match))
            return
        table = match.next()
        seat = match.seat_of(person)


def sentence(match: Match) -> str:
    """How the match stands, as a sentence."""
    return f"{str(match)[:1].upper()}{str(match)[1:]}."


def next_file(record: Path) -> Path:
    """The first of the files name-1, name-2, … that isn't there yet: a match that goes on later overwrites nothing."""
    numbered = (record.with_stem(f"{record.stem}-{number}") for number in count(1))
    return next(file for file in numbered if not file.exists())


def play_on(table: Table, seat: int, rival: Bot) -> None:
    """Play until the game is over or the person leaves."""
    told = 0 if len(table.entries) <= FEW else len(table.entries)
    while not table.over:
        others = [other for other in table.acting if other != seat]
        if others:
            table.play(rival.choose(table, others[0]))
            continue
        told = tell(table, seat, told)
        show_board(table, seat)
        show_goal(table, seat)
        if not ask(table, seat):
            console.print("Goodbye.")
            break
        told = min(told, len(table.entries))
    tell(table, seat, told)


def show_board(table: Table, seat: int) -> None:
    """Print the board, as wide as the terminal lets it be; where that is too narrow, say how wide it should be."""
    width.set(min(WIDTH, console.width))
    drawn = table.drawing(seat, markup=True)
    console.print(drawn, soft_wrap=True)
    needed = max(len(line) for line in render(drawn).plain.splitlines())
    if needed > console.width:
        say(f"The board needs {needed} columns; this window has {console.width}.", "yellow")


def show_goal(table: Table, seat: int) -> None:
    """Print what wins, and how far everyone is."""
    view = table.view(seat)
    said = [
        f"{'you' if each == seat else table.game.words.seat_name(each)} {far}"
        for each, far in enumerate(table.game.progress(view))
        if far
    ]
    say(f"Goal: {table.game.goal(view)}", "dim")
    if said:
        say(f"So far: {'; '.join(said)}.", "dim")


def tell(table: Table, seat: int, since: int, most: int = FEW) -> int:
    """Print what has happened since, but no more than ``most`` draws in a row; return how much has been told in all."""
    lines = table.story(seat, since)
    for by_chance, run in groupby(zip(table.entries[since:], lines, strict=True), lambda told: told[0].seat < 0):
        said = [line for _, line in run]
        if by_chance and len(said) > most:
            say(f"  ({len(said)} draws in a row; type story to read them)", "dim")
        else:
            for line in said:
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
            case "hint" if from_memory(table):
                say("You're playing from memory, so there are no hints.", "yellow")
            case "hint":
                show_hint(table, seat)
            case "why":
                show_why(table, seat, rest)
            case "board":
                show_board(table, seat)
            case "key":
                show_key(table, seat)
            case "story":
                since = since_own_turn(table, seat) if from_memory(table) else 0
                tell(table, seat, since, most=len(table.entries))
            case "undo":
                if take_back(table, seat):
                    return True
            case _:
                if do(table, seat, said):
                    return True


def do(table: Table, seat: int, said: str) -> bool:
    """Make the move and return True; print the reason and return False if it isn't allowed."""
    try:
        table.play(action_said(table, seat, said), seat)
    except IllegalAction as refused:
        say(str(refused), "yellow")
        return False
    return True


def action_said(table: Table, seat: int, said: str) -> int | str:
    """The action meant by what the person has typed; the text itself if it is none, for the table to refuse."""
    try:
        return table.game.action_seen(table.view(seat), said)
    except ValueError:
        return said


def shown(table: Table, action: Action) -> str:
    """The action as the person would type it."""
    return table.game.notation_seen(table.view(action.seat), action.id)


def show_help(table: Table, seat: int) -> None:
    """Print what you can type."""
    examples = ", ".join(shown(table, action) for action in table.legal(seat)[:3])
    console.print(f"Type a move, for example {escape(examples)}, or:", highlight=False)
    console.print(FROM_MEMORY if from_memory(table) else COMMANDS, highlight=False)


def from_memory(table: Table) -> bool:
    """Whether the table says no more than what happened since the person's last turn."""
    return table.game.is_from_memory(table.options)


def show_key(table: Table, seat: int) -> None:
    """Print what you need to read the drawing."""
    if key := table.game.key(table.view(seat)):
        say(key, "dim")


def show_actions(table: Table, seat: int) -> None:
    """Print the seat's legal moves."""
    actions = table.legal(seat)
    for action in actions[:MANY]:
        say(f"  {shown(table, action):<10} {action.text}")
    if len(actions) > MANY:
        say(f"  … and {len(actions) - MANY} more: {', '.join(shown(table, action) for action in actions[MANY:])}")


def show_hint(table: Table, seat: int) -> None:
    """Print the three moves the strongest bot likes best, what it expects of them, and what speaks for them."""
    for finding in bot_named(table.game, "master").explain(table, seat, 3):
        outlook = finding.proof or f"expects {finding.value:.0%}"
        say(f"  {shown(table, finding.action):<10} {finding.action.text} ({outlook})")
        if why := reasons_for(table, seat, finding.action.id):
            say(f"  {'':<10} It {' and '.join(why)}.", "dim")


def show_why(table: Table, seat: int, notation: str) -> None:
    """Print why the move isn't allowed."""
    refusal = table.why_not(action_said(table, seat, notation), seat)
    if refusal is None:
        say("You can do that.")
    else:
        say(f"{refusal.reason} ({refusal.rule})" if refusal.rule else refusal.reason, "yellow")


def take_back(table: Table, seat: int) -> bool:
    """Undo the seat's last move with the answers to it; print why and return False if that isn't allowed."""
    found = take_back_of(table, seat, (seat,), together=True)
    for _ in range(found.actions):
        table.undo()
    if not found.actions:
        say(found.reason, "yellow")
    return found.actions > 0


def show_result(table: Table, seat: int) -> None:
    """Print the final board, the points and who won."""
    result = table.result
    if result is None:
        return
    show_board(table, seat)
    names = table.game.words.seat_name
    for each, points in enumerate(result.points):
        parts = ", ".join(f"{name} {value}" for name, value in result.breakdown[each].items())
        said = "1 point" if points == 1 else f"{points} points"
        say(f"{names(each)}: {said} ({parts})")
    console.print(f"[bold]{headline(table, result)}[/bold]: {result.reason}.")


def ask_birthdays(seats: int, seat: int) -> list[str]:
    """The birthdays by seat, of which the person tells their own or not; bots have none."""
    found = [""] * seats
    while True:
        try:
            found[seat] = birthday_of(console.input("Your birthday, day and month, such as 24 Dec (or press Enter): "))
        except EOFError:
            return found
        except ValueError as error:
            say(str(error), "yellow")
            continue
        return found


def cheer(table: Table, seat: int) -> None:
    """Let the bots cheer a person who has won, and a person the winners, if they like."""
    result = table.result
    if result is None or not result.winners or len(result.winners) == table.seats:
        return
    names, ways = table.game.words.seat_name, {way.how: way for way in table.game.cheers}
    if seat in result.winners:
        for other in range(table.seats):
            if other not in result.winners:
                say(f"{names(other)} {table.game.cheers[0].text}.")
        return
    winners = " and ".join(names(winner) for winner in result.winners)
    while True:
        try:
            said = console.input(f"Cheer {winners}? Type {' or '.join(ways)}, or press Enter: ").strip().lower()
        except EOFError:
            return
        if not said:
            return
        if said in ways:
            say(f"{names(seat)} {ways[said].text}.")


def headline(table: Table, result: Result) -> str:
    """Who won, in a few words."""
    names = [table.game.words.seat_name(winner) for winner in result.winners]
    if len(names) == table.seats > 1:
        return "A draw"
    return f"{' and '.join(names) or 'Nobody'} {'win' if len(names) > 1 else 'wins'}"
