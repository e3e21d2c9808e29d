"""``tetracade rl``: train a net by reinforcement learning, and evaluate it."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tetracade import games
from tetracade.bots.net import read_heading
from tetracade.cli.app import GameName, app, check_writable, complain, console, progress, read_options
from tetracade.cli.arena import show
from tetracade.cli.compile import compile_other_boxes
from tetracade.lab.arena import Contest, hold
from tetracade.lab.standings import standings_of

rl = typer.Typer(name="rl", no_args_is_help=True, help="Train nets, and evaluate them (docs/learning.md).")
app.add_typer(rl)


@rl.command("train")
def train(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The file for the net; its log and state are kept beside it.")],
    minutes: Annotated[float, typer.Option(help="How long to train in all.", min=0.05)] = 30.0,
    seats: Annotated[int | None, typer.Option(help="Number of seats.", min=1)] = None,
    against: Annotated[str, typer.Option(help="Who plays the other seats: greedy, random or self.")] = "greedy",
    seed: Annotated[int, typer.Option(help="Seed.", min=0)] = 0,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game option as NAME=VALUE; repeatable.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the training that this file is from.")] = False,
) -> None:
    """Train a net by masked PPO on the CPU, and keep the best checkpoint.

    Needs the extra: pip install 'tetracade\\[train]'. The net plays wherever bots do: --bots NET.npz,greedy.
    """
    try:
        from tetracade.rl.train import Trainer, state_of  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        complain(f"{error.name} is missing; install it with: pip install 'tetracade[train]'")
    found = games.find(game)
    if out.suffix != ".npz":
        complain(f"the net's file must end in .npz, not {out.suffix or 'nothing'}")
    if against not in ("greedy", "random", "self"):
        complain(f"--against is greedy, random or self, not {against}")
    check_writable(out)
    compile_other_boxes([found.name])
    trainer = Trainer(found, out, seats=seats, against=against, seed=seed, options=read_options(found, option or []))
    if resume:
        if not state_of(out).exists():
            complain(f"there is no {state_of(out)} to resume from")
        trainer.resume()
    with progress() as bar:
        task = bar.add_task(found.title, total=round(minutes * 60), completed=int(trainer.spent))
        for checkpoint in trainer.run(minutes):
            bar.update(task, completed=int(trainer.spent))
            console.print(
                f"{checkpoint.minutes:6.2f} min  {checkpoint.decisions:>11,} decisions  {checkpoint.games:>9,} games  "
                f"against greedy {checkpoint.against_greedy:.1%}  noise {checkpoint.noise:.0%}",
                highlight=False,
            )


@rl.command("evaluate")
def evaluate(
    net: Annotated[Path, typer.Argument(help="The net's file.")],
    against: Annotated[str, typer.Option(help="Bots, separated by commas; a match with each.")] = "greedy,beginner",
    number: Annotated[int, typer.Option("--games", help="Games against each.", min=1)] = 400,
    seats: Annotated[int, typer.Option(help="Number of seats, shared evenly between the two.", min=2)] = 2,
    seed: Annotated[int, typer.Option(help="Seed; training doesn't use it.")] = 7_000_000,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game option as NAME=VALUE; repeatable.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(help="Number of processes; one per core by default.", min=1)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the standings as JSON lines.")] = False,
) -> None:
    """Let a net play other bots, and print the standings with 95 % intervals."""
    found = games.find(str(read_heading(net).get("game")))
    for rival in (name.strip() for name in against.split(",") if name.strip()):
        names = tuple(str(net) if seat % 2 == 0 else rival for seat in range(seats))
        contest = Contest(found.name, names, number, seats, seed, read_options(found, option or []))
        played = []
        with progress() as bar:
            task = bar.add_task(f"{found.title}: {rival}", total=contest.total)
            for one in hold(contest, [], jobs):
                played.append(one)
                bar.advance(task)
        standings = standings_of(played)
        if as_json:
            print(json.dumps([asdict(standing) for standing in standings], allow_nan=False))
        else:
            show(f"{found.title} against {rival}", standings)
