"""Options of a section in words: what each is called, what it may be, until when it may change."""

from collections.abc import Mapping

from qipan.i18n import catalogue, local, say
from qipan.i18n.customs import money, written
from qipan.rulebooks.option_values import written as as_typed
from qipan.rulebooks.options import Option, OptionKind, Until
from qipan.rulebooks.schema.money import shown


def option_name(language: str, option: Option) -> str:
    """Name an option: as its book does, else as all do."""
    if option.title:
        return local(option.title, language)
    return say(language, f"option.name.{option.name}")


def options_named(language: str, facts: Mapping[str, object]) -> dict[str, object]:
    """Write names where the facts of a refusal have options; one that has none stays as it is."""
    words, told = catalogue(language), dict(facts)
    known, option = facts.get("known"), facts.get("option")
    if isinstance(known, list):
        told["known"] = [words.get(f"option.name.{each}", each) for each in known]
    if isinstance(option, str):
        told["option"] = words.get(f"option.name.{option}", option)
    return told


def option_kind(language: str, option: Option) -> str:
    """Say what the value of an option may be."""
    facts: dict[str, object] = {
        "choices": [choice_name(language, option, each) for each in option.choices],
        "least": option.least,
        "most": option.most,
    }
    if option.kind is OptionKind.MONEY:
        facts |= {"currency": option.currency}
        if option.most is not None:
            limit = money(language, shown(option.most, option.currency))
            return say(language, "option.kind.money-most", {"most": limit})
        if not option.currency:
            return say(language, "option.kind.money-any")
    return say(language, f"option.kind.{option.kind.value}", facts)


def choice_name(language: str, option: Option, choice: str | int) -> str:
    """Name one of the choices of an option; a number or a name of the book stays as it is."""
    code = f"option.choice.{option.name}.{choice}"
    found = say(language, code)
    return str(choice) if found == code else found


def option_until(language: str, until: Until) -> str:
    """Say until when an option may be changed."""
    return say(language, f"option.until.{until.value}")


def option_value(language: str, option: Option, value: object) -> str:
    """Write the value of an option as people read it."""
    if value is None or value == "":
        return "–"
    if option.kind is OptionKind.TRUTH and isinstance(value, bool):
        return say(language, "option.yes" if value else "option.no")
    text = as_typed(option, value)
    if option.kind is OptionKind.MONEY:
        return money(language, text)
    if option.kind is OptionKind.CHOICE:
        return choice_name(language, option, text)
    return written(language, text) if option.kind in (OptionKind.DATE, OptionKind.TIME) else text
