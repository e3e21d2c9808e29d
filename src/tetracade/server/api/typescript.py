"""The protocol and the games' facts as TypeScript.

``python -m tetracade.server.api.typescript`` writes web/src/lib/protocol.ts and web/src/games/facts.ts anew.
"""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

from msgspec import UNSET, structs

import tetracade
from tetracade.server.api import messages as m
from tetracade.server.api import responses as r
from tetracade.server.api.jsonschema import schema

ALIASES = {"Phase": "Snapshot['phase']", "View": "Snapshot['view']", "Value": "TableInfo['options'][string]"}
"""Names for what the schema writes out where it is used."""
MADE = "Made by `python -m tetracade.server.api.typescript`."
HEAD = f"/** The table's protocol, from the server's types. {MADE} */"
FACTS_HEAD = f"/** What each game's box says, as the server sends it. {MADE} */"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def protocol() -> str:
    """The protocol's types."""
    parts = [_declared(name, part) for name, part in schema()["$defs"].items()]
    parts += [f"export type {name} = {meaning};" for name, meaning in ALIASES.items()]
    return "\n\n".join([HEAD, *parts]) + "\n"


def _declared(name: str, part: dict[str, Any]) -> str:
    """An interface, or for a union a type."""
    said = _comment(part.get("description", ""))
    if "properties" not in part:
        return f"{said}export type {name} = {_type(part)};"
    needed = _always_sent(name) or set(part["required"])
    lines = [f"  {key}{'' if key in needed else '?'}: {_type(value)};" for key, value in part["properties"].items()]
    return f"{said}export interface {name} {{\n" + "\n".join(lines) + "\n}"


def _always_sent(name: str) -> set[str]:
    """The fields that the server always sends with this, also where the value is the default; none if it may leave out
    defaults."""
    struct = vars(m).get(name) or vars(r).get(name)
    config = getattr(struct, "__struct_config__", None)
    if struct is None or config is None or struct.__module__ not in {m.__name__, r.__name__} or config.omit_defaults:
        return set()
    tag = {config.tag_field} if config.tag_field else set()
    return tag | {field.encode_name for field in structs.fields(struct) if field.default is not UNSET}


def _type(part: dict[str, Any]) -> str:
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "enum" in part:
        return " | ".join(json.dumps(value).replace('"', "'") for value in part["enum"])
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(_type(one) for one in part["anyOf"]))
    kind = part.get("type")
    if kind == "array":
        inner = _type(part.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        values = part.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN[kind] if kind else "unknown"


def _comment(text: str) -> str:
    lines = cleandoc(text).replace("``", "`").splitlines()
    if not lines:
        return ""
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def facts() -> str:
    """The type of each game's facts, read off the facts themselves; a game without facts has none."""
    games = {name: told for name in tetracade.game_names() if (told := tetracade.game(name).facts())}
    return f"{FACTS_HEAD}\n\nexport interface Facts {_type_of(games)}\n"


def _type_of(value: Any, indent: str = "") -> str:
    if isinstance(value, dict):
        inner = indent + "  "
        lines = [f"{inner}{key}: {_type_of(part, inner)};" for key, part in value.items()]
        return "{\n" + "\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list):
        kinds = dict.fromkeys(_type_of(part, indent) for part in value)
        kinds.pop("unknown[]", None)  # an empty list among others says nothing
        inner = " | ".join(kinds) or "unknown"
        return f"({inner})[]" if len(kinds) > 1 else f"{inner}[]"
    return {str: "string", bool: "boolean", int: "number", float: "number"}[type(value)]


FILES = {"web/src/lib/protocol.ts": protocol, "web/src/games/facts.ts": facts}


if __name__ == "__main__":
    for path, written in FILES.items():
        Path(path).write_text(written(), encoding="utf-8")
