"""What was done, in words with names: for the bar after an act and for the log."""

from collections.abc import Mapping, Sequence
from typing import Any

from qipan.i18n import catalogue, compose, say
from qipan.journal.event import event_name
from qipan.journal.people import Person
from qipan.journal.repairs.acts import STAYS, ActTakenBack
from qipan.journal.state import Competition
from qipan.kernel.ids import BoardNo, EntrantId, SectionId
from qipan.kernel.points import CHESS
from qipan.sections.scores import figures
from qipan.views.section import halves
from qipan.web.shared.reader_names import read

GAMES = ("game-recorded", "game-corrected", "game-cleared")
Names = Mapping[EntrantId, Person]


class ActWords:
    """Puts the acts of a competition into words for a reader."""

    def __init__(self, state: Competition, names: Mapping[SectionId, Names], language: str) -> None:
        """Keep what the words are made with."""
        self.state, self.names, self.language = state, names, language
        self.words = {**catalogue("en"), **catalogue(language)}

    def of(self, events: Sequence[Any]) -> str:
        """Say what an act did, by its first event."""
        lead = next((each for each in events if not isinstance(each, STAYS)), events[0])
        if isinstance(lead, ActTakenBack):
            undone = self.state.past[lead.first - 1 : lead.last]
            return compose(self.language, "did.act-taken-back", what=self.of(undone))
        same = [each for each in events if type(each) is type(lead)]
        name = event_name(lead).partition("/")[0]
        if len(same) > 1 and name in ("entrant-entered", "result-recorded", "entrant-checked-in"):
            return compose(self.language, f"did.several.{name}", n=len(same))
        code = f"did.{name}"
        if getattr(lead, "forfeits", False):
            code += ".forfeits"
        if code not in self.words:
            return self._plain(lead, name)
        return compose(self.language, code, **self._facts(lead, name))

    def _plain(self, event: Any, name: str) -> str:
        """Name the kind of act, and whom or what it is about."""
        facts = self._facts(event, name)
        about = [facts[key] for key in ("name", "title") if facts.get(key)]
        if facts.get("round"):
            about.append(say(self.language, "ui.round-n", {"n": facts["round"]}))
        if facts.get("board"):
            about.append(say(self.language, "ui.board-n", {"n": facts["board"]}))
        said = self.words.get(f"audit.{name}", name)
        return f"{said}: {' · '.join(about)}" if about else said

    def _facts(self, event: Any, name: str) -> dict[str, str]:
        found = {
            key: str(value)
            for key in ("round", "board", "game", "title", "unit", "to")
            if (value := getattr(event, key, None)) is not None
        }
        section = getattr(event, "section", None)
        names = self.names.get(section, {}) if section else {}
        entrant = getattr(event, "entrant", None)
        if entrant is None and hasattr(event, "posting"):
            entrant = event.posting.who
        if entrant is not None and entrant in names:
            found["name"] = read(names[entrant], self.language)
        if section and getattr(event, "board", None) is not None:
            found.update(self._board(event, section, names, name))
        if name == "penalty-imposed":
            code = f"desk.offence.{event.offence}"
            found["offence"] = self.words.get(code, event.offence)
        if name == "section-renamed":
            found["before"] = event.before
        return found

    def _board(self, event: Any, section: SectionId, names: Names, name: str) -> dict[str, str]:
        """Name the two at a board, and the score if the event has one."""
        known = self.state.sections.get(section)
        number = getattr(event, "round", None)
        if known is None or not number or number > len(known.rounds):
            return {"one": "?", "two": "?", "score": ""}
        table = known.rounds[number - 1].table(BoardNo(event.board))
        seats = table.seats if table is not None else ()
        shown = [read(names[who], self.language) for who in seats if who in names]
        score = getattr(event, "score", None)
        found = known.rounds[number - 1]
        show = CHESS.show if name in GAMES else figures(self.state, known, found)
        points = [halves(show(each)) for each in score.seats] if score else []
        return {
            "one": shown[0] if shown else "?",
            "two": " · ".join(shown[1:]),
            "score": "–".join(points),
        }
