"""The OpenAPI document as a contract: what every operation is called, asks for and answers.

Litestar writes parameters, bodies and good answers from the types of the routes. What all routes
share is added here, as it really is: the shape of an error, each status that may come, and the
ways to say who one is. ``tests/security/test_schema.py`` holds the server to it.
"""

from copy import deepcopy
from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

Json = dict[str, Any]
C, S = "/api/competitions/{competition}", "/api/competitions/{competition}/{section}"
OPERATIONS: dict[tuple[str, str], str] = {
    ("get", "/api/books"): "list_books",
    ("get", "/api/record"): "show_record",
    ("get", "/api/competitions"): "list_competitions",
    ("get", C): "show_competition",
    ("get", f"{C}/changes"): "list_changes",
    ("get", f"{C}/events"): "follow_changes",
    ("post", f"{C}/commands"): "command",
    ("get", S): "show_section",
    ("get", f"{S}/why"): "explain_place",
    ("get", f"{S}/records"): "list_records",
    ("post", f"{S}/records"): "attach_record",
    ("post", f"{S}/results"): "record_result",
    ("post", f"{S}/entries"): "enter",
    ("post", f"{S}/lots"): "draw_lot",
    ("post", f"{S}/pair"): "pair_round",
    ("get", f"{S}/fair-play"): "show_fair_play",
    ("post", f"{S}/fair-play"): "examine_fair_play",
    ("post", f"{S}/import"): "import_entries",
    ("post", "/api/take-over"): "take_over_event",
    ("post", "/api/review"): "review_record",
    ("get", "/api/people/{name}"): "show_person",
    ("get", "/api/rating-lists"): "show_rating_lists",
    ("post", "/api/rating-lists"): "keep_rating_list",
    ("delete", "/api/rating-lists/{name}/{date}"): "remove_rating_list",
    ("get", "/api/rating-lists/{name}/find"): "find_listed_players",
    ("get", f"{S}/list-check"): "check_entries",
    ("post", f"{S}/refresh-ratings"): "refresh_ratings",
    ("get", f"{S}/rating-file/{{form}}"): "check_rating_file",
    ("get", f"{S}/start-groups"): "preview_start_groups",
    ("get", f"{S}/start-groups/{{entrant}}"): "preview_start_score",
    ("post", "/api/arbiters/norms"): "set_arbiter_norms",
    ("get", "/api/ratings"): "show_ratings",
    ("post", "/api/ratings"): "begin_rating",
    ("get", "/api/ratings/{name}"): "show_rating",
    ("get", "/api/ratings/{name}/people/{person}"): "explain_rating",
    ("post", "/api/ratings/{name}/seasons"): "rate_season",
    ("post", "/api/ratings/{name}/take-back"): "take_season_back",
    ("get", "/api/ratings/{name}/check"): "check_rating",
    ("get", "/api/seasons"): "show_seasons",
    ("post", "/api/seasons"): "open_season",
    ("get", "/api/seasons/{name}"): "show_season",
    ("get", "/api/seasons/{name}/people/{person}"): "explain_season_place",
    ("post", "/api/seasons/{name}/stops"): "add_stop",
    ("delete", "/api/seasons/{name}/stops/{competition}/{section}"): "remove_stop",
    ("get", "/api/register"): "show_register",
    ("get", "/api/register/doubles"): "show_doubles",
    ("post", "/api/register/merges"): "merge_people",
    ("delete", "/api/register/merges/{number}"): "unmerge_people",
    ("get", "/api/arbiters"): "show_arbiters",
    ("post", "/api/tables"): "open_table",
    ("post", "/api/practice"): "open_practice",
    ("get", "/api/tables/{name}"): "show_table",
    ("post", "/api/tables/{name}/moves"): "play_move",
    ("get", "/api/tables/{name}/evidence"): "show_evidence",
    ("post", "/api/lobbies"): "open_lobby",
    ("get", "/api/lobbies/{name}"): "show_lobby",
    ("post", "/api/lobbies/{name}/wait"): "wait_in_lobby",
    ("post", "/api/lobbies/{name}/leave"): "leave_lobby",
    ("post", "/api/lobbies/{name}/player"): "say_who",
}
"""What a generated client calls each operation; never changed, only added to."""
FREE = {"play_move", "open_practice", "review_record"}
"""Operations that change something and that nobody has to sign in for."""

