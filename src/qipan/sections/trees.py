"""What stands in a tree: whoever went on stays in, whatever becomes of the result later.

In a knockout, in heats and in cross rounds the next round is made of those who went on. A result
that is annulled or put right after that counts in the tables and stands in the report; the
pairings that were made from it stay.
"""

from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.results import MatchDecided
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.rules import rule
from qipan.sections.stages import stage_of_round
from qipan.sections.systems.cross import winners_of

TREE = rule("conduct.annulment-tree", "A player knocked out does not return to a knockout.")
TREES = ("knockout", "heats", "cross")


def is_settled(state: Competition, section: Section, number: RoundNo) -> bool:
    """Say whether the next round of a tree was made from this one."""
    found = section.rounds[number - 1]
    later = any(each.stage == found.stage and each.number > number for each in section.rounds)
    return later and stage_of_round(state, section, found).stage.system in TREES


def who_went_on(
    state: Competition, section: Section, number: RoundNo, board: BoardNo
) -> list[CompetitionEvent]:
    """Keep who went on from a board whose result changes [conduct.annulment-tree].

    Raises Refused if nobody did: then a winner would come into a tree that has no place for one.
    """
    found = section.rounds[number - 1]
    table = found.table(board)
    if table is None or not is_settled(state, section, number):
        return []
    if stage_of_round(state, section, found).stage.system == "heats":
        return []  # tables keep who sat at them
    winner = winners_of(found).get(frozenset(table.seats))
    if winner is None:
        raise Refused("annul.tree", TREE, round=number, board=board, system=found.stage)
    return [
        MatchDecided(
            section=section.id,
            round=number,
            board=board,
            winner=winner,
            cause=Cause(TREE, {"winner": winner}),
        )
    ]
