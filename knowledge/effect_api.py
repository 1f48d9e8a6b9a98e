"""REST: what changes of the library would do, for all or for a centre, measured by workers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_view
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.selectors import effect_job
from hvrmet.jobs.states import Failure, JobStatus, Progress
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.effect import EffectOnCases, EffectOnRuns, EffectPart, Outdated
from knowledge.selectors import (
    Subject,
    adoption_get,
    adoption_subject,
    candidate_get,
    candidate_subject,
    measured_on_cases,
    measured_on_runs,
    outdated,
    overlay_subject,
    proposal_get,
    proposal_subject,
)
from knowledge.services import effect_ask, effect_stop


class WantedEffect(BaseModel):
    """On what the effect is to be measured."""

    model_config = ConfigDict(extra="forbid")

    parts: list[EffectPart] = Field(
        default=[EffectPart.RUNS, EffectPart.CASES], min_length=1, max_length=2
    )
    again: bool = Field(
        default=False, description="What is out of date too; it stays until the new one is there"
    )


class EffectWork(BaseModel):
    """How far a part is measured for the caller's centre; `status` is null before anybody asks."""

    job: UUID | None = None
    status: JobStatus | None = None
    done: int = Field(default=0, description="Cases or runs")
    total: int = 0
    asked_by: str = ""
    asked_at: datetime | None = None
    outdated: list[Outdated] = Field(
        default=[], description="Why the result might be another if it were measured now"
    )
    failure: Failure | None = None


class EffectInCases(EffectWork):
    """The effect on the generated cases, which all centres share."""

    result: EffectOnCases | None = None


class EffectInRuns(EffectWork):
    """The effect on the stored runs of the caller's centre, which no other centre sees."""

    result: EffectOnRuns | None = None


class EffectInfo(BaseModel):
    """What a change does; measured of exactly what it says now, else asked for again."""

    digest: str = Field(description="Of what the change decides; empty where it decides nothing")
    entries: list[str] = Field(description="That decide otherwise: of other fields there is none")
    cases: EffectInCases
    runs: EffectInRuns
    reason: str = Field(description="Why right cases may turn wrong, in the owners' words")
    reason_needed: bool = Field(description="Right cases turn wrong and nobody said why")
    criteria: bool = Field(
        description="Criteria of events change; what that does, stands in `criteria` of the results"
    )
    unmeasured: str = Field(
        description="Why it was accepted before it was measured on the cases, where it was"
    )


class EffectView(TenantView, ABC):
    """The effect of something that changes entries; each subclass says of what."""

    verbs = {"GET": Verb.LIBRARY_EDIT, "POST": Verb.LIBRARY_EDIT, "DELETE": Verb.LIBRARY_EDIT}

    @abstractmethod
    def subject(self, **named: UUID) -> Subject:
        """Return the changes whose effect is asked for."""

    @in_tenant_scope
    def get(self, request: Request, /, **named: UUID) -> Response:
        """Return the effect of what is said now, as far as it is measured."""
        return _answer(self.subject(**named), self.principal(request))

    @in_tenant_scope
    def post(self, request: Request, /, **named: UUID) -> Response:
        """Have the effect measured; what is measured or under way is not measured again."""
        wanted = parse_body(WantedEffect, request)
        subject, principal = self.subject(**named), self.principal(request)
        effect_ask(principal=principal, subject=subject, parts=wanted.parts, again=wanted.again)
        return _answer(subject, principal, status=202)

    @in_tenant_scope
    def delete(self, request: Request, /, **named: UUID) -> Response:
        """Stop what is under way for the caller's centre; what is measured stays."""
        subject, principal = self.subject(**named), self.principal(request)
        effect_stop(principal=principal, digest=subject.digest)
        return _answer(subject, principal)


