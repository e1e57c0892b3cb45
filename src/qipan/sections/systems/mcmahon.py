"""McMahon: start scores by rank or rating, one exact optimisation, handicap."""

from typing import Any

import msgspec

from qipan.journal.events import Cause
from qipan.journal.state import Round, Table
from qipan.kernel.errors import BadInput, Impossible
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.kernel.lots import Draw
from qipan.kernel.rules import rule
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.pairing.swiss.mcmahon import (
    HANDICAP,
    HandicapTerms,
    McMahonTerms,
    Within,
    mcmahon,
)
from qipan.pairing.swiss.mcmahon.field import McMahonField, field_of
from qipan.pairing.swiss.mcmahon.handicap import handicap_between
from qipan.pairing.swiss.mcmahon.why import passed_over
from qipan.rulebooks.schema import Stage
from qipan.sections.stages import Standing
from qipan.sections.systems.swiss import MOST_PASSED, Swiss, paired_in

START = rule(
    "mcmahon.start",
    "Players begin with points by rank or rating, all from the bar on with the same.",
    zh="棋手按段级位或等级分取得起始分，达到门槛者起始分相同。",
    th="ผู้แข่งขันเริ่มด้วยคะแนนตามระดับหรือเรตติ้ง ผู้ที่ถึงเกณฑ์เริ่มเท่ากัน",
    ms="Pemain bermula dengan mata mengikut darjah atau rating; semua dari had ke atas sama.",
)


def terms_of(standing: Standing) -> McMahonTerms:
    """Give what the book says of the next round of a McMahon stage."""
    stage, played = standing.stage, len(standing.rounds)
    return McMahonTerms(
        within=Within(stage.within.value),
        units_apart=played < stage.protect_rounds,
        states_apart=played < stage.protect_states,
        apart_first=stage.apart_first,
        handicap=_handicap_of(stage),
    )


def _handicap_of(stage: Stage) -> HandicapTerms | None:
    given, start = stage.handicap, stage.start
    if given is None:
        return None
    top = start.top if start is not None and given.top_even else None
    return HandicapTerms(given.less, given.most, given.by_rank, top, given.komi)


def _states(standing: Standing) -> dict[str, str]:
    """Give the country or state of every unit that has one."""
    return {name: unit.state for name, unit in standing.state.units.items() if unit.state}


class McMahon(Swiss):
    """McMahon pairing [mcmahon.start]."""

    def needs_lot(self, standing: Standing) -> bool:
        """A random order among equals is drawn."""
        return terms_of(standing).within is Within.RANDOM

    def pair(self, standing: Standing) -> RoundPlan:
        """Find the best round of all."""
        return mcmahon(
            self.table(standing),
            standing.number,
            terms_of(standing),
            present=standing.active,
            states=_states(standing),
            lots=standing.lots,
        )

    def table_of(self, standing: Standing, meeting: Meeting) -> Table:
        """Give the table its handicap [mcmahon.handicap]; the weaker one sits first then."""
        table = super().table_of(standing, meeting)
        terms = terms_of(standing).handicap
        if terms is None or len(meeting.seats) != 2:
            return table
        field = self._field(standing, tuple(meeting.seats))
        given = handicap_between(field, 0, 1, terms, standing.scoring.unit)
        if not given.stones:
            return table
        weaker = field.ids[given.weaker]
        seats = (weaker, next(who for who in meeting.seats if who != weaker))
        facts = {"stones": given.stones, "difference": given.difference, "komi": terms.komi}
        facts |= {"less": terms.less} if terms.less else {}
        others = tuple(each for each in table.causes if not _about_colour(each))
        return msgspec.structs.replace(
            table,
            seats=seats,
            causes=(*others, Cause(HANDICAP, facts)),
            handicap=given.stones,
            komi=terms.komi,
        )

    def passed_over(
        self, standing: Standing, found: Round, who: EntrantId, planned: int = 0
    ) -> tuple[Reason, ...]:
        """Ask the system again what ruled out those who would have suited better."""
        partners = {
            one: two
            for each in found.tables
            if len(each.seats) == 2
            for one, two in (each.seats, each.seats[::-1])
        }
        if who not in partners:
            return ()
        terms = terms_of(standing)
        lots = standing.section.lots.get(f"round-{found.number}")
        try:
            field = self._field(standing, tuple(partners), lots)
            return passed_over(
                field,
                terms,
                standing.scoring.unit,
                tuple(partners.items()),
                (who, MOST_PASSED),
            )
        except (BadInput, Impossible):
            return ()

    def _field(
        self, standing: Standing, present: tuple[EntrantId, ...], lots: Draw | None = None
    ) -> McMahonField:
        within = terms_of(standing).within
        number = RoundNo(len(standing.section.rounds) + 1)
        if within is Within.RANDOM and lots is None:
            within = Within.CROSS  # only the order among equals depends on it
        return field_of(
            self.table(standing),
            number,
            within,
            present=present,
            states=_states(standing),
            lots=lots,
        )


def _about_colour(cause: Cause) -> bool:
    facts: dict[str, Any] = cause.facts
    return "colour" in cause.rule or (cause.rule == HANDICAP and "komi" not in facts)


__all__ = ["START", "McMahon", "paired_in", "terms_of"]
