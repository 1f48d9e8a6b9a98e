"""A centre for the bad days of the pages: many jobs, a run of many events, names of all kinds.

    python -m tests.crowded_centre

with the variables of a running platform (``make up`` says where they are) whose demonstration has
ended and left the file ``HVRMET_DEMO``. The job of the demonstration is copied. What the browser's
tests need to know is written to ``crowd.json`` beside that file. An empty centre is made too.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Sequence
from datetime import timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import django
from django.db import transaction

JOBS = 1000
EVENTS = 10_000
CENTRE = '"Nord/Süd" & مركز الأرصاد'
ACTORS = (
    'person:a"b/c',
    "person:<b>bold</b>",
    "person:مركز الأرصاد (3)",
    "person:שלום/o'brien",
    "service:../../etc",
    "person:" + "x" * 80,
)
REPEATED = ("role_decided", "factor_judged", "figure_checked")
"""Events of which a long run has many; taken again they change nothing of what a page shows."""


def copied(job: Any, **changes: Any) -> Any:
    """Return a job of the open scope with the content of another one."""
    from hvrmet.jobs.models import Job

    kept = ("kind", "status", "source", "request", "release_digest", "state", "last_seq")
    values = {name: getattr(job, name) for name in kept}
    return Job(**{**values, "requested_by": job.requested_by, **changes})


def many_jobs(job: Any) -> None:
    """Make many finished jobs, each with another region and of somebody with an odd name."""
    from hvrmet.jobs.models import Job

    rows = []
    for number in range(JOBS):
        region = [100 + number / 100, *job.request["region"][1:]]
        request = {**job.request, "region": region}
        rows.append(copied(job, request=request, requested_by=ACTORS[number % len(ACTORS)]))
    Job.objects.bulk_create(rows)
    # A list of one moment has no order.
    for number, row in enumerate(rows):
        at = row.created_at - timedelta(minutes=number)
        Job.objects.filter(pk=row.pk).update(created_at=at, moved_at=at)


def open_run(job: Any, events: Sequence[Any], count: int = 0) -> UUID:
    """Make a run that goes on, with at least so many events; no worker has it."""
    from hvrmet.jobs.models import Job, JobEvent
    from hvrmet.jobs.states import JobState, apply

    from diagnostics.contracts.events import RecordedEvent

    before = next(number for number, one in enumerate(events) if one.type == "concluded")
    head = list(events[:before])
    again = [one for one in head if one.type in REPEATED]
    rows = [*head, *islice(cycle(again), max(0, count - len(head)))]
    run = copied(job, status="running", last_seq=len(rows), requested_by=ACTORS[2])
    state = JobState()
    written = []
    for seq, one in enumerate(rows, start=1):
        fields = {"at": one.at, "schema_version": one.schema_version}
        if seq <= len(head):
            recorded = RecordedEvent.model_validate({"seq": seq, "body": one.body, **fields})
            state = apply(state, recorded)
        written.append(JobEvent(job=run, seq=seq, type=one.type, body=one.body, **fields))
    run.state = state
    run.status = state.status
    Job.objects.bulk_create([run])
    JobEvent.objects.bulk_create(written, batch_size=1000)
    return UUID(str(run.pk))


def fill(demo: Path) -> dict[str, Any]:
    """Make the centres and return what the browser's tests need to know."""
    from hvrmet.accounts.roles import TenantRole
    from hvrmet.accounts.services import api_key_create, member_add, user_ensure
    from hvrmet.core.db.scope import scope
    from hvrmet.jobs.models import Job, JobEvent
    from hvrmet.tenants.services import tenant_ensure

    account = json.loads(demo.read_text(encoding="utf-8"))
    with scope(UUID(account["tenant_id"])):
        job = Job.objects.filter(status="finished").order_by("created_at").first()
        events = list(JobEvent.objects.filter(job=job).order_by("seq"))
    mark = uuid4().hex[:6]
    crowd = tenant_ensure(slug=f"crowd-{mark}", name=CENTRE)
    empty = tenant_ensure(slug=f"empty-{mark}", name="Empty centre")
    password = secrets.token_urlsafe(12)
    name = f"crowd-{mark}"
    user = user_ensure(username=name, password=password, superuser=False)
    roles = (TenantRole.DUTY_LEAD, TenantRole.TENANT_ADMIN)
    for tenant in (crowd, empty):
        member_add(tenant_id=tenant.pk, user=user, roles=roles)
    for odd in ACTORS:
        api_key_create(tenant_id=crowd.pk, name=odd.partition(":")[2])
    with scope(crowd.pk), transaction.atomic():
        many_jobs(job)
        run = open_run(job, events, EVENTS)
        short = open_run(job, events)
    return {
        "tenant": crowd.slug,
        "tenant_id": str(crowd.pk),
        "empty": empty.slug,
        "person": name,
        "password": password,
        "run": str(run),
        "short_run": str(short),
    }


def main() -> None:
    """Fill the platform of the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hvrmet.settings.development")
    django.setup()
    demo = Path(os.environ.get("HVRMET_DEMO", ".hvrmet/demo.json"))
    known = json.dumps(fill(demo), indent=1)
    (demo.parent / "crowd.json").write_text(known + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
