"""Mistakes of ours, written down for whoever runs the program; what comes next goes on."""

import structlog

log = structlog.get_logger("qipan.cluster")


def report(where: str, error: Exception) -> None:
    """Write a mistake down: at which table, with whom, or in which work."""
    log.error("mistake", where=where, exc_info=error)
