"""The verbs of ``qipan``: each lies in a module with ``register(app)``, imported when it is called.

``verbs.json`` says which module has which verb, and its sentence for ``--help``; it is made from
the modules (``scripts/verbs.py``) and a test holds it true. A module that it does not know is
imported at once, so a new file is a new verb without more; several modules may add to one group.
Importing every room for ``qipan --help`` took five times as long as all else that it does.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any

import msgspec
import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from qipan.cli import desk, server, tools
from qipan.cli.books_option import with_books
from qipan.cli.verb_groups import example_of, in_order, subject_of

TABLE = "verbs.json"
FOLDERS = {"desk": desk, "server": server, "tools": tools}


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of a verb before its module is imported; a group has verbs of its own."""

    help: str
    module: str = ""
    verbs: "dict[str, Listed]" = {}


class VerbTable(msgspec.Struct, frozen=True):
    """The verbs in the order of ``--help``, and the modules that only serve others."""

    verbs: dict[str, Listed]
    without_verbs: list[str]


def empty_app(**more: Any) -> typer.Typer:
    """Make an application without any verb, with the manners that all parts share."""
    return typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, **more)


@cache
def listed() -> VerbTable:
    """Read the table."""
    text = files("qipan.cli").joinpath(TABLE).read_bytes()
    return msgspec.json.decode(text, type=VerbTable)


def modules() -> list[str]:
    """Find the modules of the folders, in the order of their own names."""
    found = [
        (each.name, f"{name}.{each.name}")
        for name, folder in FOLDERS.items()
        for each in iter_modules(folder.__path__)
    ]
    return [module for _, module in sorted(found)]


@cache
def verbs_of(module: str) -> Mapping[str, Any]:
    """Import a module; give what it adds, by name."""
    register = getattr(import_module(f"qipan.cli.{module}"), "register", None)
    if register is None:
        return {}
    app = empty_app()
    register(app)
    found: Mapping[str, Any] = with_books(get_group(app)).commands
    return found


def found_in(module: str, path: tuple[str, ...]) -> Mapping[str, Any]:
    """Import a module; give what it adds to a group, if it adds to it."""
    verbs = verbs_of(module)
    for name in path:
        verbs = getattr(verbs.get(name), "commands", {})
    return verbs


class Verbs(MutableMapping[str, Any]):
    """Verbs of one group; a look at one of them imports its module, a list of names does not."""

    def __init__(self, path: tuple[str, ...], told: Mapping[str, Listed]) -> None:
        """Know what the table says of a group; ``path``: the names of the groups around."""
        self.told, self._path = told, path
        self._added: dict[str, Any] = {}

    def add(self, verbs: Mapping[str, Any]) -> None:
        """Add verbs that the table does not have, to a group that it has too."""
        for name, verb in verbs.items():
            if name in self.told and self.told[name].verbs and hasattr(verb, "commands"):
                self[name].commands.add(verb.commands)
            else:
                verb.epilog = verb.epilog or example_of((*self._path, name))
                self._added[name] = verb

    def look_everywhere(self) -> None:
        """Import every module: the table may be older than one of them."""
        for module in modules():
            self.add(found_in(module, self._path))

    def __getitem__(self, name: str) -> Any:
        """Give a verb. Raises KeyError."""
        if name not in self._added:
            told = self.told[name]
            if told.verbs:
                self._added[name] = _group((*self._path, name), told)
            else:
                self.add(found_in(told.module, self._path))
        return self._added[name]

    def __setitem__(self, name: str, verb: Any) -> None:
        """Add a verb."""
        self._added[name] = verb

    def __delitem__(self, name: str) -> None:
        """Take a verb away that was added. Raises KeyError."""
        del self._added[name]

    def __iter__(self) -> Iterator[str]:
        """Give the names, in the order of the table."""
        return iter(dict.fromkeys((*self.told, *self._added)))

    def __len__(self) -> int:
        """Count the names."""
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        """Say whether there is such a verb, without importing it."""
        return name in self.told or name in self._added


def _group(path: tuple[str, ...], told: Listed) -> "VerbGroup":
    made = VerbGroup(name=path[-1], help=told.help, no_args_is_help=True)
    made.commands = Verbs(path, told.verbs)
    return made


class VerbGroup(TyperGroup):
    """A group that lists every verb, and imports the one that is called."""

    commands: Verbs

    def list_commands(self, ctx: Any) -> list[str]:
        """Give the names."""
        del ctx
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Give a verb to be listed: with its sentence, but not its module."""
        del ctx
        if cmd_name not in self.commands:
            return None
        told = self.commands.told.get(cmd_name)
        if told is None:
            return self.commands[cmd_name]
        return TyperCommand(name=cmd_name, help=told.help, rich_help_panel=self.panel(cmd_name))

    def panel(self, verb: str) -> str | None:
        """Say under which heading a verb is listed; all under one, unless said otherwise."""
        del verb
        return None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the verb that is called. A usage error if there is none."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            self.commands.look_everywhere()
        name, found, rest = super().resolve_command(ctx, args)
        return name, self.commands[name] if name else found, rest


class Program(VerbGroup):
    """The command as a whole."""

    def __init__(self, **given: Any) -> None:
        """Take what typer gives; the verbs are those of the table and of modules new to it."""
        super().__init__(**given)
        told = listed()
        self.commands = Verbs((), told.verbs)
        known = set(told.without_verbs) | set(_modules_in(told.verbs))
        for module in modules():
            if module not in known:
                self.commands.add(verbs_of(module))

    def list_commands(self, ctx: Any) -> list[str]:
        """Give the names by subject, in the order of the work."""
        return in_order(super().list_commands(ctx))

    def panel(self, verb: str) -> str | None:
        """List verbs under their subject."""
        return subject_of(verb)


def _modules_in(verbs: Mapping[str, Listed]) -> Iterator[str]:
    for each in verbs.values():
        yield each.module
        yield from _modules_in(each.verbs)


def table() -> bytes:
    """Make the table from the modules: one line a verb, single verbs before groups."""
    made: dict[str, Listed] = {}
    for module in modules():
        for name, verb in verbs_of(module).items():
            before = made.get(name, Listed(""))
            more = {key: Listed(sentence(each), module) for key, each in _plain_verbs(verb).items()}
            said = before.help or sentence(verb)
            made[name] = Listed(said, "" if more else module, {**before.verbs, **more})
    verbs = dict(sorted(made.items(), key=lambda each: bool(each[1].verbs)))
    without = [module for module in modules() if not verbs_of(module)]
    lines = msgspec.json.format(msgspec.json.encode(VerbTable(verbs, without)), indent=1)
    return lines + b"\n"


def _plain_verbs(verb: Any) -> Mapping[str, Any]:
    """Give the verbs of a group that needs nothing but its name; of a single verb, none."""
    verbs: Mapping[str, Any] = getattr(verb, "commands", {})
    options = [each for each in getattr(verb, "params", ()) if each.name != "help"]
    return {} if options or any(hasattr(each, "commands") for each in verbs.values()) else verbs


def sentence(verb: Any) -> str:
    """Give the first paragraph of the help of a verb, on one line."""
    return " ".join((verb.short_help or verb.help or "").split("\n\n")[0].split())
