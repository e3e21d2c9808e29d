"""``tetracade box``: what is in a game's box, and whether another one can be played with."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from typer.core import TyperGroup

import tetracade
from tetracade import games
from tetracade.cli.app import GameName, app, complain, console, progress
from tetracade.cli.compile import compile_now
from tetracade.engine.box import BadBox
from tetracade.engine.boxes import by_game
from tetracade.engine.game import Game
from tetracade.lab.trial import Endless, Trial, try_out


class ShowsByDefault(TyperGroup):
    """The command group: what is no command of its own is the name of a game."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that these arguments call."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["show", *args])


box_app = typer.Typer(
    cls=ShowsByDefault,
    no_args_is_help=True,
    help="What is in a game's box: print it (tetracade box GAME), or check one of your own.",
)
app.add_typer(box_app, name="box")


@box_app.command("show")
def show_box(game: GameName) -> None:
    """Print a game's box: the file to copy and correct. You can leave out the word `show`."""
    box = games.find(game).box
    if box is None:
        complain(f"{games.find(game).title} has no box of its own: its rules say everything")
    print(box.path.read_text(encoding="utf-8"), end="")


@box_app.command("check")
def check_box(
    file: Annotated[str, typer.Argument(help="A box: a file, or the name of one that comes with a game.")],
    number: Annotated[int, typer.Option("--games", help="Random games to play with it.", min=1)] = 1000,
) -> None:
    """Say what is impossible in a box; if nothing is, play random games with it."""
    chosen = by_game([file])
    if len(chosen) != 1:
        raise BadBox(f"{file} has boxes for {', '.join(chosen)}; check one at a time")
    tetracade.use_box(file)
    game = games.find(next(iter(chosen)))
    differs = "plays like the standard box" if not game.box_mark else f"is {game.box_said}"
    console.print(
        f"{Path(file).name} can be played with: for {game.title}, it {differs}.", markup=False, soft_wrap=True
    )
    compile_now([game.name])
    found: dict[int, Trial] = {}
    with progress() as bar:
        task = bar.add_task("random games", total=number)
        try:
            for trial in try_out(game, number):
                found[trial.seats] = trial
                bar.advance(task)
        except Endless as error:
            complain(f"{file}: {error}")
    show_trials(game, list(found.values()))


def show_trials(game: Game, trials: list[Trial]) -> None:
    """Print how long random games are, and how they end."""
    grid = Grid("seats", "games", "shortest", "median", "longest", "results", title=f"{game.title}: random games")
    for trial in sorted(trials, key=lambda trial: trial.seats):
        wins = [f"{game.words.seat_name(seat)} {trial.wins[seat]}" for seat in range(trial.seats)]
        results = ", ".join([*wins, f"shared {trial.shared}", f"nobody {trial.nobody}"])
        lengths = (min(trial.lengths), trial.median, max(trial.lengths))
        grid.add_row(str(trial.seats), str(len(trial.lengths)), *map(str, lengths), results)
    console.print(grid)
    endings = sum((trial.endings for trial in trials), start=type(trials[0].endings)())
    for ending, count in endings.most_common(10):
        console.print(f"  {count:>5}  {ending}", markup=False, highlight=False)
