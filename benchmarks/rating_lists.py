"""Rating lists: keeping one, and finding people on it, by size.

    python benchmarks/rating_lists.py [ROWS …]

Names are made of syllables, so that many share their words. CPU seconds of keeping the list, the
slowest and the middle of 200 look-ups in milliseconds, and of holding 80 entries against it.
"""

import argparse
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from qipan.desk.rating_lists import ListedPlayer, RatingListHead
from qipan.store.database import open_sqlite
from qipan.store.lists.rating_lists import SqlRatingLists

SYLLABLES = (
    "ka", "ri", "mo", "ven", "tos", "lin", "ber", "sha", "wang", "li", "zhang", "chen", "an",
    "der", "son", "mül", "ko", "va", "ne", "ro",
)  # fmt: skip


def a_list(size: int, dice: Random) -> list[ListedPlayer]:
    """Make players."""

    def name(most: int) -> str:
        return "".join(dice.choice(SYLLABLES) for _ in range(dice.randint(1, most))).capitalize()

    families = [name(3) for _ in range(40_000)]
    given = [name(2) for _ in range(6_000)]
    return [
        ListedPlayer(
            str(1_000_000 + number),
            f"{dice.choice(families)}, {dice.choice(given)}",
            country="XY",
            rating=dice.randint(1000, 2800),
        )
        for number in range(size)
    ]


def measure(size: int, folder: Path) -> None:
    """Keep a list and look people up."""
    dice = Random(28)
    players = a_list(size, dice)
    engine = open_sqlite(folder / f"{size}.sqlite")
    lists = SqlRatingLists(engine)
    head = RatingListHead("list", "2026", "{}", size, "", "2026-01-01", "bench")
    start = time.process_time()
    lists.keep(head, players)
    kept = time.process_time() - start
    times = []
    for number in range(200):
        one = dice.choice(players)
        family, given = one.name.split(", ")
        asked = (one.name, f"{given} {family}", family[:4], one.id)[number % 4]
        start = time.process_time()
        lists.find(head, asked)
        times.append((time.process_time() - start) * 1000)
    start = time.process_time()
    lists.sharing(head, [each.name for each in dice.sample(players, 80)], 200)
    held = time.process_time() - start
    print(
        f"{size} rows: kept in {kept:.1f} s, look-up {median(times):.1f} ms "
        f"(slowest {max(times):.1f}), 80 entries held against it {held:.2f} s"
    )
    engine.dispose()


def main() -> None:
    """Measure every size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*", type=int, default=[50_000])
    with tempfile.TemporaryDirectory() as folder:
        for size in parser.parse_args().rows:
            measure(size, Path(folder))


if __name__ == "__main__":
    main()
