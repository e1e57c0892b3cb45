"""Where a section stands in its stages: which one is on, who is in it, what was played."""

from dataclasses import dataclass

from qipan.journal.state import Competition, Round, Section, Table
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.lots import Draw
from qipan.kernel.points import Scoring
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import EventRules, MatchRule, Stage
from qipan.sections.lookup import event_of

CHOICE = rule("desk.round.choice", "The number of rounds must be one the regulation allows.")


@dataclass(frozen=True)
class Standing:
    """A stage of a section as it stands, with all that pairing its next round needs."""

    state: Competition
    section: Section
    rules: EventRules
    index: int
    lots: Draw | None = None
    """The lot of the round to be paired, over everybody in the section."""
    special: tuple[tuple[EntrantId, EntrantId], ...] = ()
    """Pairs set for the first round."""
    final: tuple[EntrantId, ...] = ()
    """The pair of the final, where the round has one and it is known already."""

    @property
    def stage(self) -> Stage:
        """Give the stage."""
        return self.rules.stage[self.index]

    @property
    def scoring(self) -> Scoring:
        """Give the points of the event."""
        return self.rules.scoring.scoring()

    @property
    def rounds(self) -> list[Round]:
        """Give the rounds of this stage so far."""
        return [each for each in self.section.rounds if each.stage == self.stage.id]

    @property
    def number(self) -> RoundNo:
        """Give the number of the next round of the section."""
        return RoundNo(len(self.section.rounds) + 1)

    @property
    def planned(self) -> int | None:
        """Give the number of rounds of this stage, as chosen or as the book says."""
        chosen = self.section.options.get("rounds")
        if self.stage.choices and chosen is not None:
            if chosen not in self.stage.choices:
                raise Refused(
                    "round.choice", CHOICE, chosen=chosen, choices=list(self.stage.choices)
                )
            return int(chosen)
        elsewhere = self.section.taken_over
        if elsewhere is not None and elsewhere.planned and len(self.rules.stage) == 1:
            return elsewhere.planned
        return self.stage.rounds_for(len(self.section.order))

    def before(self) -> "Standing | None":
        """Give the stage before this one."""
        if not self.index:
            return None
        return Standing(self.state, self.section, self.rules, self.index - 1)

    @property
    def units(self) -> dict[EntrantId, str]:
        """Give everybody's unit, where known."""
        entrants = self.section.entrants.values()
        return {each.id: each.unit for each in entrants if each.unit}

    @property
    def active(self) -> tuple[EntrantId, ...]:
        """Give who plays the next round: not withdrawn and not resting, in order of numbers."""
        entrants, away = self.section.entrants, self.section.rests
        return tuple(
            who
            for who in self.section.order
            if not entrants[who].withdrawn and (self.number, who) not in away
        )


def first_standing(state: Competition, section: Section) -> Standing:
    """Give the first stage of a section."""
    return Standing(state, section, event_of(state, section), 0)


def stage_of_round(state: Competition, section: Section, found: Round) -> Standing:
    """Give the stage that a round belongs to."""
    rules = event_of(state, section)
    for index, stage in enumerate(rules.stage):
        if stage.id == found.stage:
            return Standing(state, section, rules, index)
    return Standing(state, section, rules, 0)


def is_decisive(standing: Standing, table: Table) -> bool:
    """Say whether a match must have a winner."""
    if not standing.stage.decisive:
        return False
    return standing.stage.system != "n-plus-one" or table.group == FINAL


def undecided(state: Competition, section: Section, found: Round) -> list[BoardNo]:
    """List the boards whose match is drawn but must have a winner."""
    standing = stage_of_round(state, section, found)
    if not standing.stage.decisive:
        return []
    return [
        table.board
        for table in found.tables
        if table.board in found.results
        and table.board not in found.decided
        and is_decisive(standing, table)
        and len(set(found.results[table.board].score.seats)) == 1
    ]


def round_over(state: Competition, section: Section, number: RoundNo) -> str | None:
    """Say when a round was over: as it was said, else when its last result came in.

    None while a board is open, and where nobody knows.
    """
    if number in section.ended:
        return section.ended[number]
    if not 1 <= number <= len(section.rounds):
        return None
    found = section.rounds[number - 1]
    if found.missing or undecided(state, section, found):
        return None
    return section.last_result.get(number)


def match_rule_of(standing: Standing, found: Round) -> MatchRule:
    """Find the match rule of a round; in a knockout it depends on how many are left."""
    stage = standing.stage
    name = stage.rule_for(_level(found)) if stage.match_from else stage.match
    return standing.rules.match_rule(name)


def _level(found: Round) -> int:
    """Say for how many a stage of a tree is: four in the semi-finals, whoever has a bye before.

    A match of the tree is named by its stage and number, ``8/3``.
    """
    levels = [
        int(level)
        for level, _, _ in (each.group.partition("/") for each in found.tables)
        if level.isdecimal()
    ]
    return max(levels, default=sum(len(table.seats) for table in found.tables))


FINAL = "final"
"""The group of the table that decides first and second place."""
