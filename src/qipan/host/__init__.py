"""Processes: serving, roles, who owns the live tables, draining, metrics, the wire of a socket."""
