"""The services of deploy/compose.yaml as real programs: no container engine, the same words.

Each service is started with the command and the settings that stand in the file, nginx with the
file that is mounted into it; only names of machines, ports and folders are those of the loopback.
"""

import asyncio
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import yaml
from websockets.asyncio.client import connect

from processes import MAIN, SOURCE, Program, Role, free_port, nats_server
from qipan.host.first_sign_in import chief_link
from qipan.wiring import open_house
from server import use_link

DEPLOY = Path(__file__).parents[2] / "deploy"
TABLE = {
    "game": "gomoku",
    "controls": [{"kind": "increment", "main": 600_000, "bonus": 0}],
    "occupants": ["a", "b"],
    "competition": "cup",
}
WHOLE = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-errors.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  {temporary}
  include {folder}/qipan.conf;
}}
"""
KEPT = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def program(name):
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


class Service(Role):
    """One of our services, with the settings of the file and nothing else."""

    def __init__(self, folder, name, said, around):
        self.folder, self.name, self.forked, self.skew = folder, name, False, None
        (self.role,) = said["command"]
        self.port, self.process = free_port(), None
        self.base = f"http://127.0.0.1:{self.port}"
        self.words = [sys.executable, "-c", MAIN, self.role]
        settings = {key: around.fill(value) for key, value in said["environment"].items()}
        settings |= {"QIPAN_HOST": "127.0.0.1", "QIPAN_PORT": str(self.port)}
        bare = {key: value for key, value in os.environ.items() if not key.startswith("QIPAN_")}
        self.environment = {**bare, "PYTHONPATH": str(SOURCE), **settings}


class Composed:
    """All services of the file."""

    def __init__(self, folder, postgres):
        self.folder = folder
        self.said = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
        self.data, self.broker_port = postgres.fresh(), free_port()
        self.plain, self.front = free_port(), free_port()
        words = [self.fill(word) for word in self.said["broker"]["command"]]
        words = [nats_server(), "-a", "127.0.0.1", "-p", str(self.broker_port), *words]
        self.broker = Program(folder, "broker", words, self.broker_port).start()
        self.services = {
            name: Service(folder, name, each, self)
            for name, each in self.said.items()
            if "build" in each
        }
        for each in self.services.values():
            each.start(wait=False)
        for each in self.services.values():
            each.wait()
        self.nginx = self.start_nginx()

    def fill(self, value):
        """Fill in secrets and names as a person does in ``.env``."""
        value = re.sub(r"\$\{(\w+):\?\}", "a-s3cret-of-its-own", value)
        value = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)
        value = value.replace("postgresql://qipan:a-s3cret-of-its-own@database/qipan", self.data)
        value = value.replace("@broker:4222", f"@127.0.0.1:{self.broker_port}")
        value = value.replace("https://play.example.org", f"https://localhost:{self.front}")
        return value.replace("play.example.org", "localhost").replace("172.30.0.10", "127.0.0.1")

    def start_nginx(self):
        said = (DEPLOY / "nginx" / "qipan.conf").read_text()
        for name, each in self.services.items():
            said = said.replace(f"server {name}:8000", f"server 127.0.0.1:{each.port}")
        said = said.replace("listen 80;", f"listen 127.0.0.1:{self.plain};")
        said = said.replace("listen 443 ssl", f"listen 127.0.0.1:{self.front} ssl")
        said = said.replace("/etc/nginx/tls", str(self.folder))
        said = said.replace("Host $host;", "Host $http_host;")  # its port is not the usual one
        (self.folder / "qipan.conf").write_text(said)
        kept = " ".join(f"{name}_temp_path {self.folder}/{name};" for name in KEPT)
        whole = self.folder / "nginx.conf"
        whole.write_text(WHOLE.format(folder=self.folder, temporary=kept))
        key, chain = self.folder / "privkey.pem", self.folder / "fullchain.pem"
        made = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        made += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        subprocess.run([*made, "-keyout", key, "-out", chain], check=True, capture_output=True)
        words = [program("nginx"), "-c", str(whole), "-p", str(self.folder)]
        return Program(self.folder, "nginx", words, self.front).start()

    @property
    def trusted(self):
        return ssl.create_default_context(cafile=self.folder / "fullchain.pem")

    def close(self):
        for each in self.services.values():  # each gives notice for some seconds: all at once
            each.signal(signal.SIGTERM)
        for each in (self.nginx, *self.services.values(), self.broker):
            each.stop()


@pytest.fixture(scope="module")
def composed(tmp_path_factory, postgres):
    program("nginx"), program("openssl")
    made = Composed(tmp_path_factory.mktemp("composed"), postgres)
    yield made
    made.close()


@pytest.fixture(scope="module")
def chief(composed):
    base = f"https://localhost:{composed.front}"
    client = httpx.Client(base_url=base, verify=composed.trusted, timeout=20, http2=False)
    client.follow_redirects = True
    house = open_house(composed.data)
    link = chief_link(house, "")
    house.close()
    kept = use_link(client, link).headers.get_list("set-cookie")
    assert kept
    assert all("secure" in each.lower() for each in kept), kept
    assert client.get("/").status_code == 200
    client.headers["x-csrftoken"] = client.cookies["__Host-csrftoken"]
    yield client
    client.close()


def pages_come_over_tls_and_nothing_else_comes_out(composed, chief):
    plain = httpx.get(f"http://127.0.0.1:{composed.plain}/c/cup", headers={"host": "localhost"})
    assert (plain.status_code, plain.headers["location"]) == (301, "https://localhost/c/cup")
    home = chief.get("/")
    assert home.status_code == 200
    assert home.headers["strict-transport-security"] == "max-age=31536000"
    for hidden in ("/metrics", "/ready"):
        assert chief.get(hidden).status_code == 404
    assert chief.get("/", headers={"host": "evil.example"}).status_code == 421


def a_game_is_played_through_nginx_and_goes_on_when_an_edge_is_gone(composed, chief):
    opened = chief.post("/api/tables", json={**TABLE, "begin": True})
    assert opened.status_code == 201, opened.text
    name, links = opened.json()["table"], opened.json()["links"]
    token = links[0].partition("token=")[2]
    url = f"wss://localhost:{composed.front}/play/socket/{name}?token={token}"

    async def play(text, number):
        async with connect(url, ssl=composed.trusted) as socket:
            heard = {}
            while heard.get("id") != number:
                heard = json.loads(await socket.recv())
                if heard["type"] == "state":
                    await socket.send(json.dumps({"type": "move", "text": text, "id": number}))
            return heard

    heard = asyncio.run(asyncio.wait_for(play("h8", "1"), 20))
    assert (heard["type"], heard["kind"]) == ("event", "move-played/1")
    composed.services["edge1"].kill()
    again = asyncio.run(asyncio.wait_for(play("h8", "1"), 20))
    assert (again["type"], again["seq"]) == ("ack", heard["seq"])
    assert {chief.get("/").status_code for _ in range(4)} == {200}


def test_the_services_of_the_file_serve_pages_and_games(composed, chief):
    """One test: all of them together take long to start and to stop."""
    pages_come_over_tls_and_nothing_else_comes_out(composed, chief)
    a_game_is_played_through_nginx_and_goes_on_when_an_edge_is_gone(composed, chief)
