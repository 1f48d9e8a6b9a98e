"""The sentence of an entry that somebody is changing, judged past all that waits for long work."""

from __future__ import annotations

import logging
from uuid import UUID

from hvrmet.celery_app import app
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.evidence.selectors import entry_judgements
from hvrmet.jobs.states import JobStatus

from diagnostics.contracts.effect import EntrySentence, SentenceRequest
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.guidelines import release_of
from knowledge.selectors import library_in_force, release_document
from knowledge.services.sentences import JUDGE, Asked
from tasks.diagnosis import describe_failure
from tasks.effects import StoredRuns
from tasks.heartbeat import StopWatch
from tasks.interruption import Interruptible, StepInterruptedError, settle, shielded
from tasks.source_names import SourceNames

log = logging.getLogger(__name__)

MOST_TRIED = 5
"""Runs that tested the entry, of which the first with evidence enough is taken."""


@app.task(
    name=JUDGE,
    acks_late=False,
    reject_on_worker_lost=False,
    soft_time_limit=60,
    time_limit=90,
)
def judge(tenant_id: str, person_id: str, digest: str) -> None:
    """Judge an entry as its draft says it, unless something newer was asked since."""
    asked = Asked(UUID(tenant_id), UUID(person_id))
    wanted = asked.take(digest)
    if wanted is None:
        log.info("a sentence is no longer wanted")
        return
    with StopWatch():
        try:
            with Interruptible():
                sentence = _judged(wanted, UUID(tenant_id))
        except StepInterruptedError:
            log.info("a sentence was stopped with its worker")
            return
        except Exception as error:
            log.exception("a sentence of %s cannot be judged", wanted.change.entry_id)
            sentence = EntrySentence(
                digest=digest,
                entry_id=wanted.change.entry_id,
                failure=describe_failure(error).code,
            )
        finally:
            settle()
    asked.tell(sentence)


def _judged(wanted: SentenceRequest, tenant_id: UUID) -> EntrySentence:
    from diagnostics.effect import sentence_of

    ids: list[UUID] = []
    if wanted.runs:
        with shielded(), scope(tenant_id):
            judged = entry_judgements(wanted.change.entry_id)
            finished = judged.filter(job__status=JobStatus.FINISHED)
            ids = list(finished.values_list("job_id", flat=True)[:MOST_TRIED])
    runs = StoredRuns(tenant_id, ids, over=lambda: False)

    @shielded()
    def library() -> GuidelineRelease:
        if wanted.release:
            with scope(tenant_id):
                return release_document(wanted.release)
        with scope(SYSTEM):
            return release_of(library_in_force())

    sentence = sentence_of(wanted, runs, library)
    return SourceNames.joined(runs.names).hide_in(sentence)
