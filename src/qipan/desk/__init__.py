"""What an organiser, arbiter, captain or player may do: pure decisions, one subject each.

A subject is a module or a small folder with its commands and ``DECISIONS``: command in, events or a
refusal out, nothing touched. ``decide`` is the list of all of them; ``roles`` says who may ask.
The same subject has the same name in ``journal``, ``views``, ``web/desk`` and ``cli/desk``.
"""
