"""Answers to inquiries: what each kind of them asks of the service. Loads the science."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from uuid import UUID

from hvrmet.core.db.scope import acting, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.library import library
from hvrmet.jobs.queue.inquiries import Answer, InquiryKind, Taken
from hvrmet.jobs.registries.sources import check_request, sources_of, with_zone
from hvrmet.jobs.schemas import NewDiagnosisInWords, NewDiagnosisRequest, diagnosis_document
from hvrmet.jobs.selectors import seconds_of_past_diagnoses
from hvrmet.jobs.services.climatologies import climatology_pinned
from hvrmet.jobs.services.jobs import Terms, diagnosis_create

from diagnostics.climatology import Climatologies
from diagnostics.climatology.at_point import climatology_at_point, held_climatologies
from diagnostics.contracts.climatology import ClimatologyPoint
from diagnostics.contracts.enums import Language
from diagnostics.contracts.feasibility import FeasibilityRequest
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.worded_requests import ReadRequest, RequestInWords
from diagnostics.errors import ArgumentError
from diagnostics.messages import API, Listing, message
from diagnostics.service.feasibility import Reader, what_is_possible
from diagnostics.service.planning import plan_diagnosis
from diagnostics.service.worded_requests import read_request
from tasks.climatologies import chosen_climatology, kept_climatology, queue_checked_build
from tasks.extracts import extract_at_once, layers_at_once
from tasks.open_sources import inventory_of, opened, registered_source, selection_of
from tasks.places import found_at
from tasks.principals import principal_of
from tasks.source_names import SourceNames
from tasks.workflows import check_at_once, queue_checked

Handler = Callable[[Taken], Answer]


def warm() -> None:
    """Load catalogue, grammar and gazetteer."""
    from diagnostics.catalog import get_catalog
    from diagnostics.language import read_asked_diagnosis

    get_catalog()
    read_asked_diagnosis("Why the heavy rain over Jiangsu on 2 July 2026?")


def answer_inquiry(taken: Taken) -> Answer:
    """Answer an inquiry.

    Raises
    ------
    DiagnosticsError, ApplicationError
        With what was wrong, and what to do.
    """
    return _HANDLERS[taken.inquiry.kind](taken)


def _reading(taken: Taken) -> Answer:
    wanted = RequestInWords.model_validate(taken.asked)
    return Answer(_read(wanted, taken).model_dump(mode="json"))


def _read(wanted: RequestInWords, taken: Taken) -> ReadRequest:
    """Read a request against its source, or the only one that there is."""
    tenant_id = taken.inquiry.tenant_id
    name = wanted.source
    if name is None:
        with scope(tenant_id):
            names = sorted(sources_of(tenant_id))
        if len(names) != 1:
            wording = message("refusal-no_sources")
            if names:
                wording = message("refusal-source_needed", known=Listing(items=tuple(names)))
            raise ApplicationError(wording, code="source_needed", data={"available": names})
        (name,) = names
    registered = registered_source(name, tenant_id)
    inventory = inventory_of(name, registered)
    return read_request(wanted, name, inventory, reader=Language(taken.language), door=API)


def _worded_diagnosis(taken: Taken) -> Answer:
    """Queue the diagnosis that words ask for; nothing where a word was not read."""
    body = NewDiagnosisInWords.model_validate(taken.asked["body"])
    request = _request_in_words(body, taken)
    principal = principal_of(taken)
    with acting(principal.label, principal.id), scope(taken.inquiry.tenant_id):
        job, created = diagnosis_create(
            principal=principal,
            request=request,
            terms=Terms(priority=body.priority, deadline=body.deadline),
            idempotency_key=taken.asked["idempotency_key"],
        )
        document = diagnosis_document(job)
    headers = {} if created else {"Idempotent-Replayed": "true"}
    return Answer(document.model_dump(mode="json"), 202, document.url, headers)


def _request_in_words(body: NewDiagnosisInWords, taken: Taken) -> DiagnosisRequest:
    """Return the diagnosis that words ask for.

    Raises
    ------
    ArgumentError
        ``not_understood``, or ``not_a_diagnosis`` for a chart or a question.
    """
    found = _read(body.words(), taken)
    require_read(found)
    if found.diagnosis is None:
        raise ArgumentError(
            message(f"refusal-asks_for_{found.asks}"),
            code="not_a_diagnosis",
            data=found.model_dump(mode="json", include={"asks", "charts", "question"}),
        )
    changes = {"options": body.options, "object": body.object}
    return found.diagnosis.model_copy(update=changes)


def require_read(found: ReadRequest) -> None:
    """Refuse a request with a part unread.

    Raises
    ------
    ArgumentError
        ``not_understood``, with the parts.
    """
    if found.not_understood:
        said = tuple(part.message for part in found.not_understood)
        parts = found.model_dump(mode="json", include={"not_understood", "understood", "assumed"})
        raise ArgumentError(
            message("refusal-not_understood", problems=Listing(items=said, style="clauses")),
            code="not_understood",
            data=parts,
        )


def _feasibility(taken: Taken) -> Answer:
    wanted = FeasibilityRequest.model_validate(taken.asked)
    tenant_id = taken.inquiry.tenant_id
    registered = registered_source(wanted.source, tenant_id)
    if wanted.run is None and wanted.member is None:
        inventory = inventory_of(wanted.source, registered)
    else:
        data = selection_of(registered, run=wanted.run, member=wanted.member)
        inventory = opened(data).inventory()
    found = what_is_possible(
        wanted,
        inventory,
        _release(tenant_id),
        climatology=chosen_climatology(wanted.source, registered, tenant_id),
        reader=Reader(Language(taken.language), API),
    )
    return Answer(found.model_dump(mode="json"))


def _release(tenant_id: UUID) -> GuidelineRelease:
    """Return the release that new jobs of a tenant are pinned to, read once."""
    with scope(tenant_id):
        return _release_at(library().current_release_digest())


@lru_cache(maxsize=4)
def _release_at(digest: str) -> GuidelineRelease:
    return library().release_document(digest)


def _plan(taken: Taken) -> Answer:
    """Plan a diagnosis by its fields or in words; nothing is queued."""
    tenant_id = taken.inquiry.tenant_id
    body = taken.asked["body"]
    if "text" in body:
        words = NewDiagnosisInWords.model_validate(body)
        wanted = _request_in_words(words, taken)
    else:
        wanted = NewDiagnosisRequest.model_validate(body).asked()
    with scope(tenant_id):
        check_request(wanted, tenant_id=tenant_id)
        request = with_zone(wanted, tenant_id=tenant_id)
        pinned = climatology_pinned(request.source, request.climatology)
    registered = registered_source(request.source, tenant_id)
    source = opened(selection_of(registered, run=request.run, member=request.member))
    plan = plan_diagnosis(
        request,
        source,
        _release(tenant_id),
        climatology=kept_climatology(registered, pinned, tenant_id),
        language=Language(taken.language),
    )
    with scope(tenant_id):
        seconds, count = seconds_of_past_diagnoses(request.source)
    timed = plan.model_copy(update={"estimated_seconds": seconds, "estimated_from": count})
    document = SourceNames(request.source, registered).hide_in(timed)
    return Answer(document.model_dump(mode="json"))


def _climatologies(taken: Taken) -> Answer:
    name, tenant_id = taken.asked["source"], taken.inquiry.tenant_id
    registered = registered_source(name, tenant_id)
    known = chosen_climatology(name, registered, tenant_id)
    held = held_climatologies(Climatologies.of(known))
    return Answer(SourceNames(name, registered).hide_in(held).model_dump(mode="json"))


def _climatology_point(taken: Taken) -> Answer:
    name, tenant_id = taken.asked["source"], taken.inquiry.tenant_id
    registered = registered_source(name, tenant_id)
    point = ClimatologyPoint.model_validate(taken.asked["point"])
    known = chosen_climatology(name, registered, tenant_id)
    found = climatology_at_point(Climatologies.of(known), point)
    return Answer(SourceNames(name, registered).hide_in(found).model_dump(mode="json"))


_HANDLERS: Mapping[InquiryKind, Handler] = {
    InquiryKind.READING: _reading,
    InquiryKind.WORDED_DIAGNOSIS: _worded_diagnosis,
    InquiryKind.FEASIBILITY: _feasibility,
    InquiryKind.PLAN: _plan,
    InquiryKind.EXTRACT: extract_at_once,
    InquiryKind.LAYERS: layers_at_once,
    InquiryKind.PLACES_AT: found_at,
    InquiryKind.WORKFLOW_CHECK: check_at_once,
    InquiryKind.WORKFLOW_RUN: queue_checked,
    InquiryKind.CLIMATOLOGIES: _climatologies,
    InquiryKind.CLIMATOLOGY_POINT: _climatology_point,
    InquiryKind.CLIMATOLOGY_BUILD: queue_checked_build,
}
