"""Extracts and map layers for requests that wait, kept by what was asked of which data."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from hvrmet.core.db.scope import scope
from hvrmet.evidence.extracts_api import layers_key
from hvrmet.evidence.selectors import evidence_list, evidence_of, extract_known
from hvrmet.evidence.services import extract_store
from hvrmet.evidence.storage import content_write
from hvrmet.jobs.queue.inquiries import Answer, Taken
from hvrmet.jobs.registries.boundaries import boundaries_of
from hvrmet.jobs.selectors import events_of_type, job_get
from hvrmet.jobs.services.climatologies import climatology_pinned
from hvrmet.jobs.states import JobKind

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.computations import ComputationRequest, Operation
from diagnostics.contracts.events import DataRetrieved
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.contracts.extracts import Projection
from diagnostics.contracts.map_layers import EvidenceLayers
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import InputDataError
from diagnostics.messages import message
from diagnostics.service.computations import compute_from
from diagnostics.service.evidence_layers import evidence_layers
from diagnostics.service.extract_parts import ExtractedFile, file_of
from diagnostics.service.revision import software_revision
from tasks.climatologies import kept_climatology
from tasks.open_sources import opened, registered_source, selection_of
from tasks.source_names import SourceNames

PNG = "image/png"


def extract_at_once(taken: Taken) -> Answer:
    """Answer a computation from what is kept, or compute and keep it.

    Raises
    ------
    DiagnosticsError, ApplicationError
        For what cannot be computed.
    """
    tenant_id = taken.inquiry.tenant_id
    wanted = ComputationRequest.model_validate(taken.asked)
    registered = registered_source(wanted.source, tenant_id)
    with scope(tenant_id):
        pinned = climatology_pinned(wanted.source, wanted.climatology)
        boundaries = boundaries_of(tenant_id) if wanted.op is Operation.FIGURE else None
    data = selection_of(registered, run=wanted.run, member=wanted.member, origin=wanted.origin)
    source = opened(data)
    climatology = kept_climatology(registered, pinned, tenant_id)
    key = digest_of(
        {
            "asked": wanted.model_dump(mode="json"),
            "data": source.digest(),
            "climatology": "" if climatology is None else climatology.digest,
            "boundaries": str(boundaries or ""),
            "software": software_revision(),
        }
    )
    with scope(tenant_id):
        known = extract_known(key)
    if known is not None:
        return Answer(known)
    made = compute_from(
        wanted,
        lambda: source,
        climatology=climatology,
        boundaries=None if boundaries is None else str(boundaries),
    )
    files = list(made.files)
    if made.picture is not None:
        files.append(file_of(f"figures/{wanted.name or 'chart'}.png", made.picture, PNG))
    document = {
        "op": wanted.op.value,
        "source": wanted.source,
        "data_digest": source.digest(),
        "result": SourceNames(wanted.source, registered).hide_in_document(made.document),
        "files": [_shown(file.ref) for file in files],
    }
    _keep(tenant_id, key, document, files)
    return Answer(document)


def _shown(ref: ArtifactRef) -> dict[str, Any]:
    return {**ref.model_dump(mode="json"), "url": file_address(ref.sha256)}


def file_address(sha256: str) -> str:
    """Return the address of bytes by their content."""
    return reverse("extracted-file", args=[sha256])


def _keep(tenant_id: UUID, key: str, document: dict[str, Any], files: list[ExtractedFile]) -> None:
    """Store bytes first and name them then."""
    for file in files:
        content_write(tenant_id, file.data)
    with scope(tenant_id):
        extract_store(key=key, document=document, files=[file.ref for file in files])


def layers_at_once(taken: Taken) -> Answer:
    """Answer with the map layers of one piece of evidence.

    Raises
    ------
    InputDataError
        ``data_changed`` where the data of the diagnosis are not there any more.
    """
    asked = taken.asked
    return Answer(
        make_layers(
            taken.inquiry.tenant_id,
            UUID(asked["job_id"]),
            asked["evidence_id"],
            Projection(asked["projection"]),
        )
    )


def make_layers(
    tenant_id: UUID, job_id: UUID, evidence_id: str, projection: Projection
) -> dict[str, Any]:
    """Return the map layers of one piece of evidence, made and kept where they are not yet.

    Raises
    ------
    DiagnosticsError
        As `layers_at_once`.
    """
    key = layers_key(job_id, evidence_id, projection)
    with scope(tenant_id):
        known = extract_known(key)
        job = job_get(job_id, kind=JobKind.DIAGNOSIS)
        document = evidence_of(job_id, evidence_id).document
        retrieved = events_of_type(job_id, "data_retrieved")
    if known is not None:
        return known
    item = EvidenceItem.model_validate(document, extra="ignore")
    registered = registered_source(job.source, tenant_id)
    request = DiagnosisRequest.model_validate(job.request, extra="ignore")
    source = opened(selection_of(registered, run=request.run, member=request.member))
    digests = [one.body.data_digest for one in retrieved if isinstance(one.body, DataRetrieved)]
    if source.digest() not in digests:
        raise InputDataError(message("refusal-data_of_diagnosis_changed"), code="data_changed")
    made = evidence_layers(
        item,
        lambda: source,
        projection=projection,
        climatology=kept_climatology(registered, request.climatology, tenant_id),
    )
    answer = SourceNames(job.source, registered).hide_in(made.answer)
    shown = _with_addresses(answer)
    _keep(tenant_id, key, shown, list(made.files))
    return shown


def _with_addresses(answer: EvidenceLayers) -> dict[str, Any]:
    document = answer.model_dump(mode="json")
    for layer in document["layers"]:
        layer["url"] = file_address(layer["file"]["sha256"]) if layer["file"] else None
    return document


def prepare_layers(tenant_id: UUID, job_id: UUID) -> int:
    """Make the layers of all evidence of a diagnosis, while its data are there.

    Returns
    -------
    int
        How many pieces of evidence there are.
    """
    with scope(tenant_id):
        found = [row.evidence_id for row in evidence_list(job_id)]
    for evidence_id in found:
        make_layers(tenant_id, job_id, evidence_id, Projection.WEB_MERCATOR)
    return len(found)
