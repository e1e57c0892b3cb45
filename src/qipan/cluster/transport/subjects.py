"""What edges and workers listen to, and how long one of them may be silent."""

NEWS = "qipan.news"
"""Said to everybody: who owns what now."""
SILENCE = 2000
"""Milliseconds without a sign of life of an edge after which its players' clocks stand."""


def subject_of_worker(name: str) -> str:
    """Name what a worker listens to."""
    return f"qipan.worker.{name}"


def subject_of_edge(name: str) -> str:
    """Name what an edge listens to."""
    return f"qipan.edge.{name}"
