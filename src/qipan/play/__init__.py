"""Live tables: moves stored before they are acknowledged, clocks that only the server reads.

- ``port``: what sockets, pages and the API ask of live tables, whoever owns them
- ``commands``, ``decide``, ``arbiter``: what may be asked, and what follows
- ``owner``: holds the tables; ``room``: a table with its viewers; ``deadline_heap``: what is due
- ``reception``: connections, limits, and what is answered at once; ``messages``: what is said
- ``automatic_moves``: dealers and computer players; ``recovery``: stopping and coming back
- ``lobby``: open matching; ``boardside``: a board in a hall
- ``conduct_log`` and ``evidence``: for the arbiter
"""
