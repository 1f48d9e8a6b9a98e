"""Noting what a person was shown of a job, so that it is known afterwards."""

from __future__ import annotations

from hvrmet.accounts.principals import Principal
from hvrmet.audit.selectors import last_of_actor
from hvrmet.audit.services import Action, audit_record
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobKind


def job_viewed(
    principal: Principal, job: Job, *, last_seq: int, answer_digest: str | None = None
) -> None:
    """Record that a person has seen a job up to an event, unless that is on record.

    Services read all the time, and what they do with it is theirs to record.

    Parameters
    ----------
    principal : Principal
    job : Job
    last_seq : int
        Number of the last event that was shown, or that the state shown is the fold of.
    answer_digest : str, optional
        Digest of the answer to a computation or a question, where it was shown too.
    """
    if not principal.is_person:
        return
    diagnosis = job.kind == JobKind.DIAGNOSIS
    action = Action.DIAGNOSIS_VIEWED if diagnosis else Action.ANSWER_VIEWED
    last = last_of_actor(actor_id=principal.id, subject_id=job.pk, actions=(action,))
    known = {} if last is None else last.data
    seen_before = answer_digest in (None, known.get("digest"))
    if seen_before and known.get("last_seq", -1) >= last_seq:
        return
    data: dict[str, int | str | None] = {"last_seq": last_seq}
    if not diagnosis:
        data |= {"kind": job.kind, "digest": answer_digest or known.get("digest")}
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=job.pk,
        data=data,
    )
