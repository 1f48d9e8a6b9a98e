"""Addresses of artifacts that work for a few minutes, without signing in again."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from hvrmet.core.errors import ApplicationError

SALT = "hvrmet.evidence.download"


class Download(NamedTuple):
    """What a signed address gives access to."""

    tenant_id: UUID
    sha256: str
    name: str
    media_type: str


def download_url(download: Download) -> str:
    """Sign an address; call it only after the permission check."""
    token = signing.dumps([str(part) for part in download], salt=SALT, compress=True)
    return reverse("artifact-download", args=[token])


def read_token(token: str) -> Download:
    """Return what a signed address gives access to.

    Raises
    ------
    ApplicationError
        ``download_expired`` (410) or ``download_invalid`` (404).
    """
    try:
        tenant_id, sha256, name, media_type = signing.loads(
            token, salt=SALT, max_age=settings.ENVIRONMENT.hvrmet_download_seconds
        )
    except signing.SignatureExpired as error:
        raise ApplicationError(
            "this address has expired: list the artifacts again",
            code="download_expired",
            http_status=410,
        ) from error
    except signing.BadSignature as error:
        raise ApplicationError(
            "this address is not one of ours", code="download_invalid", http_status=404
        ) from error
    return Download(UUID(tenant_id), sha256, name, media_type)
