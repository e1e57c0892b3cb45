"""Journals that an earlier state of the program wrote, and what that state said of them.

``tests/data/journals/<commit>`` holds stories: the streams of one competition, table or lobby as
they were stored, hashes included, and beside them the answers of that commit. ``lay_down`` makes
the data file that commit would have left behind; ``answers`` asks this state the same questions.
Nothing here knows how a state is kept: questions are asked on the command line, and the summaries
below name the parts of a state one by one.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from qipan.journal.envelope import GENESIS, Envelope
from qipan.journal.events import opened
from qipan.journal.folding import fold
from qipan.journal.live.lobby import read_lobby
from qipan.journal.live.table import fold_table

QUESTIONS = {
    "report": ("report",),
    "standings": ("standings",),
    "prizes": ("prizes",),
    "ledger": ("ledger",),
    "fouls": ("foul", "list"),
    "appeals": ("appeal", "list"),
    "records": ("record", "list"),
    "schedule": ("schedule", "show"),
}
PROSE = ("book", "event")
"""Words of the regulation in a report: they may be put better at any time."""


@dataclass(frozen=True)
class Story:
    """The journal of one competition, table or lobby, and how it came about."""

    source: str
    envelopes: tuple[Envelope, ...]

    @property
    def stream(self) -> str:
        return self.envelopes[0].stream

    @property
    def kind(self) -> str:
        return self.stream.partition("/")[0]

    @property
    def name(self) -> str:
        return self.stream.partition("/")[2]


def read_stories(path: Path) -> Iterator[Story]:
    """Read a file of stories: source, stream, then an event a line; an empty line ends a story."""
    for block in path.read_text("utf-8").split("\n\n"):
        source, stream, *lines = block.strip("\n").split("\n")
        previous, envelopes = GENESIS, []
        for version, line in enumerate(lines, 1):
            own, at, actor, name, payload = line.split("\t")
            envelopes.append(Envelope(stream, version, name, at, actor, payload, previous, own))
            previous = own
        yield Story(source, tuple(envelopes))


def write_stories(path: Path, stories: list[Story]) -> None:
    """Write a file of stories; versions and the hash before are told by the order."""
    blocks = []
    for each in stories:
        lines = [each.source, each.stream]
        for one in each.envelopes:
            parts = (one.hash, one.at, one.actor, one.name, one.payload)
            assert not any("\t" in part or "\n" in part for part in parts)
            lines.append("\t".join(parts))
        blocks.append("\n".join(lines))
    path.write_text("\n\n".join(blocks) + "\n", "utf-8")


def lay_down(story: Story, schema: str, path: Path) -> None:
    """Make the data file of that commit: its tables, these events, and people named by their id."""
    file = sqlite3.connect(path)
    file.executescript(schema)
    row = ", ".join("?" for _ in Envelope.__struct_fields__)
    file.executemany(
        f"INSERT INTO event VALUES ({row})",
        [
            tuple(getattr(each, name) for name in Envelope.__struct_fields__)
            for each in story.envelopes
        ],
    )
    file.executemany(
        "INSERT INTO person VALUES (?, ?)",
        [(who, json.dumps({"name": who})) for who in sorted(_people(story))],
    )
    file.commit()
    file.close()


def _people(story: Story) -> set[str]:
    """Name everybody who was entered and not erased."""
    found: set[str] = set()
    for each in story.envelopes:
        if each.name == "entrant-entered/1":
            found |= set(json.loads(each.payload)["people"])
        elif each.name == "person-erased/1":
            found -= {json.loads(each.payload)["person"]}
    return found


def answers(story: Story, run, path: Path) -> dict:
    """Ask everything; ``run`` carries a command line out and gives its code and what it printed."""
    said: dict = {"verify": _asked(run, "verify", path)}
    if story.kind == "competition":
        state = fold(opened(each) for each in story.envelopes)
        said["state"] = competition_summary(state)
        said["sections"] = {}
        for section in state.sections:
            place = (story.name, "--section", section, "--data", path)
            replies = {key: _asked(run, *verb, *place) for key, verb in QUESTIONS.items()}
            if isinstance(replies["report"], dict):
                for key in PROSE:
                    del replies["report"][key]
                del replies["standings"]  # the report has the same table
            said["sections"][section] = replies
    elif story.kind == "table":
        said["state"] = table_summary(fold_table(story.name, list(story.envelopes)))
    elif story.kind == "lobby":
        said["state"] = lobby_summary(read_lobby(_OneStream(story), story.name))
    return said


def _asked(run, *words):
    code, out, _ = run(*words, "--json")
    return json.loads(out) if code == 0 else code


@dataclass(frozen=True)
class _OneStream:
    story: Story

    def read(self, stream, after=0):
        assert stream == self.story.stream
        return self.story.envelopes[after:]


# -- what a state adds up to ------------------------------------------------------------------


def competition_summary(state) -> dict:
    """Name the parts of a competition that no list shows, each in its shortest form."""
    return {
        "title": state.title,
        "book": state.book,
        "edition": state.edition,
        "version": state.version,
        "closed": state.closed,
        "units": _short((each.name, each.kind, each.dues_paid) for each in state.units.values()),
        "committees": {body: len(members) for body, members in state.committees.items()},
        "conflicts": len(state.conflicts),
        "supplements": list(state.supplements),
        "erased": sorted(state.erased),
        "notices": [each.text for each in state.notices],
        "sections": {name: _section(each) for name, each in state.sections.items()},
    }


def _section(section) -> dict:
    found = {
        "entered": len(section.entrants),
        "withdrawn": _short((e.id, e.after) for e in section.entrants.values() if e.withdrawn),
        "season": _short((e.id, e.season) for e in section.entrants.values() if e.season),
        "declared": len(section.declared),
        "opened": section.opened,
        "verified": len(section.verified),
        "present": sorted(section.present),
        "absent": _short(sorted(section.absent)),
        "invited": len(section.invited),
        "overrides": _short(
            (who, rule) for who, all_ in section.overrides.items() for rule in all_
        ),
        "cancelled": section.cancelled,
        "closed": section.closed,
        "order": list(section.order),
        "commitments": list(section.commitments),
        "lots": list(section.lots),
        "rounds": [_round(each) for each in section.rounds],
        "line_ups": _short((*key, *people) for key, people in section.line_ups.items()),
        "marks": _short(
            (who, *each) for who, all_ in section.marks.items() for each in all_.items()
        ),
        "penalties": _short(
            (each.entrant, each.offence, each.round, each.board, each.game)
            for each in section.penalties
        ),
        "deductions": _short((*key, points) for key, points in section.deductions.items()),
        "disqualified": sorted(section.disqualified),
        "bans": _short((who, ban.kind, ban.until) for who, ban in section.bans.items()),
        "annulled": _short((who, boards) for who, boards, _ in section.annulled),
        "late": _short((*key, *seconds) for key, seconds in section.late.items()),
        "came": _short((*key, seconds) for key, seconds in section.came.items()),
        "arrived": _short(sorted(section.arrived)),
        "clocks": _short((*key, *left) for key, left in section.clocks.items()),
        "signed": _short((*key, *score.seats) for key, score in section.signed.items()),
        "records": _short((*key, len(one.record.moves)) for key, one in section.records.items()),
        "settled": _short((*key, why) for key, why in section.settled.items()),
        "ruled": _short((r.round, r.board, r.game, r.playoff, r.ruling) for r in section.ruled),
        "nominated": _short((*key, who) for key, who in section.nominated.items()),
        "chosen": _short((*key, each.first) for key, each in section.chosen.items()),
        "sheets": _short((*k, len(s.deals), s.time_up) for k, s in section.sheets.items()),
        "disputed": _short((*key, why) for key, (_, why) in section.disputed.items()),
        "photos": _short((*key, len(all_)) for key, all_ in section.photos.items()),
        "cards": section.cards,
        "appeals": _short((a.id, a.outcome.value) for a in section.appeals.values()),
        "times": _short((number, each.start, each.end) for number, each in section.times.items()),
        "ended": _short(section.ended.items()),
        "contest": _contest(section.contest),
        "fees": sum(each.cents for each in section.fees),
        "postings": sum(each.cents for each in section.postings),
        "prizes": None if section.prizes is None else len(section.prizes),
        "approved": None if section.approved is None else _short(section.approved),
    }
    return {key: value for key, value in found.items() if value or value == 0}


def _round(found) -> dict:
    told = {
        "stage": found.stage,
        "published": found.published,
        "tables": _short((table.board, table.group, *table.seats) for table in found.tables),
        "resting": _short((each.entrant, each.bye.value) for each in found.resting),
        "results": _short(
            (board, *each.score.seats, each.how.value) for board, each in found.results.items()
        ),
        "corrected": _short((board, len(each)) for board, each in found.corrected.items()),
        "games": _short(
            (board, "p" if g.playoff else "", g.number, *g.result.score.seats, g.result.how.value)
            for board, games in found.games.items()
            for g in games
        ),
        "decided": _short(found.decided.items()),
        "by_hand": len(found.by_hand),
        "seating": _short((board, s.tries, *s.again) for board, s in found.seating.items()),
        "taken": _short((*key, each.version, each.how.value) for key, each in found.taken.items()),
    }
    return {key: value for key, value in told.items() if value}


def _contest(contest) -> str:
    if contest is None:
        return ""
    parts = (contest.zone, contest.mode, contest.check_in, contest.automatic)
    return " ".join(map(str, parts))


def _short(rows) -> list[str]:
    return [" ".join(str(part) for part in row) for row in rows]


def table_summary(table) -> dict:
    """Say how a game stands: moves, clocks, offers, outcome."""
    outcome = table.outcome
    return {
        "game": table.opened.game,
        "version": table.version,
        "begun": table.begun,
        "suspended": table.suspended,
        "over": table.over,
        "moves": [f"{each.seq} {each.seat} {each.texts[0]}" for each in table.moves],
        "outcome": None if outcome is None else [list(outcome.places), outcome.rule],
        "annulled": table.annulled,
        "readings": _short((r.main, r.periods, r.turn, r.used) for r in table.readings),
        "running": list(table.running),
        "offers": {what: sorted(seats) for what, seats in table.offers.items()},
        "marks": _short(table.marks),
        "generations": table.generations,
        "muted": sorted(table.muted),
        "chat": table.chat,
        "taken_back": table.taken_back,
    }


def lobby_summary(lobby) -> dict:
    """Say what a lobby adds up to: matches, totals, who has qualified."""
    return {
        "version": lobby.version,
        "matches": _short(
            (number, *match.entrants, len(match.games), *match.points(), match.abandoned)
            for number, match in lobby.matches.items()
        ),
        "totals": lobby.totals,
        "played": lobby.played,
        "playing": lobby.playing,
        "qualified": lobby.qualified,
    }
