"""Pages, JSON API and live refresh: requests become commands, states become pages.

One folder for each kind of reader, with its routes, templates and styles: ``public``, ``desk``,
``organiser``, ``player``, ``account``, ``live``, ``api``. ``shared`` is what all of them use,
``app`` puts them together, ``serving`` runs them.
"""
