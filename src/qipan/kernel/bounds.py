"""Bounds on text from outside, for parsers whose time grows faster than what they are given."""

from qipan.kernel.errors import BadInput

LONGEST_TEXT = 1_000_000
LONGEST_LINE = 10_000


def bounded(text: str, where: str) -> str:
    """Pass on a text of bearable size. Raises BadInput with the line that is too long."""
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"longer than {LONGEST_TEXT} characters", where=where)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            what = f"a line of more than {LONGEST_LINE} characters"
            raise BadInput(what, where=where, line=number, column=LONGEST_LINE)
    return text
