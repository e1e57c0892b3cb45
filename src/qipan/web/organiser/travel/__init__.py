"""An event that travels, in the browser: a page of each event, and the page that takes one in."""

from qipan.web.organiser.travel import event_page, taking_in

ROUTES = [*event_page.ROUTES, *taking_in.ROUTES]
