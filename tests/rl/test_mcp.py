"""The server for language models: what its tools answer, what they never tell, and what is on standard output."""

import json
import subprocess
import sys
from typing import Any

import anyio
import pytest
from mcp import Client

import tetracade
from tests.rl.every import every_game, every_game_with_secrets
from tetracade.engine.chance import generator
from tetracade.engine.kernel import kernel_of
from tetracade.rl.mcp import Tables, server

TOOLS = {"games", "rules", "start", "look", "story", "moves", "why_not", "play", "leave"}


def asked(tables: Tables, *calls: tuple[str, dict[str, Any]]) -> list[tuple[bool, str]]:
    """Whether each call failed, and what was answered, by a client in this process."""

    async def ask() -> list[tuple[bool, str]]:
        answers = []
        async with Client(server(tables)) as client:
            listed = await client.list_tools()
            assert {tool.name for tool in listed.tools} == TOOLS
            assert all(tool.description for tool in listed.tools)
            for name, given in calls:
                result = await client.call_tool(name, given)
                answers.append((bool(result.is_error), result.content[0].text))
        return answers

    return anyio.run(ask)


@every_game
def test_a_model_plays_a_game_to_its_end(name: str) -> None:
    tables = Tables()
    answer = tables.start(name, opponents="random", seed=3)
    assert "It is your turn" in answer
    sitting = tables._sittings[1]
    for _ in range(3000):
        if sitting.table.over:
            break
        first = tables.moves(1).splitlines()[0].split(" – ")[0]
        assert tables.why_not(1, first) == f"You may play {first}."
        answer = tables.play(1, first)
    assert "The game is over." in answer
    assert tables.moves(1).startswith("The game is over.")
    assert len(tables.story(1).splitlines()) > 5


def test_tools_answer_by_the_protocol() -> None:
    tables = Tables()
    answers = asked(
        tables,
        ("games", {}),
        ("rules", {"game": "tetratrax"}),
        ("start", {"game": "tetratrax", "opponents": "beginner", "seed": 1, "options": {"rows": "10"}}),
        ("moves", {"table": 1, "containing": "domino"}),
        ("why_not", {"table": 1, "action": "T1@Z"}),
        ("play", {"table": 1, "action": "nonsense"}),
        ("look", {"table": 2}),
        ("start", {"game": "chess"}),
        ("start", {"game": "tetratrax", "opponents": "some.module:Bot"}),
        ("leave", {"table": 1}),
        ("look", {"table": 1}),
    )
    failed = [answer[0] for answer in answers]
    assert failed == [False, False, False, False, False, True, True, True, True, False, True]
    for name in tetracade.game_names():
        assert name in answers[0][1]
    assert "TX1" in answers[1][1]
    assert answers[2][1].startswith("Table 1: TetraTrax.")
    assert all("domino" in line.lower() for line in answers[3][1].splitlines())
    assert "you have no table 2" in answers[6][1]
    assert "name a level, greedy or random" in answers[8][1]


def answers(tables: Tables) -> list[str]:
    """What a model is told at its table, with the reasons why it may not do this and that."""
    sitting = tables._sittings[1]
    game = sitting.table.game
    tried = ["nonsense", *(game.words.notation(number) for number in range(0, game.actions, game.actions // 40))]
    return [tables.look(1), tables.moves(1), sitting.turn(), *(tables.why_not(1, action) for action in tried)]


@every_game_with_secrets
def test_answers_do_not_change_with_hidden_cards(name: str) -> None:
    changed = False
    for seed in range(3):
        tables = Tables()
        tables.start(name, opponents="random", seed=seed, seat=seed % 2)
        sitting = tables._sittings[1]
        for step in range(5):
            if sitting.table.over:
                break
            before = sitting.table.state.copy()
            told = answers(tables)
            kernel_of(sitting.table.game).redeal(sitting.table.state, sitting.seat, generator(seed, step))
            changed |= sitting.table.state.tobytes() != before.tobytes()
            assert answers(tables) == told
            sitting.table._put(before.tobytes())
            tables.play(1, tables.moves(1).splitlines()[step % 2 - 1].split(" – ")[0])
    assert changed


@every_game_with_secrets
def test_the_story_is_the_seats_own(name: str) -> None:
    tables = Tables()
    tables.start(name, opponents="random", seed=2, seat=1)
    sitting = tables._sittings[1]
    assert tables.story(1) == "\n".join(sitting.table.story(1))
    assert tables.story(1) != "\n".join(sitting.table.story(0))


def test_nothing_but_the_protocol_is_on_standard_output() -> None:
    said = [
        (
            "initialize",
            {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
        ),
        ("notifications/initialized", None),
        ("tools/call", {"name": "start", "arguments": {"game": "tetratrax", "seed": 1, "opponents": "greedy"}}),
        ("tools/call", {"name": "nothing", "arguments": {}}),
    ]
    lines = []
    for number, (method, given) in enumerate(said):
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if given is not None:
            message |= {"id": number, "params": given}
        lines.append(json.dumps(message))
    process = subprocess.Popen(
        [sys.executable, "-m", "tetracade", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n".join(lines) + "\n")
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(3)]
    rest, _ = process.communicate(timeout=120)
    assert rest.strip() == ""
    assert [answer["jsonrpc"] for answer in answers] == ["2.0"] * 3
    by_id = {answer["id"]: answer for answer in answers}
    assert "Table 1: TetraTrax." in by_id[2]["result"]["content"][0]["text"]
    assert process.returncode == 0


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tetracade.cli import main

    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.delitem(sys.modules, "tetracade.rl.mcp", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(["mcp"])
    assert ended.value.code == 2
    assert "pip install 'tetracade[mcp]'" in capsys.readouterr().err
