"""Whatever the schema allows, and what it does not: never an error of the server."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

BASE = "http://testserver.local"
MOST = 6


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_no_request_is_an_error_of_the_server(secured, mode):
    import schemathesis  # here, because it takes a second to read and one worker needs it

    mode = schemathesis.GenerationMode(mode)
    client = secured.asking("chief-arbiter")
    schema = schemathesis.openapi.from_dict(client.get("/schema/openapi.json").json())
    asked = set()
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue  # a stream never ends; see tests/web/test_stream.py
        with suppress(Unsatisfiable):  # nothing can be wrong about a request that has no parts
            ask_often(client, operation.as_strategy(generation_mode=mode))
            asked.add(operation.path)
    assert any(path.endswith("/results") for path in asked)
    assert any(path.endswith("/commands") for path in asked)


def ask_often(client, cases):
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

    ask()
