"""MY 6.2 after the approval: who misses the closing ceremony is placed behind all the same."""

from desk.clauses.my_events import BOOK
from desk.clauses.play import Case
from qipan.desk.closing import ApproveStandings
from qipan.desk.conduct.commands import PunishOffence
from qipan.sections.places import places


def test_my_6_2_a_foul_after_the_approval_lifts_it():
    case = Case(BOOK, "non-chinese", 8, options={"rounds": 3}).begin()
    for _ in range(3):
        case.round("0.5-0.5")
    case.draw_lots()
    case.do(ApproveStandings(section=case.section))
    approved = case.now.approved
    first = approved[0][0]
    case.do(PunishOffence(section=case.section, entrant=first, offence="missed-ceremony"))
    assert case.now.approved is None
    case.draw_lots()
    case.do(ApproveStandings(section=case.section))
    assert case.now.approved[-1][0] == first
    assert [row.entrant for row in places(case.state, case.now).rows][-1] == first


def test_my_7_5_a_fine_alone_leaves_the_approval():
    case = Case(BOOK, "non-chinese", 4, options={"rounds": 3}).begin()
    for _ in range(3):
        case.round("0.5-0.5")
    case.draw_lots()
    case.do(ApproveStandings(section=case.section))
    who = case.now.order[0]
    case.do(PunishOffence(section=case.section, entrant=who, offence="dress"))
    assert case.now.approved is not None
