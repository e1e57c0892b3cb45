"""Which definitions of the program can be reached from its entries, read from the source alone.

A definition (function, class, method, constant) is reached if another that is reached names it:
directly, through an import, or as the attribute of a module. A method is reached if its class is
and somebody reached speaks of a method of that name. What a folder offers by name (``PAGE``,
``KEYS``, ``GAME`` …) is reached where the code that looks through the folder is. Nothing is run, so
a branch that never happens still counts; what only tests use does not.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Node = tuple[str, str]
"""Module and name; of a method ``Class.method``; of the module itself an empty name."""
_LOOKS_THROUGH = frozenset({"iter_modules", "import_module", "iterdir"})
_PLAIN_BASES = frozenset(
    {"object", "Protocol", "Generic", "Enum", "StrEnum", "IntEnum", "Exception", "NamedTuple"}
    | {"Struct", "TypedDict", "ABC", "tuple", "dict", "str", "int"}
)


@dataclass
class Definition:
    """A definition, and what it speaks of."""

    names: set[str] = field(default_factory=set)
    """Names of its module, or of what is imported into it."""
    attributes: set[str] = field(default_factory=set)
    through: set[tuple[str, str]] = field(default_factory=set)
    """Attributes of names: ``module.thing``."""
    strings: set[str] = field(default_factory=set)
    imports: dict[str, Node] = field(default_factory=dict)
    """Imports made inside it."""
    text: str = ""
    """Its docstrings."""


@dataclass
class Module:
    """A module: what it defines, and what it imports under which name."""

    name: str
    is_package: bool
    defined: dict[str, Definition] = field(default_factory=dict)
    imports: dict[str, Node] = field(default_factory=dict)
    methods: dict[str, dict[str, Definition]] = field(default_factory=dict)
    open_classes: set[str] = field(default_factory=set)
    """Classes with a base of another library, which may call any method."""
    adds: list[tuple[str, str]] = field(default_factory=list)
    """What a decorator or a call at the top hands to whom: (decorator, function)."""


def read_modules(source: Path, package: str) -> dict[str, Module]:
    """Read every module below a folder that is a package."""
    found = {}
    for path in sorted(source.rglob("*.py")):
        parts = [package, *path.relative_to(source).with_suffix("").parts]
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        module = Module(name, is_package)
        for statement in ast.parse(path.read_text("utf-8")).body:
            _read_statement(module, statement)
        found[name] = module
    return found


def _read_statement(module: Module, statement: ast.stmt) -> None:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        module.imports.update(_imported(module, statement))
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        module.defined[statement.name] = _spoken_of(module, statement)
        _read_decorators(module, statement)
    elif isinstance(statement, ast.ClassDef):
        _read_class(module, statement)
    elif isinstance(statement, ast.If | ast.Try):
        for inner in ast.iter_child_nodes(statement):
            if isinstance(inner, ast.stmt):
                _read_statement(module, inner)
    else:
        spoken = _spoken_of(module, statement)
        targets = [*_targets(statement)]
        for name in targets or [""]:
            known = module.defined.setdefault(name, Definition())
            _join(known, spoken)


def _targets(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Assign):
        heads = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        heads = [statement.target]
    else:
        return
    for head in heads:
        for node in ast.walk(head):
            if isinstance(node, ast.Name):
                yield node.id


def _read_decorators(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Note which names of the module decorate a function: they may hand it on."""
    for decorator in function.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Name):
                module.adds.append((node.id, function.name))


def _read_class(module: Module, statement: ast.ClassDef) -> None:
    known = Definition()
    module.methods[statement.name] = {}
    for part in statement.body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            module.methods[statement.name][part.name] = _spoken_of(module, part)
        else:
            _join(known, _spoken_of(module, part))
    for head in (*statement.bases, *statement.keywords, *statement.decorator_list):
        _join(known, _spoken_of(module, head))
    known.text = ast.get_docstring(statement) or ""
    module.defined[statement.name] = known
    for base in statement.bases:
        name = base.id if isinstance(base, ast.Name) else getattr(base, "attr", "")
        head = base.value if isinstance(base, ast.Subscript) else base
        name = head.id if isinstance(head, ast.Name) else getattr(head, "attr", name)
        ours = name in module.defined or module.imports.get(name, ("", ""))[0].startswith(
            module.name.partition(".")[0]
        )
        if not ours and name not in _PLAIN_BASES:
            module.open_classes.add(statement.name)


def _spoken_of(module: Module, node: ast.AST) -> Definition:
    found = Definition()
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            found.names.add(each.id)
        elif isinstance(each, ast.Attribute):
            found.attributes.add(each.attr)
            if isinstance(each.value, ast.Name):
                found.through.add((each.value.id, each.attr))
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            found.strings.add(each.value)
        elif isinstance(each, ast.Import | ast.ImportFrom):
            found.imports.update(_imported(module, each))
        elif isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.text += ast.get_docstring(each) or ""
    return found


def _join(known: Definition, more: Definition) -> None:
    known.names |= more.names
    known.attributes |= more.attributes
    known.through |= more.through
    known.strings |= more.strings
    known.imports.update(more.imports)
    known.text += more.text


def _imported(module: Module, statement: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Node]]:
    if isinstance(statement, ast.Import):
        for each in statement.names:
            yield each.asname or each.name.partition(".")[0], (each.name, "")
    elif not statement.level and statement.module:
        for each in statement.names:
            yield each.asname or each.name, (statement.module, each.name)


