"""The words that people put into lists, from ``words.toml``, in the form that is compared."""

import tomllib
import unicodedata
from pathlib import Path
from typing import Any


def _plain(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: _plain(value) for key, value in found.items()}
    if isinstance(found, list):
        return [_plain(value) for value in found]
    return unicodedata.normalize("NFKC", found).casefold()


WORDS: dict[str, Any] = _plain(
    tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
)
