"""Why a place is as it is, in one sentence: head, reason, clause.

The facts come from ``views.explain``; names are given as the reader reads them. A key has a
sentence of its own (``why.by.<key>``) where its name and two values would not read well; every
other key is told by name and values, so that a new tie-break needs nothing here.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from qipan.i18n import catalogue, compose
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import EntrantId
from qipan.ranking.keys import find
from qipan.ranking.notation import parse
from qipan.sections.places import ANNULLED, OFFICIAL
from qipan.sections.start_scores import StartedByHand
from qipan.sections.systems.cross import BY_CROSS
from qipan.sections.systems.groups import BY_GROUP
from qipan.sections.systems.heats import REACHED
from qipan.sections.systems.knockout import LEVEL
from qipan.sections.systems.n_plus_one import BY_FINAL
from qipan.views.explain import KeyCompared, PlaceReason
from qipan.views.section import halves

MOST_NAMED = 3
"""More than these who share a place are counted."""
LEVEL_NAMES = {"2": "final", "4": "semi-final", "8": "quarter-final"}
PROPER = ("Buchholz", "Fore-Buchholz", "Koya", "Sonneborn", "Extended Sonneborn")
"""Key names that begin with a person's name."""
CASED = ("en", "ms")
"""Languages in which a name inside a sentence begins with a small letter."""


class Sentence(msgspec.Struct, frozen=True):
    """A sentence in three parts, so that a page can make a link of the clause."""

    before: str
    citation: str
    after: str

    def __str__(self) -> str:
        """Write it as one."""
        return f"{self.before}{self.citation}{self.after}"


def cited(language: str, text: str, citation: str) -> Sentence:
    """End a sentence with its clause, if there is one."""
    if not citation:
        return Sentence(f"{text}{compose(language, 'why.stop')}".rstrip(), "", "")
    before = f"{text}{compose(language, 'why.clause-before')}"
    return Sentence(before, citation, compose(language, "why.clause-after"))


def listed(language: str, words: Sequence[str]) -> str:
    """Write a list with “and” before its last part."""
    if len(words) < 2:
        return "".join(words)
    mark = compose(language, "why.comma")
    return compose(language, "why.and", first=mark.join(words[:-1]), last=words[-1])


def nth(language: str, place: int) -> str:
    """Write a place: 13th in English; other languages have the word around the number."""
    if language != "en":
        return str(place)
    special = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else special}"


def key_in_words(language: str, key: str) -> str:
    """Name a key inside a sentence, without the readings it was given in the book."""
    try:
        spec = parse(key)
        names = (spec.name, *find(spec).names)
    except (BadInput, Unknown):
        return key
    known = catalogue(language)
    name = next((known[f"key.{each}"] for each in names if f"key.{each}" in known), spec.name)
    return inside(language, name)


def inside(language: str, name: str) -> str:
    """Write a name as it stands inside a sentence; McMahon and SOS keep their capitals."""
    first = name.partition(" ")[0][1:]
    if language not in CASED or name.startswith(PROPER) or first != first.lower():
        return name
    return name[:1].lower() + name[1:]


def started_sentence(language: str, started: StartedByHand, names: Mapping[EntrantId, str]) -> str:
    """Say that somebody began elsewhere than their own rank or rating says."""
    name = names.get(started.entrant, "?")
    return compose(language, "why.start-by-hand", name=name, n=started.points, own=started.own)


def place_sentence(language: str, reason: PlaceReason, names: Mapping[EntrantId, str]) -> Sentence:
    """Say why somebody has a place, or why one is ahead of another."""
    told = _Told(language, reason, names)
    text = f"{told.head()}{compose(language, 'why.colon')}{told.because()}{told.moved_up()}"
    for each in reason.by_hand:
        text += compose(language, "why.semicolon") + started_sentence(language, each, names)
    return cited(language, text, reason.citation)


