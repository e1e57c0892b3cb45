"""``make cluster``: the whole set on this machine from real programs, without containers.

PostgreSQL, NATS, two edges, two workers and two schedulers on free ports of the loopback. Prints
the addresses and a sign-in link, and stops everything on Ctrl-C. The database is a new one in a
temporary folder; ``--keep URL`` uses yours instead.
"""

import argparse
import signal
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from postgres import Postgres  # noqa: E402
from processes import Cluster  # noqa: E402
from qipan.host.demo import make_demo  # noqa: E402
from qipan.host.first_sign_in import chief_link  # noqa: E402
from qipan.wiring import open_house  # noqa: E402


class Given:
    """A database that is there already."""

    def __init__(self, url):
        from sqlalchemy import make_url

        self.port = make_url(url).port or 5432
        self._url = url

    def execute(self, statement, database):
        from sqlalchemy import text

        from qipan.store.address import read_address
        from qipan.store.postgres_connection import open_postgres

        del database
        engine = open_postgres(read_address(self._url))
        with engine.connect() as connection:
            found = [tuple(row) for row in connection.execute(text(statement))]
        engine.dispose()
        return found

    def remove(self):
        """Leave it alone."""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--edges", type=int, default=2)
    parser.add_argument("--keep", metavar="URL", help="a database of yours")
    parser.add_argument("--seconds", type=float, help="stop by itself")
    options = parser.parse_args()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    print("starting PostgreSQL, NATS, edges, workers and schedulers …", flush=True)
    postgres = Given(options.keep) if options.keep else Postgres()
    cluster = None
    try:
        data = options.keep or postgres.fresh()
        house = open_house(data)
        make_demo(house.office)
        counts = {"workers": options.workers, "edges": options.edges, "schedulers": 2}
        cluster = Cluster(postgres, data=data, **counts)
        edges = cluster.of("edge")
        for role in cluster.roles:
            print(f"  {role.name:<11} {role.base}   pid {role.process.pid}")
        print(f"  broker      {cluster.broker.url}   database {data}")
        print(f"Chief arbiter, sign in once: {chief_link(house, edges[0].base)}")
        print("Ctrl-C stops everything.", flush=True)
        house.close()
        stop.wait(options.seconds)
    finally:
        print("stopping …", flush=True)
        if cluster is not None:
            cluster.close()
        postgres.remove()


if __name__ == "__main__":
    main()
