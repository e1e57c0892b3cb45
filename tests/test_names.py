"""A name has one home, at most two: who reads it knows where it is at home."""

import ast
from collections import defaultdict
from pathlib import Path

import qipan

PACKAGE = Path(qipan.__file__).parent
MOST_HOMES, MOST_MODULES = 2, 25


def test_no_class_name_has_more_than_two_homes():
    homes = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        for each in ast.parse(path.read_text("utf-8")).body:
            if isinstance(each, ast.ClassDef):
                homes[each.name].append(path.relative_to(PACKAGE).as_posix())
    assert {name: found for name, found in homes.items() if len(found) > MOST_HOMES} == {}


def test_no_folder_has_more_modules_than_one_looks_over():
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    counted = {
        folder.relative_to(PACKAGE).as_posix(): len(
            [each for each in folder.glob("*.py") if each.name != "__init__.py"]
        )
        for folder in folders
    }
    assert {name: count for name, count in counted.items() if count > MOST_MODULES} == {}
