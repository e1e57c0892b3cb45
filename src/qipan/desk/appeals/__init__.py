"""Appeals and supplementary clauses.

- ``commands``: what can be asked for (committees, too)
- ``procedure``: lodging, answering, withdrawing, deciding
- ``supplements``: clauses that fill gaps, and citing them
"""
