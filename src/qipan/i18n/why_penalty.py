"""Why somebody was punished, in one sentence: what was given, for what, when, the clause."""

from collections.abc import Sequence

from qipan.i18n import compose, say
from qipan.i18n.why import Sentence, cited, listed, nth
from qipan.journal.state import Punished


def penalty_sentence(
    language: str,
    punished: Punished,
    given: Sequence[str],
    times: int,
    citation: str,
    name: str = "",
) -> Sentence:
    """Say it, to who was punished unless a name is given.

    ``given`` are the penalties in words, ``times`` how often it was this offence.
    """

    def part(code: str, **facts: object) -> str:
        return compose(language, f"why.{code}", **facts)

    code = "head.penalty" if name else "head.penalty-you"
    head = part(code, name=name, what=listed(language, list(given)))
    parts = [say(language, f"desk.offence.{punished.offence}")]
    if punished.round:
        parts.append(part("penalty.round", round=punished.round))
    if times > 1:
        parts.append(part("penalty.time", n=times, nth=nth(language, times)))
    if punished.note:
        parts.append(punished.note)
    return cited(language, f"{head}{part('colon')}{part('semicolon').join(parts)}", citation)
