"""How a line ends that was not let in: the page tries again only where that makes sense."""

import re
from pathlib import Path

import pytest

from qipan.kernel.errors import BadInput, Unavailable, Uncertain, Unknown
from qipan.web.live.sockets import closing

SCRIPT = Path(__file__).parents[2] / "src/qipan/web/live/static/table.js"


@pytest.mark.parametrize(
    ("error", "comes_back"),
    [
        (Unavailable("journal", "away"), True),
        (Uncertain("journal", "away"), True),
        (Unknown("table", "t1"), False),
        (BadInput("this page is not of this site"), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_page_comes_back_when_the_storage_was_away_and_only_then(error, comes_back):
    final = re.search(r"FINAL = \[([\d, ]+)\]", SCRIPT.read_text())[1].split(", ")
    assert (str(closing(error)) not in final) == comes_back
