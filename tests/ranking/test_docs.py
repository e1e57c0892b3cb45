"""docs/ranking.md lists every key, with names and clause as the modules have them."""

import os
from pathlib import Path

from qipan.kernel.rules import house_clauses
from qipan.ranking.keys import every_key

PAGE = Path(__file__).parents[2] / "docs" / "ranking.md"
BEGIN, END = "<!-- keys -->\n", "<!-- /keys -->"


def listed():
    """Write the table: a line a key, found by folder."""
    lines = ["| key | name | 名称 | rule of the house |", "|---|---|---|---|"]
    for key in every_key():
        words = " ".join(f"`{name}`" for name in key.names)
        clause = house_clauses()[key.rule]
        lines.append(f"| {words} | {key.called['en']} | {key.called['zh']} | {clause['en']} |")
    return "\n".join(lines) + "\n"


def test_the_page_lists_every_key():
    page = PAGE.read_text("utf-8")
    head, _, rest = page.partition(BEGIN)
    table, _, tail = rest.partition(END)
    if os.environ.get("QIPAN_GOLDEN") == "write":
        PAGE.write_text(head + BEGIN + listed() + END + tail, "utf-8")
    else:
        assert table == listed()
