"""Texts that every reader can take: valid Unicode without NUL.

File names, attributes and texts of other programs may hold neither: a lone surrogate cannot be
written as UTF-8, and PostgreSQL stores no NUL.
"""

from __future__ import annotations

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def legible(text: str) -> str:
    """Return a text with a replacement character for what cannot be written or stored."""
    if "\0" in text:
        text = text.replace("\0", REPLACEMENT)
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join(REPLACEMENT if "\ud800" <= mark <= "\udfff" else mark for mark in text)
    return text
