"""The rules of entry that code cites; the books say which clause is behind each."""

from qipan.kernel.rules import rule

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
REPLACED = rule(
    "entry.member-replaced",
    "A lost member is replaced where the book has it so; else they are out.",
)
