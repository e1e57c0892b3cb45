"""A client made from the OpenAPI document and nothing else makes a competition and plays."""

import json
import re
from urllib.parse import quote

import httpx
import jsonschema
import pytest

from qipan.web.api.document import FREE, OPERATIONS
from server import Server, use_link

CLOCK = {"kind": "per-move", "game": 900_000, "move": 180_000}


class DocumentClient:
    """Every operation of a document as a method; what is sent and what comes is held to it."""

    def __init__(self, document, client, signed_in):
        self.document, self.client, self.signed_in = document, client, signed_in
        self.used = set()
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        }

    def check(self, schema, value):
        whole = {**schema, "components": self.document["components"]}
        wrong = next(jsonschema.Draft202012Validator(whole).iter_errors(value), None)
        assert wrong is None, (wrong.message[:300], value)

    def __call__(self, operation_name, /, *, status=None, **given):
        method, path, operation = self.operations[operation_name]
        self.used.add(operation_name)
        query, headers = {}, {}
        for each in operation.get("parameters", ()):
            value = given.pop(each["name"], None)
            assert value is not None or not each.get("required"), each["name"]
            if value is not None:
                self.check(each["schema"], value)
            if each["in"] == "path":
                path = path.replace("{" + each["name"] + "}", quote(str(value), safe=""))
            elif value is not None:
                query[each["name"]] = value
        body = operation.get("requestBody")
        content = None
        if body:
            content = given.pop("body")
            self.check(body["content"]["application/json"]["schema"], content)
        assert not given
        if not self.signed_in:
            wanted = [set(each) for each in operation["security"]]
            assert set() in wanted or {"form"} in wanted
        if method == "post":
            headers["x-csrftoken"] = self.client.cookies["csrftoken"]
        answer = self.client.request(
            method.upper(), path, params=query, json=content, headers=headers
        )
        said = operation["responses"][str(answer.status_code)]
        found = answer.json()
        self.check(said["content"]["application/json"]["schema"], found)
        good = status or (201 if method == "post" and "201" in operation["responses"] else 200)
        assert answer.status_code == good, found
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("document") / "j.sqlite")
    yield found
    found.stop()


def test_a_client_made_from_the_document_makes_a_competition_and_plays(server):
    with httpx.Client(base_url=server.base, timeout=60) as http:
        document = http.get("/schema/openapi.json").json()
        anybody = DocumentClient(document, http, signed_in=False)
        http.get("/sign-in")
        denied = anybody("open_practice", body={"game": "none"}, status=404)
        assert denied["code"] == "unknown"
        use_link(http, server.link)
        chief = DocumentClient(document, http, signed_in=True)
        made = {"competition": "cup"}
        create = {"command": "CreateCompetition", "title": "Cup", "book": "wx-14"}
        chief("command", **made, body=create)
        opened = {"command": "OpenSection", "section": "men", "under": "men", "title": "Men"}
        chief("command", **made, body=opened)
        for name in ("Ada", "Bo", "Cy", "Di"):
            chief("enter", **made, section="men", body={"name": name, "unit": name})
        chief("command", **made, body={"command": "CloseEntries", "section": "men"})
        chief("draw_lot", **made, section="men", body={})
        chief("draw_lot", **made, section="men", body={"draw": True})
        chief("pair_round", **made, section="men")
        chief("command", **made, body={"command": "PublishRound", "section": "men", "round": 1})
        result = {"round": 1, "board": 1, "result": "1-0"}
        assert chief("record_result", **made, section="men", body=result)["missing"] == [2]
        shown = chief("show_section", **made, section="men")
        assert len(shown["lines"]) == 4
        assert chief("show_competition", **made)["version"] > 8
        assert chief("list_changes", **made)["events"]
        assert chief("show_record")["checkpoints"] is not None
        assert {"cup"} <= {each["id"] for each in chief("list_competitions")}
        table = chief(
            "open_table",
            body={
                "game": "gomoku",
                "controls": [CLOCK],
                "occupants": ["p0", "p1"],
                "begin": True,
            },
        )
        tokens = [link.partition("token=")[2] for link in table["links"]]
        anybody = DocumentClient(document, http, signed_in=True)
        move = {"token": tokens[0], "text": "h8", "id": "first"}
        seq = anybody("play_move", name=table["table"], body=move)["seq"]
        assert anybody("play_move", name=table["table"], body=move)["seq"] == seq  # once is once
        wrong = {"token": tokens[1], "text": "h8"}
        assert anybody("play_move", name=table["table"], body=wrong, status=422)["rule"]
        stranger = {"token": "nobody's", "text": "h8"}
        anybody("play_move", name=table["table"], body=stranger, status=422)
        moves = anybody("show_table", name=table["table"])["moves"]
        assert [(each["seat"], each["text"]) for each in moves] == [(0, "h8")]


def test_the_document_is_complete(server):
    with httpx.Client(base_url=server.base, timeout=60) as http:
        document = http.get("/schema/openapi.json").json()
    named = [
        operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
    ]
    assert sorted(named) == sorted(set(OPERATIONS.values()))
    assert set(named) >= FREE
    titles = [schema["title"] for schema in document["components"]["schemas"].values()]
    assert len(set(titles)) == len(titles)
    schemes = set(document["components"]["securitySchemes"])
    for (method, path), name in OPERATIONS.items():
        operation = document["paths"][path][method]
        assert operation["security"], name
        assert {key for each in operation["security"] for key in each} <= schemes
        good = [status for status in operation["responses"] if status.startswith("2")]
        assert good
        for status in {*operation["responses"]} - {*good}:
            content = operation["responses"][status]["content"]["application/json"]
            assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
    references = re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document))
    assert set(references) <= set(document["components"]["schemas"])
