"""The form of an API key: ``hvr_PREFIX_SECRET``, and its hash.

The secret has 256 random bits, so a plain sha256 is enough: there is nothing to guess, and a slow
hash would only slow down every request.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import NamedTuple

_FORM = re.compile(r"hvr_([0-9a-f]{8})_([A-Za-z0-9_-]{43})")


class NewKey(NamedTuple):
    """A fresh key: `text` is shown once, the other two are stored."""

    text: str
    prefix: str
    key_hash: str


def hash_key(text: str) -> str:
    """Return the stored form of a key."""
    return hashlib.sha256(text.encode()).hexdigest()


def make_key() -> NewKey:
    """Make a random key."""
    prefix = secrets.token_hex(4)
    text = f"hvr_{prefix}_{secrets.token_urlsafe(32)}"
    return NewKey(text, prefix, hash_key(text))


def looks_like_key(text: str) -> bool:
    """Say whether `text` has the form of a key, before any query is made."""
    return _FORM.fullmatch(text) is not None
