"""Computations and questions with the platform's ports: what the command line would answer."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hvrmet.core.scope import scope
from hvrmet.jobs.answers import answer_store
from hvrmet.jobs.boundaries import boundaries_of
from hvrmet.jobs.leases import Lease
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.sources import RegisteredSource, source_get
from hvrmet.jobs.states import JobKind

from diagnostics.cli.commands.batch import Answering
from diagnostics.cli.tasks import read_task
from diagnostics.climatology import Climatologies
from diagnostics.climatology.opening import open_climatologies
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from diagnostics.contracts.evidence import ArtifactRef
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.fields import open_source
from diagnostics.questions import answer, verify
from diagnostics.questions.measure import Desk
from tasks.adapters import StoredArtifactSink
from tasks.interruption import shielded

PNG = "image/png"


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
    known = registered.climatology
    baseline = open_climatologies([known]) if known else None
    artifacts: tuple[ArtifactRef, ...] = ()
    if lease.kind is JobKind.COMPUTATION:
        wanted = ComputationRequest.model_validate(job.request, extra="ignore")
        document, artifacts = _compute(wanted, registered, baseline, boundaries, lease)
    else:
        document = _reply(
            QuestionRequest.model_validate(job.request, extra="ignore"), registered, baseline
        )
    with shielded(), scope(lease.tenant_id):
        answer_store(
            job_id=lease.job_id, document=document, artifacts=artifacts, attempt=lease.attempt
        )


def _compute(
    wanted: ComputationRequest,
    registered: RegisteredSource,
    baseline: Climatologies | None,
    boundaries: Path | None,
    lease: Lease,
) -> tuple[dict[str, Any], tuple[ArtifactRef, ...]]:
    """Answer as a line of a batch does; a chart goes to the tenant's store."""
    line = _line(wanted, registered)
    answering = Answering(baseline)
    if wanted.op is not Operation.FIGURE:
        return answering.answer_task(read_task(line)), ()
    if boundaries is not None:
        line["params"] = {**line["params"], "boundaries": str(boundaries)}
    name = f"{re.sub(r'[^a-z0-9_]', '', wanted.name or '') or 'chart'}.png"
    with TemporaryDirectory(prefix="hvrmet-chart-") as folder:
        out = Path(folder) / name
        document = answering.answer_task(read_task({**line, "out": str(out)}))
        picture = StoredArtifactSink(lease).put(f"figures/{name}", out.read_bytes(), PNG)
    return {**document, "path": picture.name}, (picture,)


def _line(wanted: ComputationRequest, registered: RegisteredSource) -> dict[str, Any]:
    time = wanted.time
    return {
        "id": None,
        "op": wanted.op.value,
        "name": wanted.name,
        "data": list(registered.paths),
        "time": time.model_dump(mode="json") if isinstance(time, TimeWindow) else _text(time),
        "region": list(wanted.region.bounds()) if wanted.region else wanted.place,
        "level": wanted.level,
        "mode": wanted.mode.value,
        "params": dict(wanted.params),
        "spec": wanted.spec,
        "origin": _text(wanted.origin),
        "run": _text(wanted.run),
        "member": wanted.member,
    }


def _text(moment: Any) -> str | None:
    return None if moment is None else format_instant(moment)


def _reply(
    wanted: QuestionRequest, registered: RegisteredSource, baseline: Climatologies | None
) -> dict[str, Any]:
    source = open_source(registered.paths)
    if wanted.claim is not None:
        desk = Desk(source, wanted.region, wanted.window, wanted.now, wanted.timezone, baseline)
        return verify(wanted.claim, desk, wanted.language).model_dump(mode="json")
    assert wanted.text is not None
    reply = answer(
        wanted.text,
        source,
        now=wanted.now,
        region=wanted.region,
        window=wanted.window,
        language=wanted.language,
        climatology=baseline,
        timezone=wanted.timezone,
    )
    return reply.model_dump(mode="json")
