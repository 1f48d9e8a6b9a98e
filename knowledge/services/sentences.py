"""The sentence that a report would print of an entry, judged by a worker while somebody types.

It is no job: it is asked for at every pause in typing, is worth nothing a minute later, and one for
each person is enough. So it waits in the shared cache, under who asked and for which centre, and
the message goes to the queue of short work, past what waits for the long one. A newer one takes the
place of the one before, whose message then finds nothing to do. What is lost is asked for again.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.core.cache import cache
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.celery_app import app
from hvrmet.core.broker import CONFIRM_SECONDS, SENDING_FAILED
from hvrmet.core.errors import ApplicationError
from pydantic import BaseModel, Field

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.effect import EntrySentence, SentenceRequest
from diagnostics.guidelines import changes_digest
from knowledge.selectors.effects import Subject
from knowledge.services.acceptance import refuse_invalid

log = logging.getLogger(__name__)

JUDGE = "tasks.sentences.judge"
QUEUE = "render"
KEPT_SECONDS = 600
WAITS_SECONDS = 20
"""Until a message is taken for lost, and who asks again sends another one."""


class SentenceInfo(BaseModel):
    """The sentence that was asked for last, and what it says by now."""

    digest: str = Field(description="Of what was asked; empty where nothing is decided otherwise")
    result: EntrySentence | None = Field(description="Null until a worker has judged it")


def sentence_ask(*, principal: Principal, subject: Subject, entry_id: str) -> SentenceInfo:
    """Have an entry judged as a draft says it, unless exactly that is judged or under way.

    Raises
    ------
    ApplicationError
        ``invalid_proposal`` (400), or ``workers_unreachable`` (503).
    """
    refuse_invalid(subject.problems)
    change = next((item for item in subject.changes if item.entry_id == entry_id), None)
    if change is None:
        return SentenceInfo(digest="", result=None)
    may_see_runs = Verb.DIAGNOSIS_VIEW in principal.verbs
    digest = digest_of([subject.release, changes_digest([change]), may_see_runs])
    wanted = SentenceRequest(
        digest=digest, change=change, release=subject.release, runs=may_see_runs
    )
    asked = Asked(principal.tenant_id, principal.id)
    try:
        known = asked.newest()
        if known is not None and known.digest == digest and known.result is not None:
            return known
        if asked.begin(wanted):
            app.send_task(
                JUDGE,
                args=[str(principal.tenant_id), str(principal.id), digest],
                queue=QUEUE,
                expires=KEPT_SECONDS,
                retry=False,
                confirm_timeout=CONFIRM_SECONDS,
            )
    except SENDING_FAILED as error:
        log.warning("no sentence can be asked for now: %s", error)
        asked.forget(digest)
        raise ApplicationError(
            "workers cannot be reached now: the draft is kept, ask again later",
            code="workers_unreachable",
            http_status=503,
        ) from error
    return SentenceInfo(digest=digest, result=None)


def sentence_told(principal: Principal) -> SentenceInfo:
    """Return the sentence that a person asked for last in a centre, as far as it is judged."""
    nothing = SentenceInfo(digest="", result=None)
    try:
        found = Asked(principal.tenant_id, principal.id).newest() or nothing
    except SENDING_FAILED as error:
        log.warning("no sentence can be read now: %s", error)
        return nothing
    hidden = found.result is not None and found.result.run is not None
    return nothing if hidden and Verb.DIAGNOSIS_VIEW not in principal.verbs else found


class Asked:
    """What a person has asked for last in a centre, as both sides find it.

    Parameters
    ----------
    tenant_id : UUID
    person_id : UUID
    """

    def __init__(self, tenant_id: UUID, person_id: UUID) -> None:
        self._key = f"sentence:{tenant_id}:{person_id}"

    def begin(self, wanted: SentenceRequest) -> bool:
        """Put a request in the place of the one before; False where it is under way already."""
        cache.set(self._key, wanted.model_dump(mode="json"), timeout=KEPT_SECONDS)
        return cache.add(f"{self._key}:{wanted.digest}:sent", 1, timeout=WAITS_SECONDS)

    def forget(self, digest: str) -> None:
        """Let a request be sent again at once, if the cache can still be reached."""
        with suppress(*SENDING_FAILED):
            cache.delete(f"{self._key}:{digest}:sent")

    def take(self, digest: str) -> SentenceRequest | None:
        """Return what a message is about; None where something newer was asked since."""
        found = self._request()
        return found if found is not None and found.digest == digest else None

    def tell(self, sentence: EntrySentence) -> None:
        """Keep what a worker has judged."""
        document = sentence.model_dump(mode="json")
        cache.set(f"{self._key}:{sentence.digest}", document, timeout=KEPT_SECONDS)

    def newest(self) -> SentenceInfo | None:
        """Return the newest request with its answer; None where nobody has asked lately."""
        wanted = self._request()
        if wanted is None:
            return None
        document: dict[str, Any] | None = cache.get(f"{self._key}:{wanted.digest}")
        result = None if document is None else EntrySentence.model_validate(document)
        return SentenceInfo(digest=wanted.digest, result=result)

    def _request(self) -> SentenceRequest | None:
        document: dict[str, Any] | None = cache.get(self._key)
        return None if document is None else SentenceRequest.model_validate(document)
