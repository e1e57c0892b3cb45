"""More than one process: edges hold the sockets, workers own the tables, a broker carries between.

- ``carrier``: the port of the broker, and one in memory; ``broker``: NATS core
- ``frames``: what edges and workers say to each other; ``link``: nothing lost, nothing twice
- ``outgoing``, ``posting``: the ways out of a turn of the loop and back to it
- ``worker``: the life of a process that owns tables: ``taking`` and ``shares`` (shards and their
  leases), ``holding`` (one shard in its hands), ``peers`` (the edges it hears), ``doors`` (what it
  does for them), ``calls`` (questions it answers)
- ``edge``: passes on between sockets and owners: ``edge_lines``, ``edge_links``, ``owners`` (who
  owns what), ``questions`` and ``calling`` (their types), ``polling`` (what the database says while
  no owner is heard), ``mirror`` and ``lobbies`` (tables and lobbies to read in)
- ``scheduler``: what is due by the timetable, done by exactly one process
- ``metrics``: figures of the roles; ``beliefs``: what a process believes of its tables, if asked

The database is the truth and the broker only carries. Nothing here knows SQL or HTTP.
"""
