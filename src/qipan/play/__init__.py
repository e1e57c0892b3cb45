"""Live tables: moves stored before they are acknowledged, clocks that only the server reads.

- ``commands``, ``decide``, ``arbiter``: what may be asked, and what follows
- ``owner``: holds the tables; ``room`` a table with its viewers; ``due`` what happens when
- ``reception``: connections, limits, and what is answered at once; ``messages``: what is said
- ``automatic``: dealers and computer players; ``recovery``: stopping and coming back
- ``lobby``: open matching; ``watch`` and ``evidence``: for the arbiter
"""
