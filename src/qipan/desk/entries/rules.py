"""The rules of entry that code cites; the books say which clause is behind each."""

from qipan.kernel.rules import RuleKey, rule

ONCE = rule("desk.entry.once", "A person enters a section once.")
ENTRIES_OPEN = rule("desk.entry.open", "Entries are taken until they are closed.")
MOST = rule("desk.entry.most", "A section takes no more entrants than the book allows.")
LEAST = rule("desk.entry.least", "A section needs at least as many entrants as the book says.")
WITHDRAW_ONCE = rule("desk.entry.withdraw", "An entrant withdraws once.")
RATING = rule("desk.entry.rating", "A rating is a number from 0 to 9999.")
MARKS = rule("desk.entry.marks", "An entrant bears only marks that the book knows.")

DUES = rule("entry.dues", "A unit that has not paid its dues sends nobody.")
REGISTRATION = rule("entry.registration", "Who has no rating account pays for one.")
ONE_UNIT = rule("entry.one-unit-a-year", "Within a year a player stands for one unit.")
DECLARED = rule("entry.declared", "A unit says by the first deadline whether it takes part.")
NAMES_IN_TIME = rule("entry.names-in-time", "Names are handed in by the second deadline.")
LATE_FEE = rule("entry.late-fee", "Late entry is possible for a fee.")
FEE = rule("entry.fee", "An entry costs what the organiser set.")
ALL_IN = rule("entry.all-in", "An all-in charge is not above the book's limit of a day.")
FEE_LIMIT = rule("entry.fee-limit", "The organiser's fee is not above the book's limit.")
QUOTA = rule("entry.quota", "A unit sends no more entrants than its kind of member may.")
UNIT_NEEDED = rule("entry.unit-needed", "Entrants are sent by a unit that is a member.")
QUOTA_OF_AFFILIATES = rule(
    "entry.quota-affiliates", "An affiliated unit sends no more entrants than affiliates may."
)
RATED_AFFILIATES = rule(
    "entry.rated-affiliates", "So many of an affiliated unit's entrants have a certain rating."
)
AFFILIATE = "affiliate"
"""The kind of a unit that has a clause of its own in some books."""
RATED_MEMBERS = rule("entry.rated-members", "So many of a unit's entrants have a certain rating.")
FREE = rule("entry.free", "Some enter for themselves, beside the units.")
OPENING = rule("entry.opening", "Entry opens when too few came in time.")
OPEN_RATING = rule("entry.open-rating", "Who enters when entry is open has a certain rating.")
FILLER = rule("entry.filler", "The host may fill up an odd number with one entrant.")
FILLER_UNIT = rule("entry.filler-individual", "The one who fills up counts for no unit.")
AGE = rule("entry.age", "Entrants are of the age the section is for.")
YOUNG = rule("entry.young", "The very young need a certain rating.")
GROUP = rule("entry.group", "Entrants were born in the years of their group.")
NEEDS = rule("entry.needs", "Some sections are for some people only.")
EXCLUDES = rule("entry.excludes", "Some people may not enter a section.")
DAN = rule("entry.dan", "Who holds a high dan does not enter.")
TOO_FEW = rule("entry.cancelled", "With too few units or entrants the event is cancelled.")
VERIFIED = rule("entry.verified", "Who does not prove their name in time gives up the place.")
INVITED = rule("entry.invited", "Only who is invited enters.")
QUALIFIED = rule("entry.qualified", "Only who qualified in the tables before enters.")
TEAM = rule("entry.team", "A team has the members the book says.")
JUNIOR = rule("entry.team-age", "Some members of a team are not older than the book says.")
OVERRIDE = rule(
    "entry.override", "A rule is set aside only where the book lets one, with a reason."
)
RETURN = rule("desk.entry.return", "Who withdrew may come back, for a reason, and play on.")
REOPEN = rule("desk.entry.reopen", "Entries are taken again only before numbers are given.")
LATE = rule(
    "desk.entry.late",
    "Who comes late is let in before the last round of a Swiss, with nothing for rounds missed.",
)
MOVED = rule("desk.section.moved", "Entrants change sections only before numbers are given.")
CALLED_OFF = rule(
    "desk.section.called-off", "A section is called off for a reason before it is played."
)
AMENDED = rule("desk.entry.amended", "An entry is put right at any time; what was played stands.")
REPLACED = rule(
    "entry.member-replaced",
    "A lost member is replaced where the book has it so; else they are out.",
)


def quota_of(kind: str) -> RuleKey:
    """Give the rule on how many a unit of some kind sends."""
    return QUOTA_OF_AFFILIATES if kind == AFFILIATE else QUOTA


def rated_of(kind: str) -> RuleKey:
    """Give the rule on how many of those have a certain rating."""
    return RATED_AFFILIATES if kind == AFFILIATE else RATED_MEMBERS
