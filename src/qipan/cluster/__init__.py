"""More than one process: edges hold the sockets, workers own the tables, a broker carries between.

- ``carrier``: the port of the broker, and one in memory; ``broker``: NATS core
- ``frames``: what edges and workers say to each other; ``link``: nothing lost, nothing twice
- ``worker``: takes shards, renews leases, hands over; ``holding``: one shard in its hands
- ``edge``: the lines of players and spectators, wherever the owner of their table is
- ``scheduler``: what is due by the timetable, done by exactly one process
- ``metrics``: figures of the roles

The database is the truth and the broker only carries. Nothing here knows SQL or HTTP.
"""
