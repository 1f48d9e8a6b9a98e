"""Workflows: checked while somebody waits, run as jobs, with what was computed before at hand."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.urls import reverse
from hvrmet.core.db.scope import acting, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.api import DIAGRAM
from hvrmet.evidence.selectors import extract_known
from hvrmet.evidence.services import extract_store
from hvrmet.evidence.storage import content_read, content_write
from hvrmet.jobs.api.answers import NewWorkflow, WorkflowView
from hvrmet.jobs.queue.inquiries import Answer, Taken
from hvrmet.jobs.queue.leases import Lease
from hvrmet.jobs.registries.boundaries import boundaries_of
from hvrmet.jobs.registries.sources import RegisteredSource
from hvrmet.jobs.services.answers import answer_create
from hvrmet.jobs.services.jobs import Terms

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.events import WorkflowStepEnded
from diagnostics.contracts.evidence import ArtifactRef
from diagnostics.contracts.workflow_requests import WorkflowRequest, WorkflowStep
from diagnostics.service.contexts import ToolFiles
from diagnostics.service.workflows import check_workflow, checked_workflow, run_workflow
from diagnostics.workflow import StepOutcome, write_plan
from tasks.adapters import DatabaseEventSink, StoredArtifactSink
from tasks.climatologies import climatology_paths
from tasks.interruption import shielded
from tasks.open_sources import opened, registered_source, selection_of
from tasks.principals import principal_of
from tasks.source_names import SourceNames

JSON, PNG, SVG, YAML = "application/json", "image/png", "image/svg+xml", "application/yaml"


def check_at_once(taken: Taken) -> Answer:
    """Answer with a workflow's steps and diagram.

    Raises
    ------
    DiagnosticsError
        ``invalid_plan`` with every problem, ``too_many_steps``.
    """
    wanted = WorkflowRequest.model_validate(taken.asked)
    registered = registered_source(wanted.source, taken.inquiry.tenant_id)
    source = opened(selection_of(registered, run=wanted.run, member=wanted.member))
    return Answer(checked_workflow(wanted.workflow, source).model_dump(mode="json"))


def queue_checked(taken: Taken) -> Answer:
    """Queue a workflow that fits its data.

    Raises
    ------
    DiagnosticsError, ApplicationError
        As `check_at_once`, and as `answer_create`.
    """
    body = NewWorkflow.model_validate(taken.asked["body"])
    request = WorkflowRequest.model_validate(body.model_dump(exclude={"priority", "deadline"}))
    registered = registered_source(request.source, taken.inquiry.tenant_id)
    source = opened(selection_of(registered, run=request.run, member=request.member))
    checked = checked_workflow(request.workflow, source)
    _require_known({step.id for step in checked.steps}, request)
    principal = principal_of(taken)
    with acting(principal.label, principal.id), scope(taken.inquiry.tenant_id):
        job, created = answer_create(
            principal=principal,
            request=request,
            terms=Terms(priority=body.priority, deadline=body.deadline),
            idempotency_key=taken.asked["idempotency_key"],
        )
        document = WorkflowView().document(job).model_dump(mode="json")
    headers = {} if created else {"Idempotent-Replayed": "true"}
    return Answer(document, 202, reverse("workflow-detail", args=[job.pk]), headers)


def _require_known(known: set[str], request: WorkflowRequest) -> None:
    from diagnostics.messages import Listing, message

    for step in (*request.only, *request.again):
        if step not in known:
            raise ApplicationError(
                message(
                    "refusal-unknown_step", name=step, known=Listing(items=tuple(sorted(known)))
                ),
                code="unknown_step",
                data={"step": step, "available": sorted(known)},
            )


def run_as_job(
    lease: Lease, request: WorkflowRequest, registered: RegisteredSource
) -> tuple[dict[str, Any], tuple[ArtifactRef, ...]]:
    """Run a workflow, tell of each step as it ends, and store its files.

    Returns
    -------
    document : dict
        As the command line writes it into ``results.json``.
    artifacts : tuple of ArtifactRef

    Raises
    ------
    DiagnosticsError
        For data that have changed so that the workflow does not fit them any more.
    """
    data = selection_of(registered, run=request.run, member=request.member)
    with shielded(), scope(lease.tenant_id):
        boundaries = boundaries_of(lease.tenant_id)
    climatology = climatology_paths(registered, request.climatology, lease.tenant_id)
    files = ToolFiles(data, climatology, None if boundaries is None else str(boundaries))
    plan = check_workflow(request.workflow, data.open())
    names = SourceNames(request.source, registered)
    events = DatabaseEventSink(lease, names)

    def tell(outcome: StepOutcome, number: int, total: int) -> None:
        done = WorkflowStep(
            step=outcome.step.id,
            tool=outcome.step.tool,
            status=outcome.record.status.value,
            error=outcome.reason,
            number=number,
            total=total,
        )
        events.append(WorkflowStepEnded(step=done), lease.attempt)

    ran = run_workflow(
        plan,
        files,
        cache=StepCache(lease.tenant_id),
        only=request.only,
        again=request.again,
        progress=tell,
    )
    document = names.hide_in_document({"name": plan.name, "steps": list(ran.steps)})
    sink = StoredArtifactSink(lease)
    kept = [sink.put(name, picture, PNG) for name, picture in ran.pictures.items()]
    kept += [
        sink.put(DIAGRAM, ran.diagram.encode(), SVG),
        sink.put("workflow.yaml", names.hide(write_plan(ran.plan)).encode(), YAML),
        sink.put("results.json", json.dumps(document, allow_nan=False).encode(), JSON),
    ]
    return document, tuple(kept)


class StepCache:
    """What the steps of a centre's workflows gave, for a part that is run again.

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
        """Keep `data` under `key`."""
        sha256 = content_write(self._tenant_id, data)
        file = ArtifactRef(name=key, sha256=sha256, media_type=JSON, size=len(data))
        with scope(self._tenant_id):
            extract_store(key=_key(key), document={"sha256": sha256}, files=[file])


def _key(call: str) -> str:
    return digest_of({"step": call})
