"""What a document needs before it can be made: a round, teams. What is missing is refused."""

from qipan.formats.documents.material import Material, Round, Teams, Wish
from qipan.i18n import say
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.rules import rule

ROUND = rule("document.round", "A document of a round needs a round that is paired.")
TEAMS = rule("document.teams", "A document of teams needs an event of teams.")


def round_of(material: Material, wish: Wish) -> Round:
    """Find the round asked for, else the latest. Raises Refused if none is paired, Unknown."""
    if not material.rounds:
        raise Refused("doc.no-round", ROUND)
    if not wish.round:
        return material.rounds[-1]
    for found in material.rounds:
        if found.number == wish.round:
            return found
    raise Unknown("round", str(wish.round), tuple(str(each.number) for each in material.rounds))


def teams_of(material: Material) -> Teams:
    """Give what the book says of line-ups. Raises Refused where no teams play."""
    if material.teams is None:
        raise Refused("doc.no-teams", TEAMS)
    return material.teams


def round_title(material: Material, found: Round, language: str) -> str:
    """Name a round, with its stage where there are several."""
    words = say(language, "ui.round-n", {"n": found.number})
    parts = [words, named(language, "doc.stage", found.stage) if material.staged else ""]
    if not found.published:
        parts.append(say(language, "ui.unpublished"))
    return " · ".join(part for part in parts if part)


def named(language: str, kind: str, word: str) -> str:
    """Name a word of a book, such as a stage; what has no name keeps the book's own word."""
    code = f"{kind}.{word}"
    name = say(language, code)
    return word if name == code else name
