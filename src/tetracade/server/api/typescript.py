"""The protocol as TypeScript. ``python -m tetracade.server.api.typescript`` prints web/src/lib/protocol.ts."""

import json
from inspect import cleandoc
from typing import Any

from tetracade.server.api import messages as m
from tetracade.server.api.jsonschema import schema

ALIASES = {"Phase": "Snapshot['phase']", "View": "Snapshot['view']", "Value": "TableInfo['options'][string]"}
"""Names for what the schema writes out where it is used."""
HEAD = "/** The table's protocol, from the server's types. Made by `python -m tetracade.server.api.typescript`. */"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def written() -> str:
    """The declarations as the file has them."""
    parts = [_declared(name, part) for name, part in schema()["$defs"].items()]
    parts += [f"export type {name} = {meaning};" for name, meaning in ALIASES.items()]
    return "\n\n".join([HEAD, *parts]) + "\n"


def _declared(name: str, part: dict[str, Any]) -> str:
    """An interface, or for a union a type."""
    said = _comment(part.get("description", ""))
    if "properties" not in part:
        return f"{said}export type {name} = {_type(part)};"
    needed = set(part["properties"] if _always_whole(name) else part["required"])
    lines = [f"  {key}{'' if key in needed else '?'}: {_type(value)};" for key, value in part["properties"].items()]
    return f"{said}export interface {name} {{\n" + "\n".join(lines) + "\n}"


def _always_whole(name: str) -> bool:
    """Whether the server sends this with every field, also where the value is the default."""
    struct = vars(m).get(name)
    config = getattr(struct, "__struct_config__", None)
    return config is not None and struct.__module__ == m.__name__ and not config.omit_defaults


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


if __name__ == "__main__":
    print(written(), end="")
