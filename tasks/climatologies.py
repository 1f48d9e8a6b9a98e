"""Climatologies: which ones a job uses, and building one in slices."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from hvrmet.core.db.scope import acting, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.selectors import extract_known
from hvrmet.evidence.services import extract_store
from hvrmet.evidence.storage import content_file, content_read, content_write
from hvrmet.jobs.api.climatology_builds import ClimatologyListView, NewClimatology
from hvrmet.jobs.library import library
from hvrmet.jobs.queue import leases
from hvrmet.jobs.queue.inquiries import Answer, Taken
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.registries.sources import RegisteredSource, source_get
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.answers import answer_create, answer_store
from hvrmet.jobs.services.climatologies import climatology_chosen
from hvrmet.jobs.services.jobs import Terms
from hvrmet.jobs.services.quotas import require_room

from diagnostics.climatology import Climatologies
from diagnostics.contracts.base import digest_of
from diagnostics.contracts.climatology_requests import BuiltPart, ClimatologyRequest
from diagnostics.contracts.events import ClimatologyPartEnded
from diagnostics.contracts.evidence import ArtifactRef
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.service.climatology_requests import (
    build_climatology,
    building_of,
    check_climatology,
)
from diagnostics.service.data import open_climatology
from tasks.adapters import DatabaseEventSink, JobControl, PinnedGuidelines, StoredArtifactSink
from tasks.interruption import shielded
from tasks.open_sources import opened, registered_source, selection_of
from tasks.principals import principal_of
from tasks.source_names import SourceNames

NETCDF, PART = "application/x-netcdf", "application/octet-stream"
FILE = "climatology.nc"
BLOCKS_IN_MEMORY = 8
"""A block of a grid is read, stacked, sorted and packed: so often it is in memory at once."""


def climatology_paths(
    registered: RegisteredSource, pinned: str | None, tenant_id: UUID
) -> tuple[str, ...]:
    """Return the files of a job's climatologies, asked in this order.

    Parameters
    ----------
    registered : RegisteredSource
    pinned : str, optional
        Digest of the file of a climatology of the tenant.
    tenant_id : UUID

    Raises
    ------
    ApplicationError
        ``artifact_missing`` (404).
    """
    own = () if pinned is None else (str(content_file(tenant_id, pinned)),)
    return (*own, *(() if registered.climatology is None else (registered.climatology,)))


def pinned_climatology(
    registered: RegisteredSource, pinned: str | None, tenant_id: UUID
) -> Climatologies | None:
    """Open the climatologies of a job."""
    return open_climatology(climatology_paths(registered, pinned, tenant_id))


def kept_climatology(
    registered: RegisteredSource, pinned: str | None, tenant_id: UUID
) -> Climatologies | None:
    """Return the climatologies of a job, which this process keeps open."""
    return _kept(climatology_paths(registered, pinned, tenant_id))


def chosen_climatology(
    name: str, registered: RegisteredSource, tenant_id: UUID
) -> Climatologies | None:
    """Return the climatologies that a tenant uses a source with now, kept open."""
    with scope(tenant_id):
        row = climatology_chosen(name)
    return kept_climatology(registered, None if row is None else row.digest, tenant_id)


@lru_cache(maxsize=8)
def _kept(paths: tuple[str, ...]) -> Climatologies | None:
    return open_climatology(paths)


def queue_checked_build(taken: Taken) -> Answer:
    """Queue the build of a climatology that the data allow.

    Raises
    ------
    DiagnosticsError, ApplicationError
        As `check_climatology` and `answer_create`.
    """
    body = NewClimatology.model_validate(taken.asked["body"])
    request = ClimatologyRequest.model_validate(body.model_dump(exclude={"priority", "deadline"}))
    registered = registered_source(request.source, taken.inquiry.tenant_id)
    principal = principal_of(taken)
    check_climatology(
        request,
        opened(selection_of(registered)),
        _release(request, principal.tenant_id, library().current_release_digest),
    )
    with acting(principal.label, principal.id), scope(taken.inquiry.tenant_id):
        job, created = answer_create(
            principal=principal,
            request=request,
            terms=Terms(priority=body.priority, deadline=body.deadline),
            idempotency_key=taken.asked["idempotency_key"],
        )
        document = ClimatologyListView().document(job).model_dump(mode="json")
    headers = {} if created else {"Idempotent-Replayed": "true"}
    return Answer(document, 202, reverse("climatology-detail", args=[job.pk]), headers)


def _release(
    request: ClimatologyRequest, tenant_id: UUID, digest: Callable[[], str]
) -> GuidelineRelease | None:
    """Return the release whose indices a request builds, None where it names its own."""
    if request.names_all:
        return None
    with scope(tenant_id):
        pinned = digest()
    return PinnedGuidelines(tenant_id, pinned).release()


class _SliceOverError(Exception):
    """The worker is to be given back; what is done is kept."""


def run_build(lease: Lease, *, lost: Callable[[], bool], slice_seconds: float) -> bool:
    """Build, or go on with, a climatology until it is whole or the slice is over.

    Parameters
    ----------
    lease : Lease
    lost : callable
        Whether the heartbeat has found the lease gone.
    slice_seconds : float
        Work after which the worker is given back.

    Returns
    -------
    bool
        Whether the job has ended; False where another slice goes on.

    Raises
    ------
    DiagnosticsError, ApplicationError
        For what cannot be built.
    """
    with shielded(), scope(lease.tenant_id):
        job = job_get(lease.job_id)
        registered = source_get(job.source, tenant_id=lease.tenant_id)
    request = ClimatologyRequest.model_validate(job.request, extra="ignore")
    names = SourceNames(job.source, registered)
    control = JobControl(lease, lost=lost, slice_seconds=slice_seconds)
    progress = _Progress(lease, control, DatabaseEventSink(lease, names), job.state.progress)
    with tempfile.TemporaryDirectory(prefix="hvrmet-climatology-") as folder:
        out = Path(folder) / FILE
        building = building_of(
            request,
            lambda: opened(selection_of(registered)),
            out,
            parts=KeptParts(lease.tenant_id),
            ended=progress.ended,
        )
        size = settings.ENVIRONMENT.hvrmet_worker_memory_mib * 2**20
        try:
            release = _release(request, lease.tenant_id, lambda: job.release_digest)
            summary = build_climatology(
                request, building, release, block_bytes=size / BLOCKS_IN_MEMORY
            )
        except _SliceOverError:
            return progress.cancelled
        artifact = StoredArtifactSink(lease).put(FILE, out.read_bytes(), NETCDF)
    document: dict[str, Any] = names.hide_in(summary).model_dump(mode="json")
    with shielded(), scope(lease.tenant_id):
        answer_store(
            job_id=lease.job_id, document=document, artifacts=(artifact,), attempt=lease.attempt
        )
    return True


class _Progress:
    """Tells of each part, once, and ends the slice between two of them."""

    def __init__(
        self,
        lease: Lease,
        control: JobControl,
        events: DatabaseEventSink,
        known: BuiltPart | None,
    ) -> None:
        self._lease = lease
        self._control = control
        self._events = events
        self._done = 0 if known is None else known.done
        self.cancelled = False

    def ended(self, label: str, done: int, total: int) -> None:
        """Take note of a part; every slice gets one further at least.

        Raises
        ------
        _SliceOverError
        """
        fresh = done > self._done
        if fresh:
            self._done = done
            part = BuiltPart(label=label, done=done, total=total)
            self._events.append(ClimatologyPartEnded(part=part), self._lease.attempt)
        signal = self._control.poll()
        if signal.action == "cancel":
            self.cancelled = leases.stop_if_cancelled(self._lease)
            raise _SliceOverError
        if signal.action == "yield" and fresh and done < total:
            raise _SliceOverError


class KeptParts:
    """Parts of a centre's climatologies, for a build that goes on or is asked for again.

    Parameters
    ----------
    tenant_id : UUID
    """

    def __init__(self, tenant_id: UUID) -> None:
        self._tenant_id = tenant_id

    @shielded()
    def get(self, key: str) -> bytes | None:
        """Return what was kept under `key`; None where it is not there any more."""
        with scope(self._tenant_id):
            known = extract_known(_key(key))
        if known is None:
            return None
        try:
            return content_read(self._tenant_id, known["sha256"])
        except ApplicationError:
            return None

    @shielded()
    def put(self, key: str, data: bytes) -> None:
        """Keep `data` under `key`.

        Raises
        ------
        ApplicationError
            ``quota_storage_bytes`` where the tenant may keep no more.
        """
        with scope(self._tenant_id):
            require_room(self._tenant_id)
        sha256 = content_write(self._tenant_id, data)
        file = ArtifactRef(name=key, sha256=sha256, media_type=PART, size=len(data))
        with scope(self._tenant_id):
            extract_store(key=_key(key), document={"sha256": sha256}, files=[file])


def _key(part: str) -> str:
    return digest_of({"climatology_part": part})
