"""The form of credentials: ``hvr_PREFIX_SECRET`` is a key, ``hvt_TENANT_SECRET`` a ticket.

The secrets have 256 random bits, so a plain sha256 is enough: there is nothing to guess, and a slow
hash would only slow down every request.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import NamedTuple
from uuid import UUID

_FORM = re.compile(r"hvr_([0-9a-f]{8})_([A-Za-z0-9_-]{43})")
_TICKET = re.compile(r"hvt_([0-9a-f]{32})_([A-Za-z0-9_-]{43})")


class NewKey(NamedTuple):
    """A fresh key: `text` is shown once, the other two are stored."""

    text: str
    prefix: str
    key_hash: str


def hash_key(text: str) -> str:
    """Return the stored form of a key or ticket."""
    return hashlib.sha256(text.encode()).hexdigest()


def make_key() -> NewKey:
    """Make a random key."""
    prefix = secrets.token_hex(4)
    text = f"hvr_{prefix}_{secrets.token_urlsafe(32)}"
    return NewKey(text, prefix, hash_key(text))


def looks_like_key(text: str) -> bool:
    """Say whether `text` has the form of a key, before any query is made."""
    return _FORM.fullmatch(text) is not None


def make_ticket(tenant_id: UUID) -> str:
    """Make a random ticket; it names its tenant, so that no look-up crosses tenants."""
    return f"hvt_{tenant_id.hex}_{secrets.token_urlsafe(32)}"


def tenant_of_ticket(text: str) -> UUID | None:
    """Return the tenant that a ticket names, or None for what has not the form of one."""
    found = _TICKET.fullmatch(text)
    return UUID(found[1]) if found else None
