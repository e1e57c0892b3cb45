"""Playing an event of a book step by step, for tests that are named by clause."""

import msgspec

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries, RegisterUnit
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import OpenContest, SeatRound
from qipan.desk.online.seating import wanted
from qipan.desk.results.commands import RecordGame, RecordResult
from qipan.desk.results.recording import read_score
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, RoundNo, SectionId
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import cite
from qipan.rulebooks.options import ELSEWHERE
from qipan.rulebooks.schema.entries import ANY
from qipan.sections.matches import GAME_POINTS
from qipan.simulation.applicants import YEAR
from qipan.simulation.book_cases import check_cases
from qipan.wiring import simulated_office

HOME = CompetitionId("case")


def _fitting(rules, number, tags, unit):
    """Make somebody whom the book admits: of age, of a unit that has paid, as it needs them."""
    limits = rules.age
    age = 30 if limits is None else min(limits.most, max(limits.least, 30))
    unit = unit or (f"u{number}" if rules.unit_needed else None)
    return Newcomer(
        Person(name=f"n{number}", birth=str(YEAR - age), licence=f"case-{number}"),
        rating=2400 - 10 * number,
        unit=unit,
        tags=frozenset(tags) | {*rules.needs},
    )


class Case:
    """A section under one event of a book."""

    def __init__(self, book, event, entries=8, *, options=None, tags=None, units=None):
        self.office = simulated_office(7)
        self.section = SectionId(event)
        self.office.create(HOME, "t", "Case", book)
        rules = book_named(book).event[event].entries
        on_word = {"entry_checks": False} if rules.team or rules.invited else {}
        on_word |= {"qualified": ELSEWHERE} if rules.qualified else {}
        self.do(
            OpenSection(
                section=self.section,
                title=event,
                under=event,
                options={**on_word, **(options or {})},
            )
        )
        newcomers = [
            _fitting(rules, number, (tags or {}).get(number, ()), (units or {}).get(number))
            for number in range(1, entries + 1)
        ]
        for unit in {each.unit for each in newcomers if each.unit and ANY not in rules.units}:
            kind = next(iter(rules.units), "")
            self.do(RegisterUnit(unit=unit, kind=kind, dues_paid=True))
        self.office.enter_all(HOME, self.section, "t", newcomers)

    def do(self, command):
        return self.office.carry_out(HOME, "t", command)

    @property
    def now(self):
        return self.office.state(HOME).sections[self.section]

    @property
    def state(self):
        return self.office.state(HOME)

    def begin(self):
        self.do(CloseEntries(section=self.section))
        self.office.commit_lot(HOME, self.section, "t")
        self.office.draw_numbers(HOME, self.section, "t")
        return self

    def pair(self, **fields):
        if fields:
            self.do(PairRound(section=self.section, **fields))
        else:
            self.office.pair(HOME, self.section, "t")
        return self.now.current

    def publish(self):
        number = self.now.current.number
        self.do(PublishRound(section=self.section, round=number))
        return self.now.current

    def result(self, board, text, number=None):
        scoring = self._scoring()
        score, how = read_score(text, scoring)
        place = {"section": self.section, "round": RoundNo(number or len(self.now.rounds))}
        return self.do(RecordResult(**place, board=BoardNo(board), score=score, how=how))

    def game(self, board, text, **fields):
        score, how = read_score(text, GAME_POINTS)
        return self.do(
            RecordGame(
                section=self.section,
                round=RoundNo(len(self.now.rounds)),
                board=BoardNo(board),
                score=score,
                how=how,
                **fields,
            )
        )

    def _scoring(self):
        from qipan.sections.lookup import event_of

        return event_of(self.state, self.now).scoring.scoring()

    def round(self, text="1-0"):
        """Pair, publish and give every board the same result."""
        self.pair()
        self.publish()
        for board in self.now.current.missing:
            self.result(board, text)
        return self.now.current

    def draw_lots(self):
        from qipan.sections.places import pending_lots

        for _ in range(50):
            pending = list(pending_lots(self.state, self.now))
            if not pending:
                return
            self.office.commit_lot(HOME, self.section, "t", pending[0])
            self.office.draw_tie(HOME, self.section, "t", pending[0])


def team_case():
    """Ten teams of MY-V: three players, a junior and a reserve, entered and numbered."""
    from desk.entry_desk import Desk, mate

    desk = Desk("my-2018", "team", home=HOME)
    for number in range(10):
        unit, rating = desk.unit(f"U{number}"), 2000 - 100 * number
        mates = (
            mate("player", rating=rating),
            mate("player", rating=rating),
            mate("junior", born="2010", rating=rating),
            mate("reserve", rating=rating - 50),
        )
        desk.enter(unit, rating, mates=mates)
    case = Case.__new__(Case)
    case.office, case.section = desk.office, desk.section
    return case.begin()


def play_boards(case, board, texts):
    for number, text in enumerate(texts, 1):
        case.game(board, text, game=number)


def team_round(case, texts=("1-0", "0-1", "1-0", "0-1")):
    case.pair()
    for board in case.publish().missing:
        play_boards(case, board, texts if board > 1 else ("1-0", "1-0", "0-1", "0.5-0.5"))
    return case.now.current


def clock_at_table(book, event, entries=8, **options):
    """Give minutes and seconds a move of the clock at the first live table of an event."""
    case = Case(book, event, entries, options=options).begin()
    case.do(OpenContest(section=case.section, automatic=False))
    case.pair()
    case.publish()
    seat = SeatRound(section=case.section, round=RoundNo(1), at="2026-02-01T10:00:00Z")
    case.do(seat)
    (control, other, *_) = wanted(case.state, case.now)[0].opened.controls
    assert control == other
    return control.main // 60_000, control.bonus // 1000


def worked_by_hand(book, number):
    """Rank the cases of a clause by the book; each comes out as it was worked by hand."""
    found = [each for each in check_cases(book_named(book)) if each.under.clause == number]
    return bool(found) and not any(each.differs for each in found)


def who(number):
    return EntrantId(f"e{number}")


def rules_under(book, event):
    """Give game and rules as the book sets them for an event."""
    from qipan.games import game_named

    terms = book_named(book).event[event]
    game = game_named(terms.game)
    return game, msgspec.convert(terms.rules, game.rules_type, strict=False)


def behind(book, number, *rules):
    """Check that the clause of this number stands behind each of these rules."""
    known = book_named(book).clause[number].rules
    assert set(rules) <= set(known), f"{book} {number}: {set(rules) - set(known)}"


def read_into(book, number, *rules):
    """Check that these rules follow from our reading of a clause, and that it says none of them."""
    clause = book_named(book).clause[number]
    assert set(rules) <= set(clause.reads), f"{book} {number}: {set(rules) - set(clause.reads)}"
    assert clause.reading["en"]


def cited(book, rule, event=""):
    """Cite the clause that answers for a rule in an event."""
    return cite(book_named(book), rule, event).citation
