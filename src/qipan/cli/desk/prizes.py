"""``qipan prizes``, ``qipan ledger`` and ``qipan qualifiers``: closing an event."""

from typing import Annotated

import msgspec
import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, at, house, section_of
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.kernel.ids import CompetitionId


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(prizes)
    app.command()(ledger)
    app.command()(qualifiers)
    app.command()(advance)


def prizes(
    competition: str,
    section: SectionName = None,
    award: Annotated[str, typer.Option(help="Give them out, on this day: 2026-03-05.")] = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show the prize of every place, derived tables included; --award awards them."""
    from qipan.desk.money import AwardPrizes, prizes_of
    from qipan.office.reports import make_report

    with house(data) as found:
        state, place = section_of(found, competition, section)
        if award:
            command = AwardPrizes(section=place.id, on=award)
            state = found.office.carry_out(CompetitionId(competition), ACTOR, command)
            place = state.sections[place.id]
        listed = place.prizes or ()
        if place.prizes is None and place.approved is not None:
            listed = prizes_of(state, place)
        made = make_report(found.office, CompetitionId(competition), place.id)
    if as_json:
        print_json(
            {
                "official": place.approved is not None,
                "given": place.prizes is not None,
                "prizes": msgspec.to_builtins(listed),
                "derived": msgspec.to_builtins(made.derived),
                "titles": list(made.titles),
            }
        )
        return
    for table, derived in made.derived.items():
        print_table(
            table,
            ("place", "name", "total"),
            [(row.place or "–", row.name, row.total) for row in derived],
        )
    if place.approved is None:
        console.print("the standings are not approved: no prizes yet", markup=False)
        return
    rows = [
        (each.table, each.place, each.name, each.money, ", ".join(each.goods), each.due_days or "")
        for each in made.prizes
    ]
    print_table(place.title, ("list", "place", "name", "money", "goods", "paid after days"), rows)


def ledger(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """Show the accounts of a section, line by line, with the totals."""
    from qipan.desk.money import ledger_of, owed
    from qipan.rulebooks.schema.money import shown
    from qipan.sections.lookup import event_of

    with house(data) as found:
        state, place = section_of(found, competition, section)
        names = {str(who): person.name for who, person in found.office.names(place).items()}
    found_ledger = ledger_of(place)
    currency = event_of(state, place).prizes.currency or event_of(state, place).conduct.currency
    if as_json:
        print_json(
            {
                "currency": currency,
                "postings": msgspec.to_builtins(found_ledger.postings),
                "balance_cents": found_ledger.balance(),
                "owed_cents": owed(place),
            }
        )
        return
    rows = [
        (
            names.get(each.who, each.who),
            each.reason.value,
            shown(each.cents),
            each.reference,
            each.due,
        )
        for each in found_ledger.postings
    ]
    print_table(place.title, ("who", "reason", currency or "amount", "about", "due"), rows)
    console.print(f"balance {shown(found_ledger.balance(), currency)}", markup=False)
    for who, amount in owed(place).items():
        console.print(f"{names[who]} owes {shown(amount, currency)} of fees", markup=False)


def qualifiers(
    competitions: Annotated[list[str], typer.Argument(help="In order of period.")],
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """List who qualifies from each section; the next in line takes a place already earned."""
    from qipan.office.qualifying import same_person
    from qipan.sections.derived import qualifiers as going_on

    with house(data) as found:
        states = [found.office.state(CompetitionId(each)) for each in competitions]
        sections = [(state, each) for state in states for each in state.sections.values()]
        same = same_person(found.office.around.people, sections)
        listed = going_on(sections, same)
        names = {
            (state.id, each.id, who): person.name
            for state, each in sections
            for who, person in found.office.names(each).items()
        }
    if as_json:
        print_json(msgspec.to_builtins(listed))
        return
    rows = [
        (
            each.competition,
            each.section,
            each.place,
            names[(each.competition, each.section, each.entrant)],
        )
        for each in listed
    ]
    print_table("Qualified", ("competition", "section", "place", "name"), rows)


def advance(
    competition: str,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Enter those who qualified in the approved tables of the previous event."""
    from qipan.desk.appeals.supplements import cite_in_force
    from qipan.i18n import say as in_words
    from qipan.office.advancement import advance as enter_qualified
    from qipan.office.advancement import not_admitted, unplaced

    with at(data, competition, section) as place:
        office, home = place.office, place.home
        kept_out = [
            {
                "who": who,
                "name": person.name,
                "code": error.code,
                "clause": cite_in_force(place.state, error.rule, place.section.under).citation,
                "said": in_words("en", error.code, error.facts),
            }
            for who, person, error in not_admitted(office, home, place.id)
        ]
        entered = enter_qualified(office, home, place.id, ACTOR)
        names = office.names(office.state(home).sections[place.id])
        unknown = unplaced(office, home, place.id)
    if as_json:
        listed = [{"entrant": who, "name": names[who].name} for who in entered]
        nameless = [
            {"who": each.who, "competition": each.by.competition, "section": each.by.section}
            for each in unknown
        ]
        print_json({"entered": listed, "kept_out": kept_out, "unknown": nameless})
        return
    for each in unknown:
        where = f"{each.by.competition}/{each.by.section}"
        console.print(f"{each.who} ({where}): name or birth is not known", markup=False)
    for line in kept_out:
        words = f"{line['name']} is not entered: {line['said']} [{line['clause']}]"
        console.print(words, markup=False)
    print_table("Entered", ("number", "name"), [(who, names[who].name) for who in entered])
