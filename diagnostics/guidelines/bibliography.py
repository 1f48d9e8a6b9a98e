"""References as they are printed, written from their fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

# A longer list of authors is shortened to the first and "et al.", as journals do.
_NAMED_AT_MOST = 7
_OTHERS = "et al."


def with_text(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a reference of a bibliography with the text that a report prints.

    Parameters
    ----------
    raw : mapping
        Fields of `Reference`. `text` is kept where it is given, and else written from the others.
    """
    if "text" in raw or not raw.get("title"):
        return dict(raw)
    return {"text": citation_text(raw), **raw}


def citation_text(raw: Mapping[str, Any]) -> str:
    """Write a reference: authors, year, title, journal, volume and pages, without its DOI."""
    head = " ".join(str(part) for part in (_names(raw.get("authors", ())), raw.get("year")) if part)
    place = " ".join(str(part) for part in (raw.get("journal"), raw.get("volume")) if part)
    if raw.get("issue") and not raw.get("pages"):
        place += f" ({raw['issue']})"
    if raw.get("pages"):
        place += f", {raw['pages']}"
    title = str(raw["title"])
    # a title that ends with a mark of its own gets no full stop
    title += " " if title.endswith(("?", "!", ".")) else ". "
    return f"{head}: {title}{place}".rstrip(". ")


def _names(authors: Sequence[str]) -> str:
    named = [name for name in authors if name != _OTHERS]
    if not named:
        return ""
    if len(named) > _NAMED_AT_MOST:
        return f"{named[0]} {_OTHERS}"
    listed = ", ".join(named)
    return f"{listed} {_OTHERS}" if _OTHERS in authors else listed
