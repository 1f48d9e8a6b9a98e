"""Addresses of artifacts that work for a few minutes, without signing in again."""

from __future__ import annotations

import time
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from diagnostics.messages import message
from hvrmet.core.errors import ApplicationError

SALT = "hvrmet.evidence.download.until"


class Download(NamedTuple):
    """What a signed address gives access to."""

    tenant_id: UUID
    sha256: str
    name: str
    media_type: str


def download_url(download: Download) -> str:
    """Sign an address; call it only after the permission check.

    It works for as long as the installation says, and up to half as long again: the same file has
    the same address for that half, so that a list that has not changed is answered as such.
    """
    life = settings.ENVIRONMENT.hvrmet_download_seconds
    window = life // 2
    until = (int(time.time()) // window + 1) * window + life
    token = _signer().sign_object([until, *(str(part) for part in download)], compress=True)
    return reverse("artifact-download", args=[token])


def _signer() -> signing.Signer:
    return signing.Signer(salt=SALT)


def read_token(token: str) -> Download:
    """Return what a signed address gives access to.

    Raises
    ------
    ApplicationError
        ``download_expired`` (410) or ``download_invalid`` (404).
    """
    try:
        until, tenant_id, sha256, name, media_type = _signer().unsign_object(token)
    except signing.BadSignature as error:
        raise ApplicationError(
            message("refusal-download_invalid"), code="download_invalid", http_status=404
        ) from error
    if time.time() >= until:
        raise ApplicationError(
            message("refusal-download_expired"),
            code="download_expired",
            http_status=410,
        )
    return Download(UUID(tenant_id), sha256, name, media_type)
