"""Append-only logs and what lies beside them, behind the ports of ``journal`` and ``desk``.

- ``memory``: for tests and simulations
- ``sql_log``, ``group_commit``: what a file and a database have in common; one thread writes
- ``sqlite``: one file
- ``postgres``: a database that several machines share; ``address``: its URL
- ``fenced``, ``leases``: who of several processes may write what
- ``migration_copy``: from one storage to another, with proof
- ``schema``, ``migrations``: the tables, and how an older file is brought up to date
- the rest: small tables beside the journal, each behind a class of its own
"""
