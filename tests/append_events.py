"""Events of a run at the word of another program: for `frontend/bench/live.ts`.

    python -m tests.append_events TENANT_ID RUN_ID

with the variables of a running platform. Each line of the input is a number of events that one
transaction appends; the answer is a line with the time of its commit in milliseconds.
"""

from __future__ import annotations

import os
import sys
import time
from itertools import cycle
from uuid import UUID

import django
from django.db import transaction


def main() -> None:
    """Append events until the input ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hvrmet.settings.development")
    django.setup()
    from hvrmet.core.db.scope import scope
    from hvrmet.jobs.events.log import append, lock_job
    from hvrmet.jobs.models import JobEvent

    from diagnostics.contracts.events import RoleDecided

    tenant, run = UUID(sys.argv[1]), sys.argv[2]
    with scope(tenant):
        rows = JobEvent.objects.filter(job_id=run, type="role_decided").order_by("seq")
        known = [RoleDecided.model_validate(row.body) for row in rows]
    by_role = {event.role: event for event in known}
    bodies = cycle(by_role.values())
    committed = 0.0

    def note() -> None:
        nonlocal committed
        committed = time.time()

    for line in sys.stdin:
        with scope(tenant), transaction.atomic():
            # Before what the events themselves do after the commit.
            transaction.on_commit(note)
            job = lock_job(run)
            for _ in range(int(line)):
                append(job, next(bodies))
        sys.stdout.write(f"{1000 * committed:.1f}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