class Reach:
    """What can be reached in a program from some of its definitions."""

    def __init__(self, modules: Mapping[str, Module], without: tuple[str, ...] = ()) -> None:
        """Look at modules; those whose names begin with one of ``without`` are not entered."""
        self.modules = {
            name: module
            for name, module in modules.items()
            if not any(name == each or name.startswith(f"{each}.") for each in without)
        }
        self.nodes: set[Node] = set()
        self.spoken: set[str] = set()
        """Names of attributes that somebody reached speaks of."""
        self._waiting: list[Node] = []
        self._decorated: dict[Node, list[Node]] = {}
        self._methods: dict[str, list[Node]] = {}
        """Methods of reached classes that nobody has spoken of yet, by name."""
        for module in self.modules.values():
            for head, function in module.adds:
                by = self._resolved(module, head, {})
                if by is not None:
                    self._decorated.setdefault(by, []).append((module.name, function))

    def enter(self, *nodes: Node) -> None:
        """Reach definitions, and all that follows; with an empty name all of a module."""
        for module, name in nodes:
            names = [name] if name else [*self.modules[module].defined]
            for each in names:
                self._reach((module, each))
        while self._waiting:
            self._follow(self._waiting.pop())

    def definition(self, node: Node) -> Definition | None:
        """Find a definition, a method too."""
        module = self.modules.get(node[0])
        if module is None:
            return None
        head, _, method = node[1].partition(".")
        return module.methods.get(head, {}).get(method) if method else module.defined.get(head)

    def _reach(self, node: Node) -> None:
        if node not in self.nodes and node[0] in self.modules:
            self.nodes.add(node)
            self._waiting.append(node)

    def _follow(self, node: Node) -> None:
        module = self.modules[node[0]]
        if "" in module.defined:
            self._reach((module.name, ""))
        for decorated in self._decorated.get(node, ()):
            self._reach(decorated)
        definition = self.definition(node)
        if definition is None:
            return
        for name in definition.names:
            self._reach_if(self._resolved(module, name, definition.imports))
            self._hold(module, definition, name)
        for head, name in definition.through:
            self._through(module, definition, head, name)
        asked = definition.strings if "getattr" in definition.names else set()
        for name in (definition.attributes | asked) - self.spoken:
            self.spoken.add(name)
            for method in self._methods.pop(name, ()):
                self._reach(method)
        if node[1] in module.methods:
            self._reach_methods(module, node[1])
        if definition.names & _LOOKS_THROUGH or definition.attributes & _LOOKS_THROUGH:
            self._look_through(module, definition)

    def _reach_if(self, node: Node | None) -> None:
        if node is not None:
            self._reach(node)

    def _reach_methods(self, module: Module, name: str) -> None:
        for method in module.methods[name]:
            node = (module.name, f"{name}.{method}")
            if name in module.open_classes or method.startswith("__"):
                self._reach(node)
            else:
                self._reach_when_spoken(node, method)

    def _hold(self, module: Module, definition: Definition, name: str) -> None:
        """Take a module that is handed about for an object: what it offers may be asked of it."""
        held = (name, "") in {(head, "") for head, _ in definition.through}
        found = definition.imports.get(name) or module.imports.get(name)
        inside = self.modules.get(f"{found[0]}.{found[1]}") if found and not held else None
        for each in inside.defined if inside is not None else ():
            self._reach_when_spoken((inside.name if inside else "", each), each)

    def _reach_when_spoken(self, node: Node, name: str) -> None:
        if name in self.spoken:
            self._reach(node)
        else:
            self._methods.setdefault(name, []).append(node)

    def _through(self, module: Module, definition: Definition, head: str, name: str) -> None:
        found = definition.imports.get(head) or module.imports.get(head)
        if found is None:
            return
        inside = found[0] if not found[1] else f"{found[0]}.{found[1]}"
        if inside in self.modules:
            self._reach_if(self._exported(inside, name))

    def _look_through(self, module: Module, definition: Definition) -> None:
        """Reach what folders offer by a name that is looked for."""
        folders = {each for each in definition.strings if each in self.modules}
        folders |= (
            {module.name} if module.is_package or "parent" in definition.attributes else set()
        )
        names = set(definition.names)
        for name in definition.names & module.defined.keys():
            names |= module.defined[name].names  # a list of folders has a name of its own
        for name in names:
            found = definition.imports.get(name) or module.imports.get(name)
            if found is not None and f"{found[0]}.{found[1]}" in self.modules:
                folders.add(f"{found[0]}.{found[1]}")
        wanted = {each for each in definition.strings if each.isidentifier()}
        wanted |= definition.attributes
        for name, inside in self.modules.items():
            if name.rpartition(".")[0] in folders:
                for each in wanted:
                    if each in inside.defined or each in inside.imports:
                        self._reach_if(self._exported(name, each))

    def _resolved(self, module: Module, name: str, local: Mapping[str, Node]) -> Node | None:
        if name in local:
            return self._exported(*local[name])
        if name in module.defined:
            return module.name, name
        return self._exported(*module.imports[name]) if name in module.imports else None

    def _exported(self, module: str, name: str) -> Node | None:
        """Follow a name through modules that only hand it on."""
        for _ in range(9):
            found = self.modules.get(module)
            if found is None or not name:
                return None
            if name in found.defined:
                return module, name
            if name not in found.imports:
                return None
            module, name = found.imports[name]
        return None
