"""What is wrong with a foreign list, and how big one may be."""

from qipan.kernel.errors import BadInput

MOST_BYTES = 5_000_000
MOST_UNPACKED = 50_000_000
MOST_PARTS = 500
MOST_ROWS = 20_000
MOST_COLUMNS = 60


def unreadable(
    what: str,
    name: str,
    code: str,
    *,
    line: int | None = None,
    column: int | None = None,
    **facts: int | str,
) -> BadInput:
    """Say what is wrong with a whole file, in a developer's words and as a code with its facts."""
    at = {key: value for key, value in (("line", line), ("column", column)) if value is not None}
    return BadInput(
        what, where=name, line=line, column=column, code=f"list.{code}", facts={**at, **facts}
    )
