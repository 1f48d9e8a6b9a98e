"""Computations and questions: load the request, have the service answer it, store the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from hvrmet.core.db.scope import scope
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.registries.boundaries import boundaries_of
from hvrmet.jobs.registries.sources import RegisteredSource, source_get
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.answers import answer_store
from hvrmet.jobs.states import JobKind

from diagnostics.climatology import Climatologies
from diagnostics.contracts.computations import ComputationRequest, QuestionRequest
from diagnostics.contracts.evidence import ArtifactRef
from diagnostics.contracts.guidelines import ReleasedPreset
from diagnostics.service.computations import compute
from diagnostics.service.data import DataSelection, open_climatology
from diagnostics.service.questions import QuestionContext, answer_form, ask, check_claim, check_form
from knowledge.selectors import presets_in_use
from tasks.adapters import StoredArtifactSink
from tasks.interruption import shielded
from tasks.limits import source_limits
from tasks.source_names import SourceNames

PNG = "image/png"
NETCDF = "application/x-netcdf"


def run_answer(lease: Lease) -> None:
    """Answer a claimed job and end it.

    Raises
    ------
    DiagnosticsError
        For what cannot be computed, and with code ``lease_lost``.
    ApplicationError
        When the source is no longer registered.
    """
    with shielded(), scope(lease.tenant_id):
        job = job_get(lease.job_id)
        registered = source_get(job.source, tenant_id=lease.tenant_id)
        boundaries = boundaries_of(lease.tenant_id)
        presets = presets_in_use()
    climatology = open_climatology(registered.climatology)
    document: dict[str, Any]
    artifacts: tuple[ArtifactRef, ...] = ()
    if lease.kind is JobKind.COMPUTATION:
        wanted = ComputationRequest.model_validate(job.request, extra="ignore")
        data = DataSelection(
            registered.readable(),
            origin=wanted.origin,
            run=wanted.run,
            member=wanted.member,
            statistic=wanted.statistic,
            limits=source_limits(),
        )
        computed = compute(
            wanted,
            data,
            climatology=climatology,
            boundaries=None if boundaries is None else str(boundaries),
        )
        document = computed.document
        if computed.picture is not None:
            name = f"{re.sub(r'[^a-z0-9_]', '', wanted.name or '') or 'chart'}.png"
            picture = StoredArtifactSink(lease).put(f"figures/{name}", computed.picture, PNG)
            document, artifacts = {**document, "path": picture.name}, (picture,)
        if computed.field is not None:
            kept = StoredArtifactSink(lease).put(str(document["path"]), computed.field, NETCDF)
            artifacts = (kept,)
    else:
        document = _reply(
            QuestionRequest.model_validate(job.request, extra="ignore"),
            registered,
            climatology,
            presets,
        )
    document = SourceNames(job.source, registered).hide_in_document(document)
    with shielded(), scope(lease.tenant_id):
        answer_store(
            job_id=lease.job_id, document=document, artifacts=artifacts, attempt=lease.attempt
        )


def _reply(
    wanted: QuestionRequest,
    registered: RegisteredSource,
    climatology: Climatologies | None,
    presets: Sequence[ReleasedPreset],
) -> dict[str, Any]:
    data = DataSelection(
        registered.readable(),
        run=wanted.run,
        member=wanted.member,
        statistic=wanted.statistic,
        limits=source_limits(),
    )
    context = QuestionContext(
        wanted.region, wanted.window, wanted.now, wanted.timezone, wanted.language, presets
    )
    if wanted.claim is not None:
        report = check_claim(wanted.claim, data.open, context, climatology=climatology)
        return report.model_dump(mode="json")
    if wanted.claim_form is not None:
        checked = check_form(wanted.claim_form, data.open, context, climatology=climatology)
        return checked.model_dump(mode="json")
    if wanted.form is not None:
        answered = answer_form(wanted.form, data.open, context, climatology=climatology)
        return answered.model_dump(mode="json")
    assert wanted.text is not None
    reply = ask(wanted.text, data.open, context, climatology=climatology)
    return reply.model_dump(mode="json")
