"""The coasts and borders of a job's maps, as its request pinned them."""

from __future__ import annotations

import hashlib
from uuid import UUID

from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.storage import content_read, content_write
from hvrmet.jobs.registries.boundaries import boundaries_of, boundaries_read

from diagnostics.errors import InputDataError
from diagnostics.figures.boundaries import NATURAL_EARTH, Boundaries, parse_boundaries


def pinned_boundaries(digest: str | None, *, tenant_id: UUID) -> Boundaries:
    """Return boundaries by the digest of their file.

    The first job that draws them keeps the file in the tenant's store, so that a later replay
    draws the same although another file is registered by then.

    Raises
    ------
    InputDataError
        With code ``boundaries_changed`` where neither file nor store has them.
    ArgumentError
        With code ``invalid_boundaries`` for a file that is no GeoJSON of lines.
    ApplicationError
        With code ``artifact_damaged``.
    """
    if digest is None:
        return NATURAL_EARTH
    try:
        content = content_read(tenant_id, digest)
    except ApplicationError as error:
        if error.code != "artifact_missing":
            raise
        content = _registered(tenant_id)
        if hashlib.sha256(content).hexdigest() != digest:
            raise InputDataError(
                "the centre's boundaries were replaced before this diagnosis began: queue it again",
                code="boundaries_changed",
            ) from error
        content_write(tenant_id, content)
    return parse_boundaries(content, "the centre's boundaries")


def _registered(tenant_id: UUID) -> bytes:
    with scope(tenant_id):
        path = boundaries_of(tenant_id)
    return b"" if path is None else boundaries_read(path)