PROBLEM: Json = {
    "type": "object",
    "title": "Problem",
    "description": "Why something was not done: for programs a code, for people a sentence.",
    "required": ["code", "rule", "facts", "message"],
    "properties": {
        "code": {"type": "string", "description": "What is wrong, the same in every language."},
        "rule": {
            "type": ["string", "null"],
            "description": "The rule that refuses, where one does.",
        },
        "facts": {"type": "object", "description": "What the sentence speaks of."},
        "message": {"type": "string", "description": "The sentence, in the language asked for."},
    },
}
ALWAYS: dict[str, str] = {
    "400": "Something that was sent cannot be read, or makes no sense here.",
    "401": "The token is not known any more.",
    "404": "There is nothing of that name.",
    "422": "A rule refuses; `rule` names it.",
    "429": "Too many requests; `Retry-After` or `facts.wait` says when to come back.",
    "503": "The storage does not answer, or this competition cannot be read.",
}
WRITING: dict[str, str] = {
    "403": "Who asks may not do this, or the token of the form is missing.",
    "409": "Somebody else was first: read again.",
    "413": "The body is too long.",
}
GUARDED = {
    "show_evidence", "show_rating_lists", "find_listed_players", "check_entries", "check_rating",
    "check_rating_file", "preview_start_groups", "preview_start_score",
    "show_register", "show_doubles", "show_arbiters", "show_fair_play",
}  # fmt: skip
"""Reading that needs a role."""
SCHEMES: Json = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of the API, made on the page of one's account.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "qipan_session",
        "description": "The session of who signed in.",
    },
    "form": {
        "type": "apiKey",
        "in": "header",
        "name": "x-csrftoken",
        "description": "What the cookie `csrftoken` (over TLS `__Host-csrftoken`) says.",
    },
}
TABLE: Json = {
    "type": "object",
    "title": "TableOut",
    "description": "A live table as a spectator sees it.",
    "required": ["type", "table", "game", "seq", "seats", "moves", "view", "phase", "clocks"],
    "properties": {
        "type": {"const": "state"},
        "table": {"type": "string"},
        "game": {"type": "string"},
        "seq": {"type": "integer", "description": "The number of what happened last."},
        "you": {"type": ["integer", "null"]},
        "begun": {"type": "boolean"},
        "suspended": {"type": "string"},
        "counts": {"type": "boolean"},
        "acting": {"type": "array", "items": {"type": "integer"}},
        "phase": {"type": "string"},
        "view": {"type": "object", "description": "The position, as the game writes it."},
        "clocks": {"type": "object"},
        "outcome": {"type": ["object", "null"]},
        "seats": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["seat", "occupant", "bot", "connected"],
                "properties": {
                    "seat": {"type": "integer"},
                    "occupant": {"type": "string"},
                    "bot": {"type": "boolean"},
                    "connected": {"type": "boolean"},
                },
            },
        },
        "moves": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["seq", "seat", "text"],
                "properties": {
                    "seq": {"type": "integer"},
                    "seat": {"type": "integer"},
                    "text": {"type": "string"},
                    "noted": {"type": "object"},
                },
            },
        },
    },
}


class ContractPlugin(JsonRenderPlugin):
    """Gives out the document with all that Litestar cannot know."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the document; it is the same for everybody."""
        del request
        return _rendered(msgspec.json.encode(openapi_schema, enc_hook=str))


@cache
def _rendered(written: bytes) -> bytes:
    return msgspec.json.encode(completed(msgspec.json.decode(written)))


def completed(document: Json) -> Json:
    """Complete a document: names, errors, security, and answers that routes give as they are."""
    found: Json = _with_unions(deepcopy(document))
    components = found.setdefault("components", {})
    components.setdefault("schemas", {}).update(Problem=PROBLEM, TableOut=TABLE)
    components["securitySchemes"] = SCHEMES
    for name, schema in components["schemas"].items():
        schema["title"] = "".join(word[:1].upper() + word[1:] for word in name.split("_"))
        for stated in schema.get("properties", {}).values():
            if (
                "anyOf" in stated or "oneOf" in stated
            ):  # a default that is an object is no word of these languages
                stated.pop("default", None)
    for name in _sent(found):
        components["schemas"][name]["additionalProperties"] = False
    for path, operations in found["paths"].items():
        for method, operation in operations.items():
            name = OPERATIONS[method, path]
            operation["operationId"] = name
            operation["security"] = _security(method, name)
            writes = method != "get" or name in GUARDED
            for status, why in {**ALWAYS, **(WRITING if writes else {})}.items():
                operation["responses"][status] = _problem(why)
            if name == "show_table":
                operation["responses"]["200"]["content"] = {
                    "application/json": {"schema": {"$ref": "#/components/schemas/TableOut"}}
                }
    return found


def _with_unions(found: Any) -> Any:
    """Say ``anyOf`` where several kinds may fit, and leave out the branch that means anything."""
    if isinstance(found, list):
        return [_with_unions(each) for each in found]
    if not isinstance(found, dict):
        return found
    told = {name: _with_unions(each) for name, each in found.items()}
    if isinstance(told.get("oneOf"), list) and "discriminator" not in told:
        told["anyOf"] = [each for each in told.pop("oneOf") if each] or [{}]
    return told


def _sent(found: Json) -> set[str]:
    """Name the schemas of whole bodies: a field that they do not have is refused."""
    names = set()
    for operations in found["paths"].values():
        for operation in operations.values():
            content = operation.get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema", {})
            for each in (schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())):
                if "$ref" in each:
                    names.add(each["$ref"].rpartition("/")[2])
    return names


def _problem(why: str) -> Json:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": why, "content": {"application/json": {"schema": schema}}}


def _security(method: str, name: str) -> list[Json]:
    token: Json = {"token": []}
    if method == "get":
        return [token, {"session": []}, *([] if name in GUARDED else [{}])]
    signed_in: Json = {"session": [], "form": []}
    return [token, signed_in, *([{"form": []}] if name in FREE else [])]
