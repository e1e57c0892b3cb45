"""Requests in halves are let go; whole ones and sockets are not."""

import asyncio

import pytest
import uvicorn

from qipan.host import timed_http
from server import free_port


async def application(scope, receive, send):
    if scope["type"] == "http":
        while (message := await receive()).get("more_body"):
            pass
        if message["type"] == "http.disconnect":
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"whole"})


HALVES = {
    "nothing at all": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: a",
    "half a body": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc",
    "half a second request": b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT",
}


@pytest.mark.parametrize("kind", HALVES)
def test_half_a_request_is_let_go(kind, monkeypatch):
    monkeypatch.setattr(timed_http, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(timed_http, "BODY_SECONDS", 0.3)

    async def scenario():
        port = free_port()
        config = uvicorn.Config(
            application, port=port, http=timed_http.TimedHttp, lifespan="off", log_config=None
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HALVES[kind])
        said = await asyncio.wait_for(reader.read(), 30)  # ends when the server hangs up
        other, asking = await asyncio.open_connection("127.0.0.1", port)
        asking.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        answer = await asyncio.wait_for(other.read(), 30)
        for each in (writer, asking):
            each.close()
        server.should_exit = True
        await serving
        return said, answer

    said, answer = asyncio.run(scenario())
    assert b"whole" in answer
    assert said.count(b"whole") == (kind == "half a second request")
