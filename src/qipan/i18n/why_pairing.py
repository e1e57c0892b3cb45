"""Why two meet, who moves first and why somebody rests, in a sentence each.

The facts come from ``views.explain_pairing``. A rule that has no sentence of its own is told by
the words of its clause, so that a new pairing system needs nothing here.
"""

from collections.abc import Mapping
from typing import Any

from qipan.i18n import compose, local
from qipan.i18n.why import LEVEL_NAMES, Sentence, cited, listed, nth, started_sentence
from qipan.kernel.ids import EntrantId
from qipan.views.explain_pairing import Clause, PairingReason, PassedOver

SAME = ("swiss.same-score", "by-score.nearest", "team.score-group", "mcmahon.within")
DOWN = ("swiss.moved-down", "by-score.float", "team.upfloater", "mcmahon.nearest")
COLOUR = {
    "both": ("swiss.colour.grant-both", "colour.both-granted", "team.colour.opposite"),
    "stronger": ("swiss.colour.grant-stronger", "colour.stronger-due"),
    "alternate": (
        "swiss.colour.alternate",
        "colour.alternate",
        "team.colour.alternate",
    ),
    "higher": ("swiss.colour.grant-higher", "colour.higher-ranked", "team.colour.first-team"),
    "initial": ("swiss.colour.initial", "colour.by-table", "team.colour.initial"),
    "number": ("colour.number-by-table",),
    "drawn": ("colour.first-drawn", "colour.by-lot", "knockout.seats-drawn"),
    "balance": ("colour.balance", "team.colour.lower-difference", "mcmahon.colour.balance"),
    "better": ("colour.better-place",),
    "schedule": ("round-robin.colours",),
    "one": ("team.colour.only-one",),
    "strong": ("team.colour.strong",),
    "lower": ("mcmahon.colour.lower",),
    "handicap": ("mcmahon.handicap",),
    "swaps": ("team.colour.first-swaps", "team.colour.other-swaps", "colour.swapped"),
}
PASSED = {
    "met": ("swiss.no-rematch",),
    "apart": ("swiss.forbidden-pair", "protection.hard", "protection.weak"),
    "absolute": ("swiss.no-same-absolute-colour",),
    "completion": ("swiss.completion",),
    "clubs": ("mcmahon.units-apart", "mcmahon.states-apart"),
    "scores": ("mcmahon.nearest", "mcmahon.short-floats"),
    "colour": (
        "by-score.colours",
        "mcmahon.colours",
        "swiss.dutch.colour",
        "swiss.dutch.strong-colour",
        "swiss.dutch.top-colour-difference",
        "swiss.dutch.top-colour-repeat",
        "team.fewest-clashes",
        "team.fewest-strong-clashes",
    ),
    "order": (
        "swiss.dutch.order",
        "by-score.order",
        "team.identifier",
        "team.set-order",
        "mcmahon.within",
        "mcmahon.middle",
    ),
    "floats": (
        "swiss.dutch.down-again",
        "swiss.dutch.up-again",
        "swiss.dutch.down-before",
        "swiss.dutch.up-before",
        "swiss.dutch.down-again-gap",
        "swiss.dutch.up-again-gap",
        "swiss.dutch.down-before-gap",
        "swiss.dutch.up-before-gap",
        "team.opponents-floating-again",
        "team.not-floating-again",
        "mcmahon.not-again",
    ),
    "leaving": ("swiss.dutch.most-pairs", "team.fewest-upfloaters"),
    "rests": ("by-score.rests", "team.rests"),
    "unplayed": ("swiss.dutch.bye-unplayed",),
    "twice": ("swiss.no-second-bye", "bye.once", "team.bye-once"),
}
MOST_TOLD = 2
"""Of more who were passed over, the sentence is silent; the table below has them."""


