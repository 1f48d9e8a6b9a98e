"""Having the effect of a change of the library measured, and keeping it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from uuid import UUID

from hvrmet.accounts.principals import Principal
from hvrmet.core.db.scope import acting, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.services.effects import effect_cancel, effect_create

from diagnostics.contracts.effect import EffectOnCases, EffectPart, EffectRequest
from knowledge.models import MeasuredEffect, ProposalState
from knowledge.selectors.effects import Subject, is_measured, proposal_subject
from knowledge.selectors.proposals import proposal_get
from knowledge.services.acceptance import refuse_invalid

log = logging.getLogger(__name__)
PARTS = (EffectPart.RUNS, EffectPart.CASES)


def effect_ask(*, principal: Principal, subject: Subject, parts: Iterable[EffectPart]) -> None:
    """Queue jobs for the parts of an effect that are neither measured nor under way.

    Raises
    ------
    ApplicationError
        ``invalid_proposal`` (400), ``nothing_to_measure`` (409) or ``quota_...`` (429).
    """
    refuse_invalid(subject.problems)
    if not subject.changes:
        raise ApplicationError(
            "this decides nothing otherwise than the library does: there is no effect to measure",
            code="nothing_to_measure",
            http_status=409,
        )
    for part in dict.fromkeys(parts):
        if not is_measured(part, subject):
            request = EffectRequest(
                part=part,
                digest=subject.digest,
                changes=subject.changes,
                release=subject.release,
            )
            effect_create(principal=principal, request=request)


def effect_ask_of_review(*, principal: Principal, proposal_id: UUID) -> None:
    """Have the effect of a proposal in review measured, where it has one.

    Opens the scope of the principal's tenant. A refusal is noted and harms nothing: anybody who
    takes part can ask again.
    """
    try:
        with acting(principal.label, principal.id), scope(principal.tenant_id):
            row = proposal_get(proposal_id)
            subject = proposal_subject(row)
            if row.state == ProposalState.IN_REVIEW and subject.changes:
                effect_ask(principal=principal, subject=subject, parts=PARTS)
    except ApplicationError as error:
        log.info("the effect of proposal %s is not measured: %s", proposal_id, error.message)


def effect_stop(*, principal: Principal, digest: str) -> None:
    """Cancel what measures a change for the principal's centre; nothing where nothing does."""
    for part in PARTS:
        effect_cancel(principal=principal, part=part, digest=digest)


def effect_store(measured: EffectOnCases) -> None:
    """Keep an effect on the generated cases, once, in the installation's scope."""
    row = MeasuredEffect(digest=measured.digest, document=measured.model_dump(mode="json"))
    MeasuredEffect.objects.bulk_create([row], ignore_conflicts=True)
