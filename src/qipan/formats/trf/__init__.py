"""Tournament report files: TRF16, TRF-2026 and the XX/BB extensions, in and out."""

from qipan.formats.trf.model import TrfCell, TrfFile, TrfPlayer, TrfRecord, TrfSetup
from qipan.formats.trf.read import decode, read_trf
from qipan.formats.trf.table import crosstable_of

__all__ = [
    "TrfCell",
    "TrfFile",
    "TrfPlayer",
    "TrfRecord",
    "TrfSetup",
    "crosstable_of",
    "decode",
    "read_trf",
]
