"""schemathesis over the whole API on a real server, with every check it has; for ``make fuzz``.

    python tests/fuzz/api.py [--examples N] [--seed S]

Twice: with names that are there (the demo), and with any. Exit code 1 and its report at a failure.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx

from qipan.host.demo import make_demo
from qipan.wiring import open_house
from server import Server, use_link

HERE = Path(__file__).parent
THERE = "names that are there"
NAMES = """
[parameters]
"path.competition" = "demo"
"path.section" = "women"
"""
SESSION = """
[checks.ignored_auth]
enabled = false
"""


def run(
    server: Server, config: str, examples: int, seed: int, headers: list[str]
) -> tuple[int, str]:
    """Run once; gives the exit code and what was said."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write((HERE / "schemathesis.toml").read_text("utf-8") + config)
        file.flush()
        done = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "--config-file", file.name, "run"),
                f"{server.base}/schema/openapi.json",
                *(word for header in headers for word in ("-H", header)),
                *("--max-examples", str(examples), "--seed", str(seed), "--no-color"),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    return done.returncode, done.stdout + done.stderr


def by_token(client: httpx.Client) -> tuple[str, list[str]]:
    """Ask about the demo with a token of its chief arbiter."""
    form = {"competition": "demo", "scope": "desk", "name": "fuzz", "days": "1"}
    form["_csrf_token"] = client.cookies["csrftoken"]
    page = client.post("/account/tokens", data=form, follow_redirects=True)
    return NAMES, [f"Authorization: Bearer {re.search(r'qp_[A-Za-z0-9_-]+', page.text)[0]}"]


def by_session(client: httpx.Client) -> tuple[str, list[str]]:
    """Ask about anything with a session; it counts whatever else a request says of who asks."""
    cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    return SESSION, [f"Cookie: {cookies}", f"x-csrftoken: {client.cookies['csrftoken']}"]


def main() -> int:
    """Run both; print the summaries, and the whole report of what failed."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--examples", type=int, default=60)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    wrong = 0
    for name in (THERE, "any names"):
        with tempfile.TemporaryDirectory() as folder:
            house = open_house(f"{folder}/j.sqlite")
            make_demo(house.office)
            house.close()
            server = Server(Path(folder) / "j.sqlite")
            with httpx.Client(base_url=server.base, timeout=60) as client:
                use_link(client, server.link)
                config, headers = by_token(client) if name == THERE else by_session(client)
            status, said = run(server, config, asked.examples, asked.seed, headers)
            server.stop()
        cases = re.search(r"Test cases:\n\s+(.*)", said)
        print(
            f"API with {name}: {cases[1] if cases else 'nothing'}; exit code {status}", flush=True
        )
        if status:
            print(said)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
