"""One event of a draft as a form: what it asks, and what becomes of the answers.

The form shows what most regulations decide. What it does not show (derived tables, ladders of
penalties with several parts, invitations …) stays in the draft as it was.
"""

from copy import deepcopy
from typing import Any

import msgspec

from qipan.games import all_games
from qipan.web.organiser.own_books.fields import Content, Fields, part, put

STAGES, PLAY_OFFS, STEPS, OFFENCES = 3, 2, 3, 4
MATCHES: dict[str, Content] = {
    "two-games": {"kind": "sum", "games": 2},
    "best-of-three": {"kind": "first-to", "wins": 2},
    "best-of-five": {"kind": "first-to", "wins": 3},
    "places": {"kind": "places"},
}
CLOCKS = ("increment", "periods", "move")
PENALTIES: dict[str, Content] = {
    "warning": {"warnings": 1},
    "technical": {"technical_fouls": 1},
    "conduct": {"conduct_fouls": 1},
    "lost": {"lost": True},
    "exclusion": {"exclusion": True},
    "disqualification": {"disqualification": True},
}
KEPT = "kept"
"""Stands for something the form cannot show, and leaves as it is."""
GOODS = ("trophy", "medal", "certificate")
FEMALE = "female"
NUMBERS = ("rounds", "groups", "protect_rounds", "advance", "seats")


def event_from(old: Content, form: Fields) -> Content:
    """Give the event after a form was filled in."""
    new = deepcopy(old)
    put(new, "title", form.words("title", old.get("title")))
    _game(new, form)
    put(new, "numbering", form.text("numbering"))
    _stages(new, form)
    _clock(new, form)
    said = {name: form.text(f"scoring.{name}") for name in ("win", "draw", "loss", "bye")}
    new["scoring"] = {**old.get("scoring", {}), **said}
    ranking = part(new, "ranking")
    ranking["order"] = ordered(form.every("ranking.order"), form)
    new["ranking"] = ranking
    _entries(new, form)
    _play_off(new, form)
    _conduct(new, form)
    _prizes(new, form)
    return new


def ordered(keys: list[str], form: Fields) -> list[str]:
    """Give the order of keys after a press: up, down or out of a key, or one more."""
    act, _, at = form.text("act").partition(":")
    index = int(at) if at.isascii() and at.isdigit() and len(at) < 4 else -1
    if act == "add" and form.text("more-key"):
        return [*keys, form.text("more-key")]
    if not 0 <= index < len(keys):
        return keys
    if act == "drop":
        return [key for number, key in enumerate(keys) if number != index]
    other = index - 1 if act == "up" else index + 1
    if act in ("up", "down") and 0 <= other < len(keys):
        keys[index], keys[other] = keys[other], keys[index]
    return keys


# -- what is played --------------------------------------------------------------------------------


def _game(new: Content, form: Fields) -> None:
    game = form.text("game")
    if game != new.get("game"):
        new.pop("rules", None)
    new["game"] = game
    if game not in all_games() or form.text("rules-of") != game:
        return
    rules = part(new, "rules")
    for option in game_options(game, rules):
        name = option["name"]
        if option["kind"] == "truth":
            value: Any = form.ticked(f"rules.{name}")
        elif option["kind"] == "number":
            value = form.number(f"rules.{name}")
        else:
            value = form.text(f"rules.{name}")
        if value is None or value == "" or (value == option["default"] and name not in rules):
            rules.pop(name, None)
        else:
            rules[name] = value
    put(new, "rules", rules)


def game_options(game: str, chosen: Content) -> list[Content]:
    """List the options of a game: kind, default, choices and what is chosen."""
    found = []
    for field in msgspec.structs.fields(all_games()[game].rules_type):
        default = msgspec.to_builtins(field.default)
        choices = [each.value for each in field.type] if _is_enum(field.type) else []
        kind = "choice" if choices else _KINDS.get(type(default), "text")
        if kind == "text" and not isinstance(default, str):
            continue
        found.append(
            {
                "name": field.encode_name,
                "kind": kind,
                "default": default,
                "choices": choices,
                "value": chosen.get(field.encode_name, default),
            }
        )
    return found


_KINDS = {bool: "truth", int: "number"}


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__members__")


def _stages(new: Content, form: Fields) -> None:
    old = [each for each in new.get("stage", ()) if isinstance(each, dict)]
    stages: list[Content] = []
    matches = part(new, "match")
    for index in range(max(STAGES, len(old))):
        system = form.text(f"stage.{index}.system")
        if not system:
            continue
        before = old[index] if index < len(old) else {}
        stage = deepcopy(before) if before.get("system") == system else {}
        taken = [each["id"] for each in stages]
        stage = {"id": _stage_id(stage.get("id") or system, taken), **stage, "system": system}
        for name in NUMBERS:
            if form.has(f"stage.{index}.{name}"):
                put(stage, name, form.number(f"stage.{index}.{name}"))
        if form.has(f"stage.{index}.start.bar"):
            start = part(stage, "start")
            for name in ("bar", "floor", "step"):
                put(start, name, form.number(f"stage.{index}.start.{name}"))
            put(stage, "start", start)
        if form.has(f"stage.{index}.within"):
            put(stage, "within", form.text(f"stage.{index}.within"))
            put(stage, "protect_states", form.number(f"stage.{index}.protect_states"))
            _handicap(stage, form, f"stage.{index}.handicap")
        put(stage, "first", form.text(f"stage.{index}.first"))
        put(stage, "decisive", form.ticked(f"stage.{index}.decisive"))
        match = form.text(f"stage.{index}.match")
        put(stage, "match", "" if match == "single" else match)
        if match in MATCHES and match not in matches:
            matches[match] = MATCHES[match]
        stages.append(stage)
    new["stage"] = stages
    put(new, "match", matches)


