"""A plug-in of pytest: the module named by ``MUTANT`` is read with one of its changes made."""

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType

from changes import changed

PATH, _, NUMBER = os.environ["MUTANT"].rpartition(":")


class _Loader(SourceLoader):
    def get_filename(self, fullname: str) -> str:
        return PATH

    def get_data(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def get_code(self, fullname: str) -> CodeType:
        source = Path(PATH).read_text("utf-8")
        return compile(changed(source, int(NUMBER)), PATH, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path, target)
        if found is None or found.origin != PATH:
            return None
        return spec_from_loader(name, _Loader(), origin=PATH)


sys.meta_path.insert(0, _Finder())
