"""The protocol as JSON Schema, from the types. ``python -m tetracade.server.api.jsonschema`` prints it."""

import json
from typing import Any

import msgspec

from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.api import responses as r

PARTS = {
    "Command": p.Command,
    "Message": m.Message,
    "TableSetup": p.TableSetup,
    "SitDown": p.SitDown,
    "Created": r.Created,
    "Lobby": r.Lobby,
    "GameInfo": r.GameInfo,
    "DiagramInfo": r.DiagramInfo,
    "Changes": r.Changes,
    "Glance": r.Glance,
    "Verdict": r.Verdict,
    "Replay": r.Replay,
    "AnalysisProgress": r.AnalysisProgress,
    "Health": r.Health,
    "Reach": r.Reach,
    "Problem": r.Problem,
}


def schema() -> dict[str, Any]:
    """One document: what a client sends (Command) and gets (Message), and the bodies of HTTP."""
    found, parts = msgspec.json.schema_components(PARTS.values(), ref_template="#/$defs/{name}")
    parts.update({name: part for name, part in zip(PARTS, found, strict=True) if name not in parts})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tetracade: the table's protocol",
        "anyOf": [{"$ref": "#/$defs/Command"}, {"$ref": "#/$defs/Message"}],
        "$defs": dict(sorted(parts.items())),
    }


def written() -> str:
    """The document as the file has it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(written(), end="")
