"""What an organiser decides for a section: every option of an event, with its type and its clause.

Options follow from what the book says: who writes two deadlines into a regulation has two dates to
set, who writes several numbers of rounds has a choice. Nothing is listed by the name of a book, so
a regulation of one's own has its options the same way. ``option_values`` reads what people write.
"""

from enum import StrEnum
from typing import Any

import msgspec

from qipan.kernel.errors import Unknown
from qipan.kernel.rules import RuleKey, rule
from qipan.rulebooks.adjusted_rules import setting_of
from qipan.rulebooks.loader import cite
from qipan.rulebooks.schema import Book, Cited, EventRules, Text

OPTION = rule(
    "desk.section.option",
    "A section has the options of its event, each with a value of its kind.",
    zh="每个组别只有其项目规定的选项，且取值须合乎规定。",
    th="แต่ละรุ่นมีเฉพาะตัวเลือกของรายการนั้น และค่าต้องเป็นชนิดที่กำหนด",
    ms="Setiap bahagian hanya mempunyai pilihan acaranya, dengan nilai jenis yang ditetapkan.",
)
CHANGE = rule(
    "desk.section.option-change",
    "An option is changed only until that begins which depends on it.",
    zh="选项只能在依其进行的事项开始之前更改。",
    th="เปลี่ยนตัวเลือกได้เฉพาะก่อนสิ่งที่ขึ้นอยู่กับตัวเลือกนั้นจะเริ่ม",
    ms="Pilihan hanya boleh diubah sebelum perkara yang bergantung padanya bermula.",
)
ELSEWHERE = "elsewhere"
"""What the option ``qualified`` says where the tables before are kept by somebody else."""
FIRST_YEAR, LAST_YEAR = 1900, 2999
MOST_SITTINGS = 999


class OptionKind(StrEnum):
    """What the value of an option is."""

    TRUTH = "truth"
    NUMBER = "number"
    CHOICE = "choice"
    MONEY = "money"
    DATE = "date"
    TIME = "time"
    WORD = "word"
    TEXT = "text"
    """A name, as people write it."""
    CLOCK = "clock"
    """A time control, as ``40+20`` or ``45+3x30``."""
    TITLES = "titles"
    """Titles, highest first, each with the last place that earns it."""
    STARTS = "starts"
    """A moment for each round."""


class Until(StrEnum):
    """Until when an option may be changed."""

    FIRST_ENTRY = "first-entry"
    ENTRIES_CLOSED = "entries-closed"
    FIRST_ROUND = "first-round"
    APPROVED = "approved"


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """Something an organiser decides for a section."""

    name: str
    kind: OptionKind
    until: Until
    rule: RuleKey = OPTION
    """The rule that speaks of it; the book, or else the house, has its clause."""
    clause: str = ""
    """The number of the clause, where the book itself names it."""
    title: Text = {}
    """What the book calls it, where the book names it."""
    choices: tuple[str | int, ...] = ()
    least: int | None = None
    most: int | None = None
    """Bounds of a number, or the most of an amount in cents."""
    currency: str = ""
    default: Any = None
    """What holds where nothing is set; None: nothing."""
    unplaced: int = 0
    """How many of the lowest titles may have no place of their own."""


def options_of(book: Book, event: str) -> dict[str, Option]:
    """Give the options of an event by name, in the order people decide. Raises Unknown."""
    if event not in book.event:
        raise Unknown("event", event, tuple(book.event))
    rules = book.event[event]
    found = (
        *_named_by_the_book(rules),
        *_about_rounds(book, event, rules),
        *_about_who_enters(rules),
        *_about_deadlines(rules),
        *_about_money(rules),
        *_about_closing(rules),
        *_about_organisers(book),
    )
    return {each.name: each for each in found}


def clause_of(book: Book, event: str, option: Option) -> Cited:
    """Find the clause that speaks of an option. Raises Unknown."""
    if not option.clause:
        return cite(book, option.rule, event)
    text = book.clause[option.clause].shown
    return Cited(option.rule, book.id, option.clause, book.citation(option.clause), text)


def _named_by_the_book(rules: EventRules) -> list[Option]:
    return [
        Option(
            name=name,
            kind=OptionKind(terms.kind),
            until=Until(terms.until),
            clause=terms.clause,
            choices=terms.choices,
            least=terms.least,
            most=terms.most,
            default=setting_of(rules, terms.sets[0]),
            title=terms.title,
        )
        for name, terms in rules.option.items()
    ]


def _about_rounds(book: Book, event: str, rules: EventRules) -> list[Option]:
    stage, found = rules.stage[0], []
    if stage.choices:
        found.append(
            Option(
                name="rounds",
                kind=OptionKind.CHOICE,
                rule=RuleKey("desk.round.choice"),
                choices=stage.choices,
                default=None if stage.by_players else stage.rounds,
                until=Until.FIRST_ROUND,
            )
        )
    elif stage.target and stage.rounds is None:  # as many sittings as the organiser sets
        found.append(
            Option(
                name="rounds",
                kind=OptionKind.NUMBER,
                rule=RuleKey("open.target"),
                least=1,
                most=MOST_SITTINGS,
                until=Until.APPROVED,
            )
        )
    if periods := _periods(book, event):
        found.append(
            Option(
                name="period",
                kind=OptionKind.CHOICE,
                rule=RuleKey("schedule.window"),
                choices=periods,
                until=Until.FIRST_ROUND,
            )
        )
    return found


