"""A game's view for those who draw it: its struct as a JSON schema, and that as TypeScript.

``games/<name>/view.d.ts`` is what ``qipan game schema <name> --types`` prints. The board of the
game says in a comment that its view is of that type, and the type checker does the rest.
"""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from qipan.games import AnyGame, folder_of

_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
_PLAIN |= {"null": "null"}
Schema = Mapping[str, Any]


def schema_of(game: AnyGame) -> dict[str, Any]:
    """Give the JSON schema of what ``Game.view`` gives."""
    return msgspec.json.schema(game.view_type)


def types_of(game: AnyGame) -> str:
    """Write the schema of a view as interfaces of TypeScript."""
    found: dict[str, Schema] = schema_of(game)["$defs"]
    made = f"`qipan game schema {game.name} --types`"
    blocks = [f"// Made from games/{folder_of(game)}/view.py by {made}.\n"]
    blocks += [_interface(name, found[name]) for name in sorted(found)]
    return "\n".join(blocks)


def _interface(name: str, schema: Schema) -> str:
    said = f"/** {schema['description']} */\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{said}export type {name} = {_type(schema)};\n"
    needed = schema.get("required", ())
    fields = (
        f"  {field}{'' if field in needed else '?'}: {_type(kind)};\n"
        for field, kind in schema["properties"].items()
    )
    return f"{said}export interface {name} {{\n{''.join(fields)}}}\n"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(each) for each in schema["anyOf"])
    if schema["type"] == "array":
        return _array(schema)
    if schema["type"] == "object":
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return _PLAIN[schema["type"]]


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(each) for each in schema['prefixItems'])}]"
    inner = _type(schema["items"])
    return f"({inner})[]" if " | " in inner else f"{inner}[]"
