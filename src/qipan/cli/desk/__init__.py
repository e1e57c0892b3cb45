"""Commands on a stored competition: one module a subject, named as in ``desk`` and ``journal``."""
