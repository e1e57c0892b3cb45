"""Verbs by subject, in the order of the work, each with an example for its ``--help``.

``verb_groups.json`` is written by hand; a verb that it does not know comes last, without example.
"""

from functools import cache
from importlib.resources import files

import msgspec

TABLE = "verb_groups.json"
OTHERS = "Other"


@cache
def groups() -> dict[str, dict[str, str]]:
    """Read the table: subject → verb → example."""
    text = files("qipan.cli").joinpath(TABLE).read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[str, str]])


@cache
def _subjects() -> dict[str, str]:
    """Give the subject of every first word, in order."""
    return {verb.split(" ")[0]: name for name, verbs in groups().items() for verb in verbs}


def subject_of(verb: str) -> str:
    """Give the subject that a verb, or a group of verbs, is listed under."""
    return _subjects().get(verb, OTHERS)


def in_order(verbs: list[str]) -> list[str]:
    """Sort verbs by subject, as the table has them."""
    order = {verb: at for at, verb in enumerate(_subjects())}
    return sorted(verbs, key=lambda verb: order.get(verb, len(order)))


def example_of(path: tuple[str, ...]) -> str:
    """Give the example of a verb as its help shows it; nothing where there is none."""
    words = " ".join(path)
    found = next((verbs[words] for verbs in groups().values() if words in verbs), "")
    return f"Example: {found}".replace("[", r"\[") if found else ""
