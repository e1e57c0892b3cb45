"""What is to be told in a section now, and its words for each who asked."""

from collections.abc import Mapping

from qipan.i18n import compose, say
from qipan.i18n.call_words import call_text, round_text
from qipan.i18n.titles import section_title
from qipan.kernel.ids import EntrantId
from qipan.outbound.reach.delivery import MAIL, Message, stop_signature
from qipan.sections.lookup import event_of
from qipan.store.visitors.reaches import Reach
from qipan.views.table_calls import EVERYBODY, RoundCall, TableCall, round_call, table_calls
from qipan.web.shared.context import Context
from qipan.web.shared.reader_names import read
from qipan.web.shared.section_context import About, find_public_section


class Announcements:
    """The calls of a section at a moment."""

    def __init__(self, context: Context, competition: str, section: str) -> None:
        """Look at a section now. Raises Unknown."""
        self._context = context
        self._about = About(context, *find_public_section(context, competition, section))
        state, found = self._about.state, self._about.section
        self._calls: Mapping[EntrantId, TableCall] = table_calls(state, found, context.now())
        self._round: RoundCall | None = round_call(found)
        self._names: dict[str, dict[EntrantId, str]] = {}
        self.keys: Mapping[str, str] = {
            **{str(who): call.key for who, call in self._calls.items()},
            **({str(EVERYBODY): self._round.key} if self._round else {}),
        }
        """The name of each call, by entrant; of the whole section under the empty name."""

    def message(self, wish: Reach) -> Message:
        """Put the call that a wish is about into the words of whoever asked."""
        call = self._calls.get(EntrantId(wish.entrant))
        number = call.round if call else self._round.round if self._round else 0
        return self._framed(wish, self.text(wish), number)

    def welcome(self, wish: Reach) -> Message:
        """Say that a way works, and what there is to tell already."""
        language = wish.language
        text = compose(language, "reach.welcome")
        if wish.entrant in self.keys:
            text = f"{text}\n{self.text(wish)}"
        return self._framed(wish, text, 0)

    def text(self, wish: Reach) -> str:
        """Say what somebody is called to; nothing while there is nothing."""
        language = wish.language
        if not wish.entrant:
            return round_text(language, self._round, self.names(language)) if self._round else ""
        who = EntrantId(wish.entrant)
        call = self._calls.get(who)
        if call is None:
            return ""
        names = self._few(language, (who, *call.others))
        game = event_of(self._about.state, self._about.section).game
        return call_text(language, call, game, names, "" if is_own(wish) else names.get(who, "?"))

    def _few(self, language: str, some: tuple[EntrantId, ...]) -> dict[EntrantId, str]:
        if language in self._names:
            return self._names[language]
        return {who: read(found, language) for who, found in self._about.names_of(some).items()}

    def names(self, language: str) -> dict[EntrantId, str]:
        """Give the names of everybody in a language, made once."""
        if language not in self._names:
            self._names[language] = self._about.read_names(language)
        return self._names[language]

    def _framed(self, wish: Reach, text: str, number: int) -> Message:
        state, section = self._about.state, self._about.section
        title = section_title(wish.language, state, section)
        parts = [state.title, title if title != state.title else ""]
        parts.append(say(wish.language, "ui.round-n", {"n": number}) if number else "")
        here = self._about.here
        path = here
        if wish.entrant:
            path = f"{here}/{'me' if is_own(wish) else 'player'}/{wish.entrant}"
        stop = f"/reach/stop/{wish.id}/{stop_signature(self._context.tables.key, wish.id)}"
        return Message(
            title=" · ".join(part for part in parts if part),
            text=text,
            path=path,
            stop=stop if wish.way == MAIL else "",
            why=compose(wish.language, "reach.why"),
        )


def is_own(wish: Reach) -> bool:
    """Say whether a wish is the player's own: its words then say *your table*."""
    return wish.id.startswith("own-")