def _described(name: str, what: str) -> Callable[[type[EffectView]], type[EffectView]]:
    """Describe the operations of a view, named for what has the effect."""
    return extend_schema_view(
        get=extend_schema(
            operation_id=f"{name}_effect",
            summary=f"Return the effect of {what}, as far as it is measured",
            parameters=[TENANT_PARAMETER],
            responses=answers({200: EffectInfo}, 404),
        ),
        post=extend_schema(
            operation_id=f"{name}_effect_measure",
            summary=f"Have the effect of {what} measured",
            parameters=[TENANT_PARAMETER],
            request=WantedEffect,
            responses=answers({202: EffectInfo}, 400, 404, 409, 415, 429),
        ),
        delete=extend_schema(
            operation_id=f"{name}_effect_stop",
            summary=f"Stop measuring the effect of {what}",
            parameters=[TENANT_PARAMETER],
            responses=answers({200: EffectInfo}, 404),
        ),
    )


@_described("proposals", "a proposal")
class ProposalEffectView(EffectView):
    """The effect of a proposal."""

    def subject(self, **named: UUID) -> Subject:
        """Return what the proposal says."""
        return proposal_subject(proposal_get(named["proposal_id"]))


@_described("candidates", "a prepared release")
class CandidateEffectView(EffectView):
    """The effect of a prepared release, beside the one before it."""

    verbs = {**EffectView.verbs, "GET": Verb.LIBRARY_VIEW}

    def subject(self, **named: UUID) -> Subject:
        """Return what the prepared release changes."""
        return candidate_subject(candidate_get(named["candidate_id"]))


@_described("overlay", "the centre's draft")
class OverlayEffectView(EffectView):
    """The effect of the centre's own draft, beside what it works with; no other centre sees it."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_PROPOSE, "DELETE": Verb.LIBRARY_PROPOSE}

    def subject(self, **named: UUID) -> Subject:
        """Return what the draft changes."""
        return overlay_subject()


@_described("adoptions", "a proposed adoption")
class AdoptionEffectView(EffectView):
    """The effect of what one person proposed to adopt, for the second who decides."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_PROPOSE, "DELETE": Verb.LIBRARY_PROPOSE}

    def subject(self, **named: UUID) -> Subject:
        """Return what it changes of what the centre works with; nothing once it is decided."""
        return adoption_subject(adoption_get(named["adoption_id"]))


def _answer(subject: Subject, principal: Principal, *, status: int = 200) -> Response:
    digest = subject.digest
    measured = measured_on_cases(subject)
    info = EffectInfo(
        digest=digest,
        entries=[item.entry_id for item in subject.changes],
        cases=EffectInCases(
            **_work(EffectPart.CASES, digest),
            result=measured,
            outdated=_outdated(EffectPart.CASES, subject, measured),
        ),
        runs=_in_runs(subject, principal),
        reason=subject.reason,
        reason_needed=subject.reason_missing(measured),
        criteria=bool(subject.criteria),
        unmeasured=subject.unmeasured,
    )
    return Response(info.model_dump(mode="json"), status=status)


def _in_runs(subject: Subject, principal: Principal) -> EffectInRuns:
    """Return the effect on the centre's runs, to who may see its diagnoses."""
    if Verb.DIAGNOSIS_VIEW not in principal.verbs:
        return EffectInRuns()
    measured = measured_on_runs(subject)
    return EffectInRuns(
        **_work(EffectPart.RUNS, subject.digest),
        result=measured,
        outdated=_outdated(EffectPart.RUNS, subject, measured),
    )


def _outdated(
    part: EffectPart, subject: Subject, measured: EffectOnCases | EffectOnRuns | None
) -> list[Outdated]:
    return [] if measured is None else list(outdated(part, subject, measured))


def effect_work(part: EffectPart, digest: str) -> EffectWork:
    """Return how far the open scope's tenant has a part of an effect measured."""
    return EffectWork(**_work(part, digest))


def _work(part: EffectPart, digest: str) -> dict[str, Any]:
    job = effect_job(part, digest) if digest else None
    if job is None:
        return {}
    progress = job.state.progress or Progress()
    return {
        "job": job.pk,
        "status": job.status,
        "done": progress.done,
        "total": progress.total,
        "asked_by": job.requested_by,
        "asked_at": job.created_at,
        "failure": job.state.failure,
    }
