"""Having the effect of a change of the library measured, and keeping it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from uuid import UUID

from hvrmet.accounts.principals import Principal
from hvrmet.core.db.scope import acting, scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.services.effects import effect_cancel, effect_create

from diagnostics.contracts.effect import EffectOnCases, EffectPart, EffectRequest
from knowledge.models import MeasuredEffect, ProposalState
from knowledge.selectors.effects import (
    Subject,
    adoption_subject,
    measured_on,
    outdated,
    proposal_subject,
)
from knowledge.selectors.proposals import proposal_get
from knowledge.selectors.releases import adoption_get
from knowledge.services.acceptance import refuse_invalid

log = logging.getLogger(__name__)
PARTS = (EffectPart.RUNS, EffectPart.CASES)


def effect_ask(
    *,
    principal: Principal,
    subject: Subject,
    parts: Iterable[EffectPart],
    again: bool = False,
) -> None:
    """Queue jobs for the parts of an effect that are neither measured nor under way.

    With `again`, also for those whose measurement is out of date; it stays until the new one is
    there.

    Raises
    ------
    ApplicationError
        ``invalid_proposal`` (400), ``nothing_to_measure`` (409) or ``quota_...`` (429).
    """
    refuse_invalid(subject.problems)
    if not subject.digest:
        raise ApplicationError(
            "this decides nothing otherwise than the library does: there is no effect to measure",
            code="nothing_to_measure",
            http_status=409,
        )
    for part in dict.fromkeys(parts):
        measured = measured_on(part, subject)
        if measured is None or (again and outdated(part, subject, measured)):
            request = EffectRequest(
                part=part,
                digest=subject.digest,
                changes=subject.changes,
                criteria=subject.criteria,
                release=subject.release,
            )
            effect_create(principal=principal, request=request)


def effect_ask_of_review(*, principal: Principal, proposal_id: UUID) -> None:
    """Have the effect of a proposal in review measured, where it has one; see `_ask_quietly`."""

    def subject() -> Subject:
        row = proposal_get(proposal_id)
        return proposal_subject(row) if row.state == ProposalState.IN_REVIEW else Subject()

    _ask_quietly(principal, subject)


def effect_ask_of_adoption(*, principal: Principal, adoption_id: UUID) -> None:
    """Have the effect of what waits to be adopted measured, where it has one."""
    _ask_quietly(principal, lambda: adoption_subject(adoption_get(adoption_id)))


def _ask_quietly(principal: Principal, subject: Callable[[], Subject]) -> None:
    """Have an effect measured, in a scope of the principal's tenant.

    A refusal is noted and harms nothing: anybody who takes part can ask again.
    """
    try:
        with acting(principal.label, principal.id), scope(principal.tenant_id):
            found = subject()
            if found.digest:
                effect_ask(principal=principal, subject=found, parts=PARTS)
    except ApplicationError as error:
        log.info("an effect is not measured: %s", error.message)


def effect_stop(*, principal: Principal, digest: str) -> None:
    """Cancel what measures a change for the principal's centre; nothing where nothing does."""
    for part in PARTS:
        effect_cancel(principal=principal, part=part, digest=digest)


def effect_store(measured: EffectOnCases) -> None:
    """Keep an effect on the generated cases, in the installation's scope.

    Once for the software and the rest of the library with which it was measured.
    """
    row = MeasuredEffect(
        digest=measured.digest,
        software=measured.measured.software if measured.measured else "",
        library=measured.measured.library if measured.measured else "",
        document=measured.model_dump(mode="json"),
    )
    MeasuredEffect.objects.bulk_create([row], ignore_conflicts=True)