def _handicap(stage: Content, form: Fields, name: str) -> None:
    """Take over the handicap: none, by scores, or by ranks."""
    by = form.text(f"{name}.by")
    if not by:
        stage.pop("handicap", None)
        return
    given = part(stage, "handicap")
    put(given, "by_rank", by == "rank")
    for key in ("less", "most"):
        put(given, key, form.number(f"{name}.{key}"))
    put(given, "komi", form.text(f"{name}.komi"))
    stage["handicap"] = given


def _stage_id(wanted: str, taken: list[str]) -> str:
    found, number = wanted, 2
    while found in taken:
        found, number = f"{wanted}-{number}", number + 1
    return found


def _clock(new: Content, form: Fields) -> None:
    kind = form.text("clock.kind")
    if kind not in CLOCKS:
        new.pop("clock", None)
        return
    clock: Content = {"minutes": form.number("clock.minutes") or 0}
    table_minutes = part(new, "clock").get("table_minutes")
    if kind == "increment":
        put(clock, "increment", form.number("clock.increment"))
    elif kind == "periods":
        clock["periods"] = form.number("clock.periods") or 0
        clock["period_seconds"] = form.number("clock.period_seconds") or 0
    else:
        clock["move_seconds"] = form.number("clock.move_seconds") or 0
    put(clock, "table_minutes", table_minutes)
    new["clock"] = clock


def clock_kind(clock: Content | None) -> str:
    """Say which kind of clock an event has."""
    if not clock:
        return ""
    if clock.get("periods") or clock.get("period_seconds"):
        return "periods"
    return "move" if clock.get("move_seconds") else "increment"


# -- who, and what for -----------------------------------------------------------------------------


def _entries(new: Content, form: Fields) -> None:
    entries = part(new, "entries")
    for name in ("least", "most", "dan_below"):
        put(entries, name, form.number(f"entries.{name}"))
    age = part(entries, "age")
    for name in ("least", "most"):
        put(age, name, form.number(f"entries.age.{name}"))
    put(entries, "age", age)
    units = part(entries, "units")
    put(units, "*", form.number("entries.units"))
    put(entries, "units", units)
    put(entries, "unit_needed", form.ticked("entries.unit_needed"))
    needs = [tag for tag in entries.get("needs", ()) if tag != FEMALE]
    put(entries, "needs", [*needs, FEMALE] if form.ticked("entries.female") else needs)
    put(new, "entries", entries)


def _play_off(new: Content, form: Fields) -> None:
    old = [each for each in new.get("playoff", ()) if isinstance(each, dict)]
    games = []
    for index in range(max(PLAY_OFFS, len(old))):
        if not form.text(f"playoff.{index}.minutes"):
            continue
        game = deepcopy(old[index]) if index < len(old) else {}
        clock: Content = {"minutes": form.number(f"playoff.{index}.minutes")}
        put(clock, "increment", form.number(f"playoff.{index}.increment"))
        game["clock"] = clock
        put(game, "seats", form.text(f"playoff.{index}.seats"))
        put(game, "drawn", form.text(f"playoff.{index}.drawn"))
        games.append(game)
    put(new, "playoff", games)


def _conduct(new: Content, form: Fields) -> None:
    conduct = part(new, "conduct")
    lateness = part(conduct, "lateness")
    put(lateness, "minutes", form.number("conduct.lateness.minutes"))
    put(lateness, "deduct", form.ticked("conduct.lateness.deduct"))
    put(conduct, "lateness", lateness if "minutes" in lateness else None)
    offences: Content = {}
    old = part(conduct, "offence")
    for index in range(len(old) + OFFENCES):
        name = form.text(f"offence.{index}.name")
        if not name:
            continue
        terms = part(old, name)
        terms["clause"] = form.text(f"offence.{index}.clause")
        steps = [form.text(f"offence.{index}.step.{step}") for step in range(STEPS)]
        if KEPT not in steps:
            terms["ladder"] = [dict(PENALTIES[step]) for step in steps if step in PENALTIES]
        offences[name] = terms
    put(conduct, "offence", offences)
    put(new, "conduct", conduct)


def steps_of(terms: Content) -> list[str]:
    """Name the steps of an offence's ladder; one that the form cannot say is kept."""
    found = []
    for step in terms.get("ladder", ())[:STEPS]:
        found.append(next((name for name, each in PENALTIES.items() if each == step), KEPT))
    if len(terms.get("ladder", ())) > STEPS or terms.get("choices"):
        found = [KEPT]
    return [*found, *([""] * (STEPS - len(found)))]


def _prizes(new: Content, form: Fields) -> None:
    prizes = part(new, "prizes")
    put(prizes, "currency", form.text("prizes.currency"))
    sharing = form.text("prizes.sharing")
    put(prizes, "sharing", "" if sharing == "none" else sharing)
    lists = part(prizes, "lists")
    main = part(lists, "main")
    words = form.long_text("prizes.lists.main.money").replace(",", " ").replace("、", " ").split()
    put(
        main,
        "money",
        [int(each) if each.isdecimal() and len(each) < 10 else each for each in words],
    )
    goods = part(main, "goods")
    for name in GOODS:
        put(goods, name, form.number(f"prizes.goods.{name}"))
    put(main, "goods", goods)
    if main:
        lists["main"] = main
    else:
        lists.pop("main", None)
    put(prizes, "lists", lists)
    put(new, "prizes", prizes)
