"""Append-only logs and what lies beside them, behind the ports of ``journal`` and ``desk``.

- ``memory``: for tests and simulations
- ``sqlite``: one file, one writer thread, group commit
- ``postgres``: a database that several machines share; ``address``: its URL
- ``copying``: from one of them to another, with proof
- ``schema``, ``migrations``: the tables, and how an older file is brought up to date
"""
