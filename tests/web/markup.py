"""A page as one line: how the template is broken into lines is nothing a test should see."""

import re

_BLOCKS = (
    "article|body|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-4]|head|header|"
    "html|legend|li|link|main|nav|ol|optgroup|option|p|script|section|select|summary|table|tbody|"
    "td|tfoot|th|thead|tr|ul"
)
_AROUND_BLOCKS = re.compile(rf" ?(</?(?:{_BLOCKS})\b[^>]*>) ?")


def flat(page):
    """Collapse white space as a browser does, and drop it where no reader can see it."""
    page = re.sub(r"\s+", " ", page).replace(" >", ">")
    return _AROUND_BLOCKS.sub(r"\1", page)


def readable(page):
    """Give what a reader can see: no tags, and so no token that has a short name in it."""
    return re.sub(r"\s+", " ", re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", page, flags=re.S))
