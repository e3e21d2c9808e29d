"""What is written down is what is there."""

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import Running
from tetracade.server.api import protocol as p
from tetracade.server.api import typescript
from tetracade.server.api.jsonschema import written

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_schema_file_is_made_from_the_types() -> None:
    kept = (ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8")
    assert kept == written(), "run: python -m tetracade.server.api.jsonschema > docs/protocol.schema.json"


@pytest.mark.parametrize("path", typescript.FILES)
def test_the_page_s_types_are_made_from_the_server_s(path: str) -> None:
    kept = (ROOT / path).read_text(encoding="utf-8")
    assert kept == typescript.FILES[path](), "run: python -m tetracade.server.api.typescript"


def test_the_protocol_page_names_every_command_and_every_path(server: Running) -> None:
    commands: dict[str, Any] = json.loads(written())["$defs"]["Command"]["discriminator"]["mapping"]
    for command in commands:
        assert f"`{command}`" in PROTOCOL or f'"do": "{command}"' in PROTOCOL, command
    for path in server.http.get("/schema/openapi.json").json()["paths"]:
        pattern = re.escape(path.replace("{table_id}", "ID").replace("{name}", "NAME").replace("{digest}", "DIGEST"))
        assert re.search(pattern, PROTOCOL), path


def test_commands_of_the_protocol_page_can_be_read() -> None:
    blocks = re.findall(r"```json\n(.*?)```", PROTOCOL, re.S)
    found = [line for block in blocks for line in block.splitlines() if line.startswith('{"do"')]
    assert found
    for line in found:
        p.read_command(line)


def test_the_openapi_document_describes_bodies_and_answers(server: Running) -> None:
    document = server.http.get("/schema/openapi.json").json()
    create = document["paths"]["/api/tables"]["post"]
    assert "TableSetup" in json.dumps(create["requestBody"])
    assert "Created" in json.dumps(create["responses"]["201"])
    assert "Snapshot" in json.dumps(document["paths"]["/api/tables/{table_id}"]["get"]["responses"]["200"])


@pytest.mark.parametrize("game", ["magpie", "tetratrax"])
def test_the_example_plays_a_whole_game_in_under_60_lines(server: Running, game: str) -> None:
    file = ROOT / "examples" / "play_over_http.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) < 60
    result = runpy.run_path(str(file))["play"](f"http://127.0.0.1:{server.port}", game)
    assert len(result["points"]) == 2


def test_the_openapi_document_comes_as_json_and_asks_for_nothing_outside(server: Running) -> None:
    for path in ("/schema/openapi.json", "/schema"):
        assert server.http.get(path).json()["info"]["title"] == "Tetracade"
    for path in ("swagger", "redoc", "scalar", "elements", "rapidoc", "openapi.yaml"):
        answer = server.http.get(f"/schema/{path}")
        assert answer.status_code == 404
        assert "http" not in answer.text
