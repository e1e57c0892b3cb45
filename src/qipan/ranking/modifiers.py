"""What stands behind the slash: which modifiers a key understands, and the common ones."""

from qipan.kernel.errors import BadInput
from qipan.ranking.notation import Spec

_VERSIONS = ("V", "V0", "V1", "V2", "V2024", "V2026")


def check(spec: Spec, *letters: str, scores: bool = False) -> None:
    """Raise BadInput if a key has a modifier that is not among the letters, or a wrong variant.

    ``scores``: the key may say which score it means (``:MP``, ``:GP``, ``:MG`` …).
    """
    if spec.arguments:
        raise BadInput(f"{spec.text}: {spec.name} has no brackets", code="ranking.key-unreadable")
    if spec.variants and not scores:
        raise BadInput(
            f"{spec.text}: {spec.name} has no variant {spec.variants[0]!r}",
            code="ranking.key-unreadable",
        )
    for word in spec.modifiers:
        if word[0] not in letters or not _well_formed(word):
            there = ", ".join(f"/{letter}" for letter in letters) or "none"
            raise BadInput(
                f"{spec.text}: {spec.name} has no modifier {word!r} (there is: {there})",
                code="ranking.key-unreadable",
            )


def _well_formed(word: str) -> bool:
    letter, rest = word[0], word[1:]
    match letter:
        case "C" | "M" | "K" | "U":
            return rest.isdecimal() and len(rest) <= 4
        case "V":
            return word in _VERSIONS
        case "L":
            number = rest.lstrip("+-")
            return number.replace(".", "", 1).isdecimal() and len(rest) <= 6
        case _:
            return not rest


def number_after(spec: Spec, letter: str) -> int | None:
    """Give the number behind a letter: ``/U1400`` gives 1400; the last one if there are several."""
    found = [int(word[1:]) for word in spec.modifiers if word[0] == letter and word[1:].isdecimal()]
    return found[-1] if found else None
