"""What a run left out, and why: the last lines of ``make test``."""

from collections import Counter

WHOLE_RUN = 500
"""So many tests are a whole run: it says too if nothing was left out."""


def skip_lines(skipped, collected):
    """Group skipped tests by reason; ``skipped`` are pytest's reports."""
    if not skipped:
        return ["No test was skipped."] if collected >= WHOLE_RUN else []
    reasons, files = Counter(), {}
    for report in skipped:
        path, _, reason = report.longrepr
        reason = " ".join(reason.removeprefix("Skipped: ").split())
        reasons[reason] += 1
        where = report.nodeid.partition("::")[0] or path
        files.setdefault(reason, set()).add(where)
    lines = [f"{len(skipped)} skipped:"]
    for reason, count in reasons.most_common():
        lines.append(f"  {count:>3}  {reason}  ({', '.join(sorted(files[reason]))})")
    return lines
