"""The clauses of a draft as a form: number, words in four languages, and what each is about."""

from copy import deepcopy
from typing import Any

from qipan.kernel.errors import BadInput, Unknown
from qipan.ranking.keys import find
from qipan.ranking.notation import parse
from qipan.web.organiser.own_books.fields import Content, Fields, put

MORE = 2
"""Empty lines below the clauses there are."""
ABOUT: dict[str, tuple[str, ...]] = {
    "pairing": ("swiss.no-rematch",),
    "numbers": ("numbers.rating", "numbers.lot"),
    "scores": ("desk.result.scores",),
    "clock": ("play.time",),
    "ranking": (),
    "byes": ("bye.once", "swiss.no-second-bye"),
    "lots": ("lot.committed-first", "lot.only-ties"),
    "entries": ("desk.entry.least", "desk.entry.most", "entry.age", "entry.needs"),
    "late": ("conduct.lateness",),
    "fouls": ("conduct.offence", "conduct.ladder"),
    "appeals": ("appeal.in-book", "appeal.decided"),
    "play-offs": ("playoff.seats", "playoff.won"),
    "prizes": ("prizes.by-place", "prizes.after-approval"),
}
"""What a clause may be about, and the rules that then cite it; ranking: those of the keys."""
NOTICE, KEPT = "notice", "kept"


def clauses_from(content: Content, form: Fields) -> Content:
    """Give the clauses after the form was filled in. Raises BadInput if a number is there twice."""
    old = content.get("clause", {})
    numbers = [*old, *([""] * MORE)]
    found: Content = {}
    for index, before in enumerate(numbers):
        number = (
            form.text(f"clause.{index}.number") if form.has(f"clause.{index}.number") else before
        )
        words = form.words(f"clause.{index}.text", old.get(before, {}).get("text"))
        if not number or form.ticked(f"clause.{index}.gone") or (not before and not words):
            continue
        if number in found:
            raise BadInput(f"{number} is there twice", where=number, code="form.clause-twice")
        clause = deepcopy(old.get(before, {}))
        clause["text"] = words
        chosen = form.every(f"clause.{index}.events")
        if set(chosen) != set(clause.get("events", ())):
            put(clause, "events", chosen)
        _about(clause, form.text(f"clause.{index}.about"), content)
        found[number] = clause
    return found


def _about(clause: Content, about: str, content: Content) -> None:
    if about == about_of(clause, content):
        return
    if about == NOTICE:
        clause.pop("rules", None)
        clause["how"] = NOTICE
    elif about in ABOUT:
        clause["rules"] = [*(ranking_rules(content) if about == "ranking" else ABOUT[about])]
        clause.pop("how", None)


def about_of(clause: Content, content: Content) -> str:
    """Say what a clause is about; ``kept`` if its rules are none of the sets offered."""
    rules = list(clause.get("rules", ()))
    if not rules:
        return NOTICE if clause.get("how") == NOTICE else ""
    for name, keys in ABOUT.items():
        if keys and rules == list(keys):
            return name
    if all(each.startswith(("ranking.", "tiebreak.")) for each in rules):
        return "ranking" if set(rules) == set(ranking_rules(content)) else KEPT
    return KEPT


def followed(before: Content, after: Content) -> Content:
    """Let the clauses on the order of places follow when the keys of an event have changed."""
    if ranking_rules(before) == ranking_rules(after):
        return after
    clauses = {
        number: {**clause, "rules": ranking_rules(after)}
        if about_of(clause, before) == "ranking"
        else clause
        for number, clause in after.get("clause", {}).items()
    }
    return {**after, "clause": clauses}


def ranking_rules(content: Content) -> list[str]:
    """List the rules of all keys that the events rank by."""
    found: dict[str, None] = {}
    events: Any = content.get("event", {})
    for rules in events.values():
        for key in rules.get("ranking", {}).get("order", ()):
            try:
                spec = parse(key)
                found[find(spec).rule] = None
                for inner in spec.arguments:
                    found[find(parse(inner)).rule] = None
            except (BadInput, Unknown):
                continue
    return [*found]
