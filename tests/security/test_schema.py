"""The OpenAPI document is a contract: whatever is asked, the answer is one that it names."""

import os

import pytest
from hypothesis import HealthCheck, given, settings

BASE = "http://testserver.local"
MOST = 300 if os.environ.get("QIPAN_FUZZ") else 5
"""Requests for each operation and kind; ``make fuzz`` sends more."""


def checks():
    """All that can be told from one answer; the others need a network (``make fuzz``)."""
    import schemathesis.checks as known
    from schemathesis.specs.openapi import checks as of_openapi

    return [
        known.not_a_server_error,
        of_openapi.status_code_conformance,
        of_openapi.content_type_conformance,
        of_openapi.response_headers_conformance,
        of_openapi.response_schema_conformance,
        of_openapi.negative_data_rejection,
    ]


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_every_answer_is_as_the_document_says(secured, mode):
    import schemathesis  # here, because it takes a second to read and one worker needs it

    mode = schemathesis.GenerationMode(mode)
    client = secured.asking("chief-arbiter")
    schema = schemathesis.openapi.from_dict(client.get("/schema/openapi.json").json())
    asked = set()
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue  # a stream never ends; see tests/web/test_stream.py
        if mode.is_positive or can_be_wrong(operation):
            ask_often(client, operation.as_strategy(generation_mode=mode))
            asked.add(operation.path)
    assert any(path.endswith("/results") for path in asked)
    assert any(path.endswith("/commands") for path in asked)


def can_be_wrong(operation):
    """Tell whether a request can break the schema: not if all its parts may be any text."""
    parts = (operation.path_parameters, operation.query, operation.headers, operation.cookies)
    schemas = [each.definition["schema"] for part in parts for each in part]
    return bool(list(operation.body)) or any(each != {"type": "string"} for each in schemas)


def ask_often(client, cases):
    known = checks()

    @settings(
        max_examples=MOST,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def ask(case):
        words = case.as_transport_kwargs(base_url=BASE)
        words["headers"] = {
            key: value
            for key, value in words.get("headers", {}).items()
            if str(value).isascii() and key.lower() not in ("cookie", "x-csrftoken")
        }
        words.pop("cookies", None)
        body = words.pop("data", None)
        if isinstance(body, bytes | str):
            words["content"] = body
        elif body is not None:
            words["data"] = body
        answer = client.request(**words)
        assert answer.status_code < 500, (words, answer.text[:300])
        case.validate_response(answer, checks=known)

    ask()
