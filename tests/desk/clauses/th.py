"""The Thai league and its Go positions, as the clause tests use them."""

from decimal import Decimal

import pytest

from desk.clauses.play import Case, cited, rules_under
from goboards import play
from goboards import position as drawn_position
from qipan.desk.conduct.commands import PunishOffence
from qipan.kernel.errors import IllegalMove
from qipan.rulebooks import book_named

BOOK, EVENT = "th-maklom-2024", "league"
RULES = rules_under(BOOK, EVENT)[1]
OPTIONS = {name: getattr(RULES, name) for name in RULES.__struct_fields__ if name not in ("size",)}
SPLIT = ".X.O. XX.OO .X.O. .XXO. .X.O."
BOARD = ".X.O. .X.O. .X.O. OX.OX .X.O."
OPEN = ".X.O. .X.O. ..... .X.O. .X.O."
KO = ".XO.. X.XO. .XO.. ..... ....."


def position(drawn, turn=0, **options):
    return drawn_position(drawn, turn, **{**OPTIONS, **options})


def refused(state, words):
    """Play what is not allowed; give the article cited."""
    with pytest.raises(IllegalMove) as caught:
        play(state, words)
    return cited(BOOK, caught.value.rule, EVENT)


def league(**options):
    """A league of four teams with the first round published."""
    case = Case(BOOK, EVENT, 4, options=options).begin()
    case.pair()
    case.publish()
    return case


def punished(offence, *, times=1, choice=None, game=None):
    """Punish an offence of the book; give its article and the penalties of the last time."""
    case = league()
    table = case.now.current.tables[0]
    for _ in range(times):
        case.do(
            PunishOffence(
                section=case.section,
                entrant=table.seats[0],
                offence=offence,
                round=1,
                board=table.board,
                choice=choice,
                game=game,
            )
        )
    found = case.now.penalties[-1]
    kinds = {each.kind.value: each.amount for each in found.penalties}
    return book_named(BOOK).citation(found.clause), kinds, case


def counted(drawn, words, **options):
    """Go from the first passes to the count, with what players mark."""
    state = play(position(drawn, turn=0, komi=Decimal(0), **options), f"pass,pass,{words}")
    return play(state, "b:agree,w:agree,pass,pass,t:count 9f86d081884c7d65")
