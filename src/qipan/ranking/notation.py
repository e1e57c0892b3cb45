"""How a tie-break is written: ``BH:GP/C1/P``, ``head-to-head:exactly-two``, ``drawn(BH,WIN)``.

``NAME[:variant…][(argument,…)][:variant…][/modifier…]``. Reading and writing give the same text
back; what the parts mean belongs to the tie-break of that name.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from qipan.kernel.errors import BadInput

LONGEST: Final = 200
_WORD: Final = r"[A-Za-z0-9][A-Za-z0-9_.+-]*"
_FORM: Final = re.compile(
    rf"(?P<name>{_WORD})"
    rf"(?P<before>(?::{_WORD})*)"
    r"(?:\((?P<inside>[^()]*(?:\([^()]*\)[^()]*)*)\))?"
    rf"(?P<after>(?::{_WORD})*)"
    rf"(?P<modifiers>(?:/{_WORD})*)"
)


class Spec(msgspec.Struct, frozen=True):
    """One key of an order, taken apart."""

    text: str
    """As the book or the user wrote it."""
    name: str
    variants: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Write the key as it was read, without needless blanks."""
        inside = f"({','.join(self.arguments)})" if self.arguments else ""
        return "".join(
            (
                self.name,
                *(f":{word}" for word in self.variants),
                inside,
                *(f"/{word}" for word in self.modifiers),
            )
        )


@lru_cache(maxsize=1024)
def parse(text: str) -> Spec:
    """Take a key apart. Raises BadInput if it is not written like one."""
    plain = text.strip()
    found = _FORM.fullmatch(plain) if len(plain) <= LONGEST else None
    if found is None:
        raise BadInput(f"not a tie-break: {text[:60]!r}", code="ranking.key-unreadable")
    inside = found["inside"]
    words = (found["before"] + found["after"]).split(":")[1:]
    return Spec(
        text=plain,
        name=found["name"],
        variants=tuple(words),
        arguments=() if inside is None else tuple(split_list(inside)),
        modifiers=tuple(found["modifiers"].upper().split("/")[1:]),
    )


def split_list(text: str) -> list[str]:
    """Split a list of keys at the commas outside brackets. Raises BadInput on unequal brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
        if sign == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    if depth != 0:
        raise BadInput(f"brackets do not match in {text[:60]!r}", code="ranking.key-unreadable")
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def reject_unknown(
    spec: Spec, *, variants: Sequence[str] = (), modifiers: Sequence[str] = ()
) -> None:
    """Raise BadInput if a key carries brackets, a variant or a modifier that it does not have."""
    if spec.arguments:
        raise BadInput(f"{spec.text}: {spec.name} has no brackets", code="ranking.key-unreadable")
    for kind, given, known in (
        ("variant", spec.variants, variants),
        ("modifier", spec.modifiers, modifiers),
    ):
        for word in given:
            if word not in known:
                there = ", ".join(known) or "none"
                raise BadInput(
                    f"{spec.text}: {spec.name} has no {kind} {word!r} (there is: {there})",
                    code="ranking.key-unreadable",
                )
