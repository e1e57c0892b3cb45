"""Where somebody goes on after signing in: only ever to a page of ours."""


def way_back(text: str, otherwise: str = "/") -> str:
    """Give an address of this site as it is, and another one instead of anything else."""
    inside = text.startswith("/") and not text.startswith(("//", "/\\"))
    strange = any(letter < " " or letter == "\\" for letter in text)
    return text if inside and not strange and len(text) <= 300 else otherwise
