"""The platform's signature under a centre's release: what was decided, by whom, on what."""

from __future__ import annotations

from typing import Any

from django.core import signing

from diagnostics.contracts.base import canonical_bytes
from knowledge.models import CentreRelease

_signer = signing.Signer(salt="hvrmet.knowledge.release")


def release_statement(release: CentreRelease) -> dict[str, Any]:
    """Return what the signature covers: digests, approvals and who released it."""
    return {
        "digest": release.digest,
        "base": release.base_digest,
        "overlay": release.overlay_digest,
        "kind": str(release.kind),
        "approvals": release.approvals,
        "released_by": release.released_by,
    }


def release_sign(release: CentreRelease) -> str:
    """Return the signature of a release that is about to be stored."""
    return _signer.signature(canonical_bytes(release_statement(release)).decode())


def release_is_genuine(release: CentreRelease) -> bool:
    """Whether this installation signed the release as it is."""
    text = canonical_bytes(release_statement(release)).decode()
    try:
        _signer.unsign(f"{text}:{release.signature}")
    except signing.BadSignature:
        return False
    return True
