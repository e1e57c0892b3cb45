"""What can be changed in a module so that its tests ought to notice: one small step at a time.

Comparisons, ``and`` and ``or``, ``not``, conditions, filters, guards, ``raise``, calls made for
what they do, whole numbers, ``min`` and ``max``, ``+`` and ``-``. Left alone: annotations,
docstrings, decorators, assertions and the texts of rules.
"""

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

Made = tuple[str, str, ast.AST]
"""Text before, text after, and the new node."""
COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ADDED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
EXTREMES = {"min": "max", "max": "min"}
DROPPED_AROUND = ("sorted", "reversed")
"""Calls whose argument may stand for the call."""
ALONE = ("rule", "assert_never", "cast", "NewType", "TypeVar")
"""Calls in which nothing is changed."""
LONGEST = 90


@dataclass(frozen=True)
class Change:
    """One change: where, and what becomes of what."""

    number: int
    line: int
    where: str
    """The function or class around it."""
    text: str
    """Before → after."""
    source: str = ""
    """The line of the module."""


class _Walk(ast.NodeTransformer):
    """Counts the changes in the order of the source, and makes the one that is wanted."""

    def __init__(self, wanted: int | None) -> None:
        self.wanted = wanted
        self.found: list[Change] = []
        self._around: list[str] = []

    def visit(self, node: ast.AST) -> ast.AST | None:
        made = None
        for before, after, new in _changes(node):
            if len(self.found) == self.wanted:
                made = ast.copy_location(new, node)
            where = ".".join(self._around) or "module"
            text = f"{_short(before)} → {_short(after)}"
            self.found.append(Change(len(self.found), _line(node), where, text))
        if made is not None:
            return ast.fix_missing_locations(made)
        named = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if named:
            self._around.append(str(getattr(node, "name", "")))
        for field in _open_fields(node):
            self._visit_field(node, field)
        if named:
            self._around.pop()
        return node

    def _visit_field(self, node: ast.AST, field: str) -> None:
        value = getattr(node, field)
        if isinstance(value, list):
            setattr(node, field, [self.visit(e) if isinstance(e, ast.AST) else e for e in value])
        elif isinstance(value, ast.AST):
            setattr(node, field, self.visit(value))


def changes_of(source: str) -> list[Change]:
    """List every change there is, in the order of the source."""
    walk = _Walk(None)
    walk.visit(ast.parse(source))
    lines = source.splitlines()
    return [replace(each, source=lines[each.line - 1].strip()) for each in walk.found]


def changed(source: str, number: int) -> ast.Module:
    """Give the module with one of its changes made."""
    tree = _Walk(number).visit(ast.parse(source))
    assert isinstance(tree, ast.Module)
    return tree


def _open_fields(node: ast.AST) -> Iterator[str]:
    """Name the parts of a node in which something may be changed."""
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    if isinstance(node, ast.Call) and _name(node.func) in ALONE:
        return
    if isinstance(node, ast.If) and _name(node.test) == "TYPE_CHECKING":
        yield "orelse"
        return
    closed: tuple[str, ...] = ("annotation", "returns", "decorator_list", "type_params")
    if isinstance(node, ast.ClassDef):
        closed = (*closed, "keywords")
    yield from (field for field in node._fields if field not in closed)


def _changes(node: ast.AST) -> Iterator[Made]:
    """Give text before, text after and the new node of every change of this very node."""
    match node:
        case ast.Compare():
            yield from _compared(node)
        case ast.BoolOp():
            yield from _joined(node)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield ast.unparse(node), ast.unparse(operand), operand
        case ast.If() | ast.IfExp() if _name(node.test) != "TYPE_CHECKING":
            yield from _conditional(node)
        case ast.comprehension() | ast.match_case():
            yield from _filtered(node)
        case ast.Raise() | ast.Expr(value=ast.Call() | ast.Await()):
            if not (isinstance(node, ast.Expr) and _called(node.value) in ALONE):
                yield ast.unparse(node), "pass", ast.Pass()
        case ast.Call(func=ast.Name(id=name)):
            yield from _called_otherwise(node, name)
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            for other in (value + 1, value - 1):
                yield str(value), str(other), ast.Constant(other)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ADDED:
            yield _with(node, op=ADDED[type(op)]())


def _with(node: ast.AST, **parts: Any) -> Made:
    """Give a node with other parts, and both as text."""
    new = copy(node)
    for name, value in parts.items():
        setattr(new, name, value)
    return ast.unparse(node), ast.unparse(new), new


def _conditional(node: ast.If | ast.IfExp) -> Iterator[Made]:
    shape = "if {}" if isinstance(node, ast.If) else "… if {} else …"
    for value in (True, False):
        _, _, new = _with(node, test=ast.Constant(value))
        yield shape.format(ast.unparse(node.test)), shape.format(value), new


def _filtered(node: ast.comprehension | ast.match_case) -> Iterator[Made]:
    if isinstance(node, ast.match_case):
        if node.guard is not None:
            _, _, new = _with(node, guard=None)
            yield f"case … if {ast.unparse(node.guard)}", "case …", new
        return
    for at, each in enumerate(node.ifs):
        _, _, new = _with(node, ifs=node.ifs[:at] + node.ifs[at + 1 :])
        yield f"for … if {ast.unparse(each)}", "for …", new


def _compared(node: ast.Compare) -> Iterator[Made]:
    for at, op in enumerate(node.ops):
        for other in COMPARED[type(op)]:
            yield _with(node, ops=[*node.ops[:at], other(), *node.ops[at + 1 :]])


def _joined(node: ast.BoolOp) -> Iterator[Made]:
    yield _with(node, op=ast.And() if isinstance(node.op, ast.Or) else ast.Or())
    for at in range(len(node.values)):
        left = node.values[:at] + node.values[at + 1 :]
        if len(left) == 1:
            yield ast.unparse(node), ast.unparse(left[0]), left[0]
        else:
            yield _with(node, values=left)


def _called_otherwise(node: ast.Call, name: str) -> Iterator[Made]:
    if name in EXTREMES:
        yield _with(node, func=ast.Name(EXTREMES[name], ast.Load()))
    elif name in DROPPED_AROUND and node.args:
        yield ast.unparse(node), ast.unparse(node.args[0]), node.args[0]


def _called(node: ast.expr) -> str:
    call = node.value if isinstance(node, ast.Await) else node
    return _name(call.func) if isinstance(call, ast.Call) else ""


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _line(node: ast.AST) -> int:
    """Give the line of a node; a filter or a guard has that of its first part."""
    if hasattr(node, "lineno"):
        return int(node.lineno)
    return min((_line(each) for each in ast.iter_child_nodes(node)), default=0)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
