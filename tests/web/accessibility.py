"""What a screen reader or a keyboard would stumble over, found in the text of a page."""

from html.parser import HTMLParser

VOID = {"meta", "link", "input", "img", "br", "rect", "path", "line", "circle", "option"}
NAMED = {"a", "button", "summary"}


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found, self.ids, self.open, self.heads, self.labelled = [], [], [], [], []
        self.mains = 0

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if "id" in given:
            self.ids.append(given["id"])
        self.mains += tag == "main"
        if tag == "html" and not given.get("lang"):
            self.found.append("a page without a language")
        if tag == "img" and "alt" not in given:
            self.found.append("an image without words")
        if tag == "svg" and not (given.get("aria-label") and given.get("role")):
            self.found.append("a picture without words")
        if tag in ("input", "select", "textarea") and given.get("type") != "hidden":
            inside = any(name == "label" for name, *_ in self.open)
            if not inside and not given.get("aria-label"):
                self.found.append(f"a field without a label: {given.get('name')}")
        if tag == "nav" and not (given.get("aria-label") or given.get("class") == "crumbs"):
            self.found.append("a navigation without a name")
        if given.get("role") == "region" and not ({"aria-label", "aria-labelledby"} & given.keys()):
            self.found.append("a region without a name")
        if "aria-labelledby" in given:
            self.labelled.append(given["aria-labelledby"])
        if tag[0] == "h" and tag[1:].isdigit():
            self.heads.append(int(tag[1:]))
        if tag not in VOID:
            self.open.append([tag, given.get("aria-label", ""), given])

    def handle_startendtag(self, tag, attrs):
        if tag not in VOID:
            self.found.append(f"an empty {tag}")

    def handle_data(self, text):
        for each in self.open:
            each[1] += text.strip()

    def handle_endtag(self, tag):
        while self.open:
            name, text, given = self.open.pop()
            if name in NAMED and not text:
                self.found.append(f"a {name} without words: {given}")
            if name == "th" and not text:
                self.found.append("a column without a head")
            if name == tag:
                break


def complaints(text):
    """List what is wrong with a page."""
    reader = _Reader()
    reader.feed(text)
    found = reader.found
    if reader.mains != 1:
        found.append("not one main part")
    if reader.heads[:1] != [1] or reader.heads.count(1) != 1:
        found.append("not one heading of the page")
    jumps = zip(reader.heads, reader.heads[1:], strict=False)
    found += [f"a heading of level {low} under {high}" for high, low in jumps if low > high + 1]
    found += [f"an id used twice: {each}" for each in reader.ids if reader.ids.count(each) > 1]
    found += [f"a label from nowhere: {each}" for each in reader.labelled if each not in reader.ids]
    return found
