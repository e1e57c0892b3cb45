"""How a server writes its log: lines for people, or one JSON object a line for machines."""

import logging
import sys
from typing import Any, TextIO

import structlog

from qipan.settings import Logs

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def is_written(logger: logging.Logger, level: int) -> bool:
    """Say whether a line of a level would be written at all.

    A line that is not still costs more than answering a known page; so whoever writes one for each
    request asks first. Where lines go another way than ``write_logs`` sends them, all are written.
    """
    processors = structlog.get_config()["processors"]
    filtered = bool(processors) and processors[0] is structlog.stdlib.filter_by_level
    return not filtered or logger.isEnabledFor(level)


def write_logs(settings: Logs, stream: TextIO | None = None) -> None:
    """Send everything, also what libraries say, to one stream (standard error) in one form."""
    last = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if settings.format == "json"
        else structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"])
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # first: what is not written costs nothing
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    line = logging.StreamHandler(stream or sys.stderr)
    line.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [line]
    root.setLevel(settings.level.upper())
