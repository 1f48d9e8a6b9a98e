"""Secrets that must be read again: encrypted with keys derived from the secret key."""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from diagnostics.messages import message
from hvrmet.core.errors import ApplicationError


def encrypt(text: str, *, purpose: str) -> str:
    """Encrypt with the present secret key; what one purpose encrypts, another cannot read."""
    return _cipher(purpose).encrypt(text.encode()).decode()


def decrypt(encrypted: str, *, purpose: str) -> str:
    """Decrypt with the present secret key or a former one (``SECRET_KEY_FALLBACKS``).

    Raises
    ------
    ApplicationError
        With code ``sealed_with_another_key`` (500) when none of them fits.
    """
    try:
        return _cipher(purpose).decrypt(encrypted.encode()).decode()
    except InvalidToken as error:
        raise ApplicationError(
            message("refusal-sealed", purpose=purpose),
            code="sealed_with_another_key",
            http_status=500,
        ) from error


def _cipher(purpose: str) -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [hashlib.sha256(f"hvrmet.{purpose}:{key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