def _by_rule(codes: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {rule: code for code, rules in codes.items() for rule in rules}


_COLOUR, _PASSED = _by_rule(COLOUR), _by_rule(PASSED)


def pairing_sentences(
    language: str, reason: PairingReason, names: Mapping[EntrantId, str]
) -> list[Sentence]:
    """Say why they meet or somebody rests, and who moves first; a clause is cited once."""
    told = _Told(language, reason, names)
    began = [cited(language, started_sentence(language, x, names), "") for x in reason.by_hand]
    if reason.board is None:
        return [told.rest(), *began]
    meeting, colour = told.meeting(), told.colour()
    if colour is not None and colour.citation == meeting.citation:
        colour = cited(language, told.colour_text(), "")
    return [meeting, *([] if colour is None else [colour]), *began]


def passed_note(
    language: str, reason: PairingReason, each: PassedOver, names: Mapping[EntrantId, str]
) -> str:
    """Say in a few words why somebody else was passed over, for a table."""
    return _Told(language, reason, names).note(each)


def difference_sentence(language: str, reason: PairingReason) -> str:
    """Say how far the scores of a round lie apart in all, beside the least there could be."""
    if reason.difference is None:
        return ""
    total, least = reason.difference
    return compose(language, "why.sum", sum=total, least=least)


class _Told:
    def __init__(
        self, language: str, reason: PairingReason, names: Mapping[EntrantId, str]
    ) -> None:
        self.language, self.reason, self.names = language, reason, names
        self.rules = {clause.rule: clause for clause in reason.meeting}

    def say(self, code: str, **facts: object) -> str:
        return compose(self.language, f"why.{code}", **facts)

    def name(self, who: object) -> str:
        return self.names.get(EntrantId(str(who)), "?")

    def points(self, shown: str) -> str:
        return self.say("point" if shown in ("1", "½") else "points", n=shown)

    def _nth(self, place: int) -> str:
        return nth(self.language, place)

    def _words(self, clause: Clause) -> str:
        return local(clause.text, self.language).rstrip(" .。")

    def _joined(self, head: str, parts: list[str]) -> str:
        return f"{head}{self.say('colon')}{self.say('semicolon').join(parts)}"

    # -- a table -----------------------------------------------------------------------------

    def meeting(self) -> Sentence:
        """Say why they meet, and who stood before."""
        reason = self.reason
        names = [self.name(who) for who in reason.seats]
        if len(names) == 2:
            head = self.say("head.meet", a=names[0], b=names[1])
        else:
            listed_names = listed(self.language, names)
            head = self.say("head.table", names=listed_names, board=reason.board)
        because, citation = self._because()
        return cited(self.language, self._joined(head, [because, *self._passed()]), citation)

    def _because(self) -> tuple[str, str]:
        if not self.reason.meeting:
            return self.say("meet.unstated"), ""
        first = self.reason.meeting[0]
        citation = next((each.citation for each in self.reason.meeting if each.citation), "")
        return self._met_by(first), citation

    def _met_by(self, first: Clause) -> str:
        if any(rule in DOWN for rule in self.rules):
            return self._moved_down()
        if first.rule in SAME or "instead-of" in first.facts:
            return self._same_score()
        found = _MEETINGS.get(first.rule)
        return found(self, first.facts) if found is not None else self._words(first)

    def _by_points(self) -> list[tuple[str, str]]:
        pairs = zip(self.reason.seats, self.reason.points, self.reason.numbers, strict=True)
        order = sorted(pairs, key=lambda each: (-_number(each[1]), each[2]))
        return [(self.name(who), points) for who, points, _ in order]

    def _moved_down(self) -> str:
        (high, more), (low, less) = self._by_points()
        points = {"down_points": self.points(more), "up_points": self.points(less)}
        return self.say("meet.moved-down", down=high, up=low, **points)

    def _same_score(self) -> str:
        (_, more), (_, less) = self._by_points()
        if more != less:
            return self._moved_down()
        return self.say("meet.same-score", points=self.points(more))

    def _passed(self) -> list[str]:
        told = [(self._code(each), each) for each in self.reason.passed]
        chosen = [pair for pair in told if pair[0] != "order"][:MOST_TOLD] or told[:1]
        return [self._passed_over(code, each) for code, each in chosen]

    def _code(self, each: PassedOver) -> str:
        if each.clause is None:
            return "whole"
        return _PASSED.get(each.clause.rule, "whole")

    def _passed_over(self, code: str, each: PassedOver) -> str:
        other = next(who for who in self.reason.seats if who != each.meant_for)
        return self.say(
            f"passed.{code}",
            name=self.name(each.entrant),
            who=self.name(each.meant_for),
            other=self.name(other),
            round=each.earlier,
        )

    def note(self, each: PassedOver) -> str:
        """Say in a few words why it is not they."""
        code = self._code(each)
        if self.reason.board is None:
            return self._bye_note(code, each)
        return self.say(f"note.{code}", who=self.name(each.meant_for), round=each.earlier)

    # -- who moves first ---------------------------------------------------------------------

    def colour(self) -> Sentence | None:
        """Say who moves first and why."""
        clause = self.reason.colour
        if clause is None or len(self.reason.seats) != 2:
            return None
        return cited(self.language, self.colour_text(), clause.citation)

    def colour_text(self) -> str:
        """Say it without its clause."""
        clause = self.reason.colour
        assert clause is not None
        first = self.name(self.reason.seats[0])
        kind = "head.first-team" if clause.rule.startswith("team.") else "head.first"
        head = self.say(kind, name=first)
        code = _COLOUR.get(clause.rule)
        if code is None:
            return self._joined(head, [self._words(clause)])
        due = _due_seat(clause.facts)
        side = self.say(("side.first", "side.second")[due])
        who = self.name(self.reason.seats[due])
        stones = clause.facts.get("stones", 0)
        code = "handicap-one" if code == "handicap" and stones == 1 else code
        said = self.say(f"colour.{code}", name=who, side=side, stones=stones)
        return self._joined(head, [said])

    # -- a rest ------------------------------------------------------------------------------

    def rest(self) -> Sentence:
        """Say why somebody rests, and who else could have."""
        reason = self.reason
        head = self.say("head.rests", name=self.name(reason.seats[0]))
        if not reason.meeting:
            return cited(self.language, self._joined(head, [self.say("bye.asked")]), "")
        clause = reason.meeting[0]
        return cited(
            self.language,
            self._joined(head, [self._rests_by(clause), *self._others()]),
            clause.citation,
        )

    def _rests_by(self, clause: Clause) -> str:
        points, among = self.points(self.reason.points[0]), clause.facts.get("among")
        if clause.rule in ("swiss.dutch.bye-score", "team.bye") and self.reason.last_number:
            return self.say("bye.last-number", n=self.reason.numbers[0])
        if clause.rule in ("bye.lowest-score", "swiss.dutch.bye-score", "team.bye", "mcmahon.bye"):
            text = self.say("bye.lowest", points=points)
            if clause.rule == "bye.lowest-score" and isinstance(among, int) and among > 1:
                text += self.say("semicolon") + self.say("bye.among", n=among)
            return text
        facts = {"n": among or self.reason.numbers[0], "round": self.reason.round}
        codes = {
            "bye.by-lot": "bye.drawn",
            "first-round.last-rests": "bye.last",
            "round-robin.odd-rests": "bye.schedule",
            "open.waits": "bye.waits",
            "manual.by-hand": "bye.hand",
        }
        code = codes.get(clause.rule)
        return self.say(code, **facts) if code is not None else self._words(clause)

    def _others(self) -> list[str]:
        """Name who had as few points or fewer, but had rested."""
        most = _number(self.reason.points[0])
        rested = [
            each for each in self.reason.passed if each.earlier and _number(each.points) <= most
        ]
        return [
            self.say("bye.other", name=self.name(each.entrant), round=each.earlier)
            for each in rested[:MOST_TOLD]
        ]

    def _bye_note(self, code: str, each: PassedOver) -> str:
        if each.earlier:
            return self.say("note.rested", round=each.earlier)
        if _number(each.points) > _number(self.reason.points[0]):
            return self.say("note.more")
        if each.clause is not None:
            return self.say(f"note.{code}", round=self.reason.round, who="")
        rules = {clause.rule for clause in self.reason.meeting}
        return self.say("note.number" if "team.bye" in rules else "note.not-drawn")


def _number(shown: str) -> float:
    """Read points as they are shown, to put them in order."""
    whole = shown.replace("−", "-").replace("½", ".5")
    return float(whole or 0)


def _due_seat(facts: Mapping[str, Any]) -> int:
    """Give the seat that both were due: who has it, got their due."""
    first = facts.get("first")
    if isinstance(first, Mapping):
        second = facts.get("second")
        dues = [first.get("due"), second.get("due") if isinstance(second, Mapping) else None]
        return next((int(due) for due in dues if due is not None), 0)
    due = facts.get("due") or facts.get("preferences") or ()
    wanted = [each for each in due if isinstance(each, int) and each]
    return 1 if wanted and wanted[0] < 0 else 0


def _numbers(told: _Told, code: str) -> str:
    one, two = sorted(told.reason.numbers)
    return told.say(f"meet.{code}", one=one, two=two, round=told.reason.round)


def _cross(told: _Told, facts: Mapping[str, Any]) -> str:
    first, second = facts["places"]
    better = facts["better"]
    worse = next(who for who in told.reason.seats if who != better)
    return told.say(
        "meet.cross",
        better=told.name(better),
        worse=told.name(worse),
        first=told._nth(first),
        second=told._nth(second),
    )


def _for_places(told: _Told, facts: Mapping[str, Any]) -> str:
    first, second = facts["places"]
    return told.say("meet.for-places", first=told._nth(first), second=told._nth(second))


def _tree(told: _Told, facts: Mapping[str, Any]) -> str:
    level, _, _ = str(facts.get("match", "")).partition("/")
    if level == "third":
        return told.say("meet.third")
    return told.say(f"meet.tree-{LEVEL_NAMES.get(level, 'out')}", n=level)


def _heat(told: _Told, facts: Mapping[str, Any]) -> str:
    code = "heat" if facts.get("groups", 1) > 1 else "heat-last"
    return told.say(f"meet.{code}", n=facts.get("groups"))


def _final(told: _Told, facts: Mapping[str, Any]) -> str:
    text = told.say("meet.final", n=told.reason.round - 1)
    met = listed(told.language, [str(each) for each in facts.get("met-in") or ()])
    return text + (told.say("semicolon") + told.say("meet.again", rounds=met) if met else "")


def _by_hand(told: _Told, facts: Mapping[str, Any]) -> str:
    why = facts.get("why")
    return told.say("meet.by-hand", why=why) if why else told.say("meet.by-hand-only")


_MEETINGS = {
    "first-round.neighbours": lambda told, facts: _numbers(told, "neighbours"),
    "first-round.halves": lambda told, facts: _numbers(told, "halves"),
    "first-round.random": lambda told, facts: told.say("meet.random"),
    "open.random": lambda told, facts: told.say("meet.open"),
    "open.not-again": lambda told, facts: told.say("meet.open"),
    "round-robin.everybody": lambda told, facts: _numbers(told, "everybody"),
    "groups.own-group": lambda told, facts: told.say("meet.own-group", group=facts.get("group")),
    "cross.over": _cross,
    "cross.for-places": _for_places,
    "knockout.slot": _tree,
    "heats.sizes": _heat,
    "heats.played-off": lambda told, facts: told.say("meet.heat-off"),
    "n-plus-one.final": _final,
    "n-plus-one.forced-pair": lambda told, facts: told.say("meet.forced"),
    "manual.by-hand": _by_hand,
}
