"""Secrets of webhooks, and the signatures that they make (standardwebhooks.com)."""

from __future__ import annotations

import base64
import secrets
from datetime import datetime

from standardwebhooks import Webhook

from hvrmet.core.db.encryption import decrypt, encrypt
from hvrmet.webhooks.models import Subscription

_PURPOSE = "webhook"


def make_secret() -> str:
    """Make a secret of 256 random bits in the form that receivers expect, ``whsec_...``."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def sealed(secret: str) -> str:
    """Return a secret as it is stored."""
    return encrypt(secret, purpose=_PURPOSE)


def signed_headers(
    subscription: Subscription, *, message_id: str, at: datetime, body: str
) -> dict[str, str]:
    """Return the headers by which a receiver knows the sender and the message.

    Until the former secret has run out there are two signatures, and one that fits is enough.
    """
    keys = [subscription.sealed_key]
    if subscription.previous_until is not None and subscription.previous_until > at:
        keys.append(subscription.previous_key)
    signatures = [
        Webhook(decrypt(key, purpose=_PURPOSE)).sign(message_id, at, body) for key in keys
    ]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
