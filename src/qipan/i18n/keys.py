"""Names of ranking keys for people: ``drawn(BH,WIN)`` becomes “Order drawn by lot (…, …)”.

The names stand in the tie-breaks' own files. A key has the name its whole text is listed under
(``head-to-head:exactly-two``), else the name of its tie-break, under any of its words, followed by
what it was given; how a bye is read is the book's own matter and no part of the name. A tie-break
without a name keeps its own word.
"""

from qipan.i18n import say
from qipan.kernel.errors import BadInput, Unknown
from qipan.ranking.keys import find
from qipan.ranking.notation import parse
from qipan.ranking.tiebreaks.opponents import READINGS


def name_key(language: str, key: str) -> str:
    """Name a key of an order; what cannot be read as a key stays as it is."""
    whole = _listed(language, key)
    if whole is not None:
        return whole
    try:
        spec = parse(key)
        names = (spec.name, *find(spec).names)
    except (BadInput, Unknown):
        return key
    name = next(filter(None, (_listed(language, each) for each in names)), spec.name)
    given = [each for each in (*spec.variants, *spec.modifiers) if each not in READINGS]
    given += [name_key(language, inner) for inner in spec.arguments]
    return f"{name} ({', '.join(given)})" if given else name


def _listed(language: str, key: str) -> str | None:
    code = f"key.{key}"
    name = say(language, code)
    return None if name == code else name
