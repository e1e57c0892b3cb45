"""The editor of regulations: a list, a sheet for each draft, its events and its clauses."""

from qipan.web.organiser.own_books import acts, editor, shelf

ROUTES = [*shelf.ROUTES, *editor.ROUTES, *acts.ROUTES]