def _periods(book: Book, event: str) -> tuple[str, ...]:
    """Name the periods of an event: its own, else those of the event it leads to."""
    own = tuple(book.event[event].schedule.dates)
    led = (
        tuple(each.schedule.dates)
        for each in book.event.values()
        if each.entries.same_period and each.entries.qualified == event
    )
    return own or next(led, ())


def _about_who_enters(rules: EventRules) -> list[Option]:
    entries, found = rules.entries, []
    if entries.groups:
        found.append(
            Option(
                name="group",
                kind=OptionKind.CHOICE,
                rule=RuleKey("entry.group"),
                choices=tuple(entries.groups),
                until=Until.FIRST_ENTRY,
            )
        )
    by_qualifying = RuleKey("entry.qualified")
    if entries.same_period:
        found.append(
            Option(
                name="lobby",
                kind=OptionKind.WORD,
                rule=by_qualifying,
                until=Until.ENTRIES_CLOSED,
            )
        )
    if entries.qualified:
        found.append(
            Option(
                name="qualified",
                kind=OptionKind.CHOICE,
                rule=by_qualifying,
                choices=(ELSEWHERE,),
                until=Until.ENTRIES_CLOSED,
            )
        )
    aged = entries.age or any(role.most_age is not None for role in entries.team.values())
    young = RuleKey("entry.age") if aged else RuleKey("entry.young")
    found.append(
        Option(
            name="year",
            kind=OptionKind.NUMBER,
            rule=young
            if aged or entries.young
            else RuleKey("entry.one-unit-a-year")
            if entries.one_unit_a_year
            else OPTION,
            least=FIRST_YEAR,
            most=LAST_YEAR,
            until=Until.FIRST_ENTRY,
        )
    )
    found.append(
        Option(
            name="entry_checks",
            kind=OptionKind.TRUTH,
            default=True,
            until=Until.ENTRIES_CLOSED,
        )
    )
    return found


def _about_deadlines(rules: EventRules) -> list[Option]:
    found = []
    if rules.entries.two_deadlines:
        for name, key in (("declare_by", "entry.declared"), ("names_by", "entry.names-in-time")):
            found.append(
                Option(
                    name=name,
                    kind=OptionKind.DATE,
                    rule=RuleKey(key),
                    until=Until.ENTRIES_CLOSED,
                )
            )
    if rules.entries.verify:
        found.append(
            Option(
                name="verify_by",
                kind=OptionKind.TIME,
                rule=RuleKey("entry.verified"),
                until=Until.ENTRIES_CLOSED,
            )
        )
    found.append(Option(name="starts", kind=OptionKind.STARTS, until=Until.APPROVED))
    return found


def currency_of(rules: EventRules) -> str:
    """Give the currency an event's amounts are in, if the book names one."""
    return rules.prizes.currency or rules.conduct.currency


def _about_money(rules: EventRules) -> list[Option]:
    """List the amounts; a fee within the limit of the book [entry.fee-limit]."""
    fees, currency = rules.entries.fees, currency_of(rules)

    def amount(name: str, key: str, most: int | None = None) -> Option:
        return Option(
            name=name,
            kind=OptionKind.MONEY,
            rule=RuleKey(key),
            most=most,
            currency=currency,
            until=Until.ENTRIES_CLOSED,
        )

    limited = fees.most is not None
    found = [amount("fee", "entry.fee-limit" if limited else "entry.fee", fees.most)]
    if fees.late:
        found.append(amount("late_fee", "entry.late-fee"))
    if rules.entries.opening is not None:
        found.append(amount("open_fee", "entry.opening"))
    if fees.all_in_day is not None:
        found.append(amount("all_in_fee", "entry.all-in", fees.all_in_day))
        found.append(
            Option(
                name="all_in_days",
                kind=OptionKind.NUMBER,
                rule=RuleKey("entry.all-in"),
                least=1,
                most=30,
                until=Until.ENTRIES_CLOSED,
            )
        )
    return found


def _about_organisers(book: Book) -> list[Option]:
    """Name who hosts and who supports, where the book asks for their line on documents."""
    if not book.book.organiser:
        return []
    return [
        Option(
            name=name,
            kind=OptionKind.TEXT,
            rule=RuleKey("document.organisers"),
            until=Until.APPROVED,
        )
        for name in ("host", "supporter")
    ]


def _about_closing(rules: EventRules) -> list[Option]:
    found = []
    if annuls_nothing(rules):
        found.append(
            Option(
                name="annulment",
                kind=OptionKind.TRUTH,
                rule=RuleKey("conduct.annulment"),
                default=False,
                until=Until.FIRST_ROUND,
            )
        )
    if rules.prizes.titles is not None:
        found.append(
            Option(
                name="titles",
                kind=OptionKind.TITLES,
                rule=RuleKey("titles.by-place"),
                until=Until.FIRST_ROUND,
                unplaced=max(1, rules.prizes.titles.steps),
            )
        )
    return found


def annuls_nothing(rules: EventRules) -> bool:
    """Say whether a book annuls neither results nor places of its own."""
    steps = [
        step
        for offence in rules.conduct.offence.values()
        for step in (*offence.ladder, *offence.choices)
    ]
    return not rules.conduct.annulment and not any(step.disqualification for step in steps)
