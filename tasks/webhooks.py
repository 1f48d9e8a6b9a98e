"""The sender of webhooks: beat asks for it, and whoever announces something.

It waits for receivers, so it has a queue and a worker of its own, ``webhooks``.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import InterfaceError, OperationalError
from hvrmet.celery_app import app
from hvrmet.core.errors import ApplicationError
from hvrmet.core.observability.metrics import WEBHOOK_ATTEMPTS
from hvrmet.webhooks.delivering import ClaimedDelivery, OutgoingMessage, claim_due, prepare, settle
from hvrmet.webhooks.event_types import DeliveryStatus
from hvrmet.webhooks.sending import Outcome, send

log = logging.getLogger(__name__)
AT_A_TIME = 8
# A worker that is stopped waits for the end of the task; beat asks for it again soon.
LONGEST_SECONDS = 5.0


@app.task(name="tasks.webhooks.send_due")
def send_due() -> None:
    """Send what is due, a few receivers at a time, one message for each.

    No transaction is open, and no other thread uses the database, while receivers are waited for.
    """
    with ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="webhook") as threads:
        last = time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < last:
            claims = claim_due(AT_A_TIME)
            if not claims:
                return
            ready = list(_prepared(claims))
            outcomes = threads.map(_send, [message for _, message in ready])
            for (claim, _), outcome in zip(ready, outcomes, strict=True):
                _note(claim, settle(claim, outcome))


def _prepared(
    claims: Iterable[ClaimedDelivery],
) -> Iterator[tuple[ClaimedDelivery, OutgoingMessage]]:
    """Prepare messages; one that cannot be is a failed attempt and holds up no other."""
    for claim in claims:
        try:
            message = prepare(claim)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            log.exception("delivery %s cannot be prepared", claim.delivery_id)
            _note(claim, settle(claim, Outcome(None, 0, _reason(error))))
        else:
            if message is not None:
                yield claim, message


def _reason(error: Exception) -> str:
    if isinstance(error, ApplicationError):
        return error.message
    return f"a fault of the platform: {type(error).__name__}"


def _send(message: OutgoingMessage) -> Outcome:
    return send(
        message.url,
        message.headers,
        message.body,
        timeout=settings.ENVIRONMENT.hvrmet_webhook_timeout_seconds,
    )


def _note(claim: ClaimedDelivery, status: DeliveryStatus | None) -> None:
    if status is not None:
        WEBHOOK_ATTEMPTS.labels(status).inc()
    if status is DeliveryStatus.DEAD:
        log.warning("delivery %s is given up: see its log", claim.delivery_id)