class _Told:
    """The parts of one sentence; who is ahead is its subject where two are compared."""

    def __init__(self, language: str, reason: PlaceReason, names: Mapping[EntrantId, str]) -> None:
        self.language, self.reason, self.names = language, reason, names
        turned = reason.asked and not reason.ahead and reason.other is not None
        one, two = (reason.other, reason.who) if turned else (reason.who, reason.other)
        self.who: EntrantId = one or reason.who
        self.name, self.turned = self._name(self.who), turned
        self.other = self._name(two) if two is not None else ""

    def _name(self, who: object) -> str:
        return self.names.get(EntrantId(str(who)), "?")

    def say(self, code: str, **facts: object) -> str:
        return compose(self.language, f"why.{code}", **facts)

    def head(self) -> str:
        """Say what is explained."""
        reason = self.reason
        both = {"name": self.name, "other": self.other}
        if reason.cause is not None and reason.cause.rule == BY_GROUP:
            return self.say("head.groups", **both)
        if reason.asked and reason.other in reason.shared:
            place = reason.place or 0
            return self.say("head.level", **both, n=place, nth=nth(self.language, place))
        if reason.asked:
            return self.say("head.ahead", **both)
        if reason.place is None:
            return self.say("head.none", name=self.name)
        facts = {"n": reason.place, "nth": nth(self.language, reason.place), "name": self.name}
        kind = "shared" if reason.shared else "place"
        if reason.shared:
            facts["others"] = self._others(reason.shared)
        if reason.group:
            return self.say(f"head.{kind}-in-group", **facts, group=reason.group)
        return self.say(f"head.{kind}", **facts)

    def _others(self, shared: Sequence[EntrantId]) -> str:
        if len(shared) > MOST_NAMED:
            return self.say("others", n=len(shared))
        return listed(self.language, [self._name(who) for who in shared])

    def because(self) -> str:
        """Say why."""
        cause = self.reason.cause
        if cause is None:
            return self._keys()
        facts = cause.facts
        if cause.rule == BY_FINAL:
            return self._final(facts)
        if cause.rule == BY_CROSS:
            return self._cross(facts)
        if cause.rule == LEVEL:
            return self._tree(facts)
        if cause.rule == REACHED:
            return self._heat(facts)
        codes = {OFFICIAL: "approval", ANNULLED: "disqualified", BY_GROUP: "groups"}
        return self.say(codes[cause.rule])

    def moved_up(self) -> str:
        """Say that others went out ahead, where what gave the place speaks of another one."""
        reason = self.reason
        if not reason.moved or reason.asked or reason.cause is None:
            return ""
        code = "moved-up" if reason.moved > 1 else "moved-up-one"
        return self.say("semicolon") + self.say(code, n=reason.moved)

    # -- what decides instead of the keys ----------------------------------------------------

    def _opponent(self, facts: Mapping[str, object]) -> str:
        pair = facts.get("pair")
        others = [who for who in pair if who != self.who] if isinstance(pair, list) else []
        return self._name(others[0]) if others else ""

    def _off(self, facts: Mapping[str, object], text: str) -> str:
        return self.say("after-play-off", text=text) if facts.get("play-off") else text

    def _met(self, facts: Mapping[str, object]) -> bool:
        """Say whether those asked about are the two of whom the facts speak."""
        pair = facts.get("pair")
        return isinstance(pair, list) and {self.reason.who, self.reason.other} == set(pair)

    def _final(self, facts: Mapping[str, object]) -> str:
        if self.reason.asked and not self._met(facts):
            return self.say("final.played")
        kind = "won" if facts["winner"] == self.who else "lost"
        return self._off(facts, self.say(f"final.{kind}", other=self._opponent(facts)))

    def _cross(self, facts: Mapping[str, object]) -> str:
        if self.reason.asked and not self._met(facts):
            return self.say("cross.further")
        first, second = facts["places"] if isinstance(facts["places"], list) else (0, 0)
        places = {"first": nth(self.language, first), "second": nth(self.language, second)}
        if "winner" not in facts:
            return self.say("cross.open", **places)
        kind = "won" if facts["winner"] == self.who else "lost"
        told = self.say(f"cross.{kind}", **places, other=self._opponent(facts))
        return self._off(facts, told)

    def _tree(self, facts: Mapping[str, object]) -> str:
        if self.reason.asked and not self._met(facts):
            return self.say("tree.further")
        if "winner" not in facts:
            return self.say("tree.in")
        level, _, _ = str(facts.get("match", "")).partition("/")
        won, other = facts["winner"] == self.who, self._opponent(facts)
        if won and level not in ("2", "third"):
            return self.say("tree.in")
        if facts["winner"] is None:
            return self.say("tree.nobody", other=other)
        if level == "third":
            code = "third.won" if won else "third.lost"
        elif level == "2":
            code = "final.won" if won else "final.lost"
        else:
            code = f"tree.{LEVEL_NAMES.get(level, 'out')}"
        return self._off(facts, self.say(code, other=other, n=level))

    def _heat(self, facts: Mapping[str, object]) -> str:
        if self.reason.asked:
            return self.say("heat.further")
        place, stage = facts.get("place"), facts.get("stage")
        if self.reason.place == 1 and not facts.get("final"):
            return self.say("heat.in")
        if not isinstance(place, int):
            return self.say("heat.in")
        told = {"n": place, "nth": nth(self.language, place), "table": facts.get("table")}
        if facts.get("final"):
            return self.say("heat.final", **told)
        return self._off(facts, self.say("heat.out", **told, stage=stage))

    # -- the keys ----------------------------------------------------------------------------

    def _keys(self) -> str:
        reason = self.reason
        if reason.other is None or reason.decider is None:
            return self._level_on_all()
        parts = [self.say("behind-final")] if reason.behind is not None and reason.ahead else []
        if reason.level:
            keys = listed(self.language, [self._with_value(each) for each in reason.level])
            code = "level-both" if reason.asked else "level"
            parts.append(self.say(code, other=self.other, keys=keys))
        parts.append(self._decided(reason.decider, reason.other))
        return self.say("semicolon").join(parts)

    def _level_on_all(self) -> str:
        reason = self.reason
        if not reason.rounds:
            return self.say("not-begun")
        if not reason.shared:
            return self.say("alone")
        return self.say("all-level-lot" if reason.waits else "all-level")

    def _with_value(self, each: KeyCompared) -> str:
        name, value = key_in_words(self.language, each.key), shown_value(each.key, each.mine)
        return self.say("key-value", key=name, value=value) if _tells(each.key) else name

    def _decided(self, each: KeyCompared, other: EntrantId) -> str:
        """Tell the key that parts the two, from the one ahead to the one behind."""
        reason = self.reason
        me, them = self._name(reason.who), self._name(other)
        mine, theirs = shown_value(each.key, each.mine), shown_value(each.key, each.theirs)
        ahead, behind = (me, them) if reason.ahead else (them, me)
        more, less = (mine, theirs) if reason.ahead else (theirs, mine)
        name = _name_of(each.key)
        facts = {"ahead": ahead, "behind": behind, "a": more, "b": less, "tied": each.tied}
        if name == "points":
            own, others = (theirs, mine) if self.turned else (mine, theirs)
            points = self.say("point" if own in ("1", "½", "0.5") else "points", n=own)
            return self.say("by.points", points=points, other=self.other, theirs=others)
        if name in ("DE", "direct-win"):
            name = "head-to-head" if each.tied == 2 else "direct"
        if name == "technical-fouls":
            more_fouls = abs(Fraction(each.mine or 0) - Fraction(each.theirs or 0))
            name = "technical-foul" if more_fouls == 1 else name
            facts["difference"] = str(more_fouls)
        if f"why.by.{name}" in catalogue("en"):
            return self.say(f"by.{name}", **facts)
        code = "by-key" if each.higher_is_better else "by-key-low"
        return self.say(code, **facts, key=key_in_words(self.language, each.key))


def _name_of(key: str) -> str:
    """Give the first word of a key, whatever readings it was given."""
    try:
        return find(parse(key)).names[0]
    except (BadInput, Unknown):
        return key


def _tells(key: str) -> bool:
    """Say whether the value of a key means something by itself."""
    return _name_of(key) not in ("DE", "direct-win", "head-to-head", "lot", "conduct-foul")


def shown_value(key: str, shown: str) -> str:
    """Write a value as people read it: ½, the place among those level, minutes and seconds."""
    name = _name_of(key)
    if name == "DE" and shown.isdigit():
        return f"{shown}."
    if name != "game-time" or not shown.isdigit():
        return halves(shown) or "–"
    minutes, seconds = divmod(int(shown), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
