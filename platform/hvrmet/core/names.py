"""Names that people give: which are the same."""

from __future__ import annotations

from unicodedata import normalize


def name_key(name: str) -> str:
    """Return what names have in common that differ in case, width or composition only.

    Examples
    --------
    >>> len({name_key(name) for name in ("lone.two", "Lone.TWO", "ｌone.two", " lone.two")})
    1
    """
    folded = normalize("NFKC", name).casefold()
    return normalize("NFKC", folded).strip()
