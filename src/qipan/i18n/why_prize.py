"""Why somebody wins a prize, in one sentence: the place of the list, and what else was at work."""

from qipan.i18n import compose, customs
from qipan.i18n.prizes import goods_name
from qipan.i18n.why import Sentence, cited, inside, listed, nth
from qipan.ranking.prizes import AVERAGE, HORT, NO_DOUBLE, Prize

SHARED = {AVERAGE: "average", HORT: "hort"}


def prize_sentence(language: str, prize: Prize, name: str, amount: str, citation: str) -> Sentence:
    """Say why; ``amount`` is the money as the book writes it, ``name`` as the reader reads it."""

    def say(code: str, **facts: object) -> str:
        return compose(language, f"why.{code}", **facts)

    won = [customs.money(language, amount)] if prize.cents else []
    won += [inside(language, goods_name(language, each)) for each in prize.goods]
    head = say("head.prize", name=name, what=listed(language, won))
    list_name = compose(language, f"ui.prize-list.{prize.list_name}")
    parts = [say("prize.place", nth=nth(language, prize.place), list=list_name)]
    if prize.rule in SHARED:
        parts.append(say(f"prize.{SHARED[prize.rule]}"))
    if NO_DOUBLE in prize.notes:
        parts.append(say("prize.no-double"))
    if prize.due_days:
        parts.append(say("prize.delayed", n=prize.due_days))
    return cited(language, f"{head}{say('colon')}{say('semicolon').join(parts)}", citation)
