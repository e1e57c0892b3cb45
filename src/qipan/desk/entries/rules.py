"""The rules of entry that code cites; the books say which clause is behind each."""

from qipan.kernel.rules import RuleKey, rule

ONCE = rule("desk.entry.once", "A person enters a section once.")
ENTRIES_OPEN = rule("desk.entry.open", "Entries are accepted until they are closed.")
MOST = rule("desk.entry.most", "A section takes no more entrants than the regulation allows.")
LEAST = rule(
    "desk.entry.least", "A section needs at least the number of entrants in the regulation."
)
WITHDRAW_ONCE = rule("desk.entry.withdraw", "An entrant withdraws once.")
RATING = rule("desk.entry.rating", "A rating is a number from 0 to 9999.")
MARKS = rule("desk.entry.marks", "Entrants carry only marks that the regulation defines.")

DUES = rule("entry.dues", "A unit with unpaid dues may not enter anyone.")
REGISTRATION = rule("entry.registration", "A player without a rating account pays for one.")
ONE_UNIT = rule("entry.one-unit-a-year", "A player represents one unit in a year.")
DECLARED = rule("entry.declared", "A unit says by the first deadline whether it takes part.")
NAMES_IN_TIME = rule("entry.names-in-time", "Names are submitted by the second deadline.")
LATE_FEE = rule("entry.late-fee", "Late entry is possible for a fee.")
FEE = rule("entry.fee", "An entry costs what the organiser has set.")
ALL_IN = rule("entry.all-in", "An all-in charge is not above the book's limit of a day.")
FEE_LIMIT = rule(
    "entry.fee-limit", "The organiser's fee may not exceed the limit of the regulation."
)
QUOTA = rule("entry.quota", "A unit may not exceed the quota of its kind of membership.")
UNIT_NEEDED = rule("entry.unit-needed", "Entrants are sent by a member unit.")
QUOTA_OF_AFFILIATES = rule(
    "entry.quota-affiliates", "An affiliated unit may not exceed the quota of affiliates."
)
RATED_AFFILIATES = rule(
    "entry.rated-affiliates", "A set number of an affiliated unit's entrants need a certain rating."
)
AFFILIATE = "affiliate"
"""The kind of a unit that has a clause of its own in some books."""
RATED_MEMBERS = rule(
    "entry.rated-members", "A set number of a unit's entrants need a certain rating."
)
FREE = rule("entry.free", "Some enter as individuals, beside the units.")
OPENING = rule("entry.opening", "If too few enter in time, entry is opened to others.")
OPEN_RATING = rule("entry.open-rating", "Open entry needs a certain rating.")
FILLER = rule("entry.filler", "The host may add one entrant to make the number even.")
FILLER_UNIT = rule("entry.filler-individual", "The added entrant counts for no unit.")
AGE = rule("entry.age", "Entrants must be of the age the section is for.")
YOUNG = rule("entry.young", "Very young players need a certain rating.")
GROUP = rule("entry.group", "Entrants were born in the years of their group.")
NEEDS = rule("entry.needs", "Some sections are open only to certain people.")
EXCLUDES = rule("entry.excludes", "Some people may not enter a section.")
DAN = rule("entry.dan", "Players of a high dan may not enter.")
TOO_FEW = rule("entry.cancelled", "With too few units or entrants the event is cancelled.")
VERIFIED = rule(
    "entry.verified", "Players who do not verify their identity in time give up their place."
)
INVITED = rule("entry.invited", "Entry is by invitation only.")
QUALIFIED = rule("entry.qualified", "Only those who qualified in the earlier events may enter.")
TEAM = rule("entry.team", "A team has the members the regulation asks for.")
JUNIOR = rule("entry.team-age", "Some members of a team may not be older than the regulation says.")
OVERRIDE = rule(
    "entry.override", "A rule is waived only where the regulation allows it, with a reason."
)
RETURN = rule("desk.entry.return", "Who withdrew may come back, for a reason, and play on.")
REOPEN = rule("desk.entry.reopen", "Entries can be reopened only before numbers are given.")
LATE = rule(
    "desk.entry.late",
    "Who comes late is let in before the last round of a Swiss, with nothing for rounds missed.",
)
MOVED = rule("desk.section.moved", "Entrants change sections only before numbers are given.")
CALLED_OFF = rule(
    "desk.section.called-off", "A section may be called off before it is played, with a reason."
)
CALLED = rule("desk.entry.called", "A pair or a team may have a name; a person goes by their own.")
AMENDED = rule("desk.entry.amended", "An entry can be corrected at any time; games played stand.")
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
