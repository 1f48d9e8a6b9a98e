"""Noting what a person was shown of a diagnosis, so that it can be told afterwards."""

from __future__ import annotations

from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.audit.selectors import last_of_actor
from hvrmet.audit.services import Action, audit_record
from hvrmet.jobs.models import Job


def diagnosis_viewed(principal: Principal, job: Job, *, last_seq: int) -> None:
    """Record that a person has seen a job up to an event, unless that is on record.

    Services read all the time, and what they do with it is theirs to record.
    """
    if principal.kind is not PrincipalKind.PERSON:
        return
    last = last_of_actor(
        actor_id=principal.id, subject_id=job.pk, actions=(Action.DIAGNOSIS_VIEWED,)
    )
    if last is not None and last.data.get("last_seq", 0) >= last_seq:
        return
    audit_record(
        action=Action.DIAGNOSIS_VIEWED,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=job.pk,
        data={"last_seq": last_seq},
    )
