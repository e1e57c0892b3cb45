"""More than one process: edges hold the sockets, workers own the tables, a broker carries between.

From the bottom up; ``edge`` and ``worker`` do not know each other:

- ``transport``: the port of the broker (``carrier``) and NATS (``broker``); what is said
  (``frames``, ``call_bodies``); ``channel``, in whose sessions everything comes once and in order
- ``metrics``, ``dependencies``, ``demand``: figures, what a process is given from outside, and
  which shards somebody waits for
- ``worker``: the life of a process that owns tables: ``shard_takeover`` and ``shard_leases`` (how
  it comes by shards and keeps them), ``owned_shard``, ``edge_peers`` (the edges it hears),
  ``dispatch`` (what it does for them), ``answers`` (to their questions)
- ``edge``: passes on between sockets and owners: ``lines``, ``channels``, ``owners`` (of which
  shard), ``pending_calls`` and ``calls`` (questions of routes), ``database_polling`` (what the
  database says while no owner is heard), ``mirror`` and ``lobbies`` (to read in)
- ``scheduler``: what is due by the timetable, done by exactly one process
- ``debug_dump``: what a process holds of its tables, if asked

The database is the truth and the broker only carries. Nothing here knows SQL or HTTP.
"""
