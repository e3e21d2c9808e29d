"""What is sent to another process names its box, and a process with another one refuses it."""

from dataclasses import replace

import msgspec
import pytest

import tetracade
from tests.server.running import bearer, running, somewhere
from tetracade.bots.levels import bot
from tetracade.bots.warm import warm_game
from tetracade.engine.box import BadBox, Box
from tetracade.engine.game import Game
from tetracade.lab.arena import Contest, play_one
from tetracade.server.workers import precompiling
from tetracade.server.workers.bot_worker import Job, Slice, Thinker
from tetracade.server.workers.record_worker import Reading, found

OTHER = "0123456789abcdef"


def test_a_bot_process_refuses_a_job_of_another_box() -> None:
    table = tetracade.new("tetratrax", seed=1, starter="white")
    job = Job(
        game="tetratrax",
        seats=2,
        options=table.options,
        state=bytes(table.state.tobytes()),
        seat=0,
        level=1,
        seed=1,
        box=OTHER,
    )
    thinker = Thinker(bot)
    refused = thinker.think(Slice(id=1, seconds=0.0, job=job))
    assert (refused.action, refused.done, refused.error) == (-1, True, "BadBox")
    assert thinker.think(Slice(id=2, seconds=0.0, job=msgspec.structs.replace(job, box=""))).error == ""


def test_a_record_process_refuses_to_read_for_a_server_with_another_box() -> None:
    record = tetracade.new("tetratrax", seed=1).record().encode()
    refused = found(Reading(id=1, record=record, boxes={"tetratrax": OTHER}, eye=-1))
    assert refused.code == "bad_record"
    assert f"this was made with the box {OTHER} of TetraTrax, but this process has the standard box" in refused.reason
    assert found(Reading(id=2, record=record, boxes={}, eye=-1)).code == ""


def test_compiling_and_contesting_processes_refuse_another_box() -> None:
    contest = Contest("tetratrax", ("random", "random"), 1, 2)
    for work in (
        lambda: precompiling._compile((), "tetratrax", OTHER),
        lambda: warm_game("tetratrax", OTHER),
        lambda: play_one(contest, 0, OTHER),
    ):
        with pytest.raises(BadBox, match=f"the box {OTHER} of TetraTrax"):
            work()


def other_box(game: Game) -> Box:
    """Another box of the game, as far as its name and digest go."""
    assert game.box is not None
    return replace(game.box, name="Mine", digest=OTHER, standard=False)


def test_a_table_of_another_box_says_so_and_plays_on_when_its_box_is_back() -> None:
    game = tetracade.game("tetratrax")
    standard = game.box
    with somewhere() as data:
        try:
            object.__setattr__(game, "box", other_box(game))  # a process has one box a game: here it changes hands
            with running(data, more_games=()) as server:
                table = server.create([{"kind": "here"}, {"kind": "here"}], game="tetratrax")
                before = server.state(table, table["token"])
            object.__setattr__(game, "box", standard)
            for _ in range(2):  # and nothing is noted about it
                with running(data, more_games=()) as server:
                    refused = server.http.get(f"/api/tables/{table['table']}", headers=bearer(table["token"]))
                    assert refused.status_code == 409
                    assert refused.json()["error"]["code"] == "needs"
                    assert f"the box “Mine” ({OTHER}) of TetraTrax" in refused.json()["error"]["reason"]
                    assert server.rooms.damaged == 0
            object.__setattr__(game, "box", other_box(game))
            with running(data, more_games=()) as server:
                after = server.state(table, table["token"])
                assert (
                    (after["number"], after["phase"])
                    == (before["number"], before["phase"])
                    == (after["number"], "playing")
                )
                assert after["view"] == before["view"]
        finally:
            object.__setattr__(game, "box", standard)
