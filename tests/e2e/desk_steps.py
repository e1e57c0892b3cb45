"""Steps that an arbiter takes at every event."""

PAIR = "form[action$='/pairing/pair']"
ALL_HERE = "form[action$='/check-in/all'] button"


def lead(page):
    """Do what the list says is next, with its button."""
    page.click(".tasks .first button.primary")


def pair(page):
    """Pair the next round; where somebody is not here, say first that all are."""
    page.wait_for_selector(f".tasks {PAIR}")
    if page.query_selector(f".tasks .first {PAIR}") is None:
        if page.query_selector(ALL_HERE) is None:
            page.click(".tasks .first a")
        page.click(ALL_HERE)
        page.wait_for_selector(f".tasks .first {PAIR}")
    lead(page)
