"""Whether a restored database and its artifacts are what the backup's manifest says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection

from hvrmet.audit.chain import chain_faults, chain_head
from hvrmet.audit.tenants import audited_tenants
from hvrmet.core.db.roles import tables_without_isolation
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.evidence.storage import content_read
from hvrmet.jobs.models import Job
from hvrmet.jobs.selectors import event_list
from hvrmet.jobs.states import JobState, fold
from hvrmet.operations.manifest import Manifest
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.page_images import page_whole
from hvrmet.tenants.models import Tenant

FAULTS_SHOWN = 20


def faults(manifest: Manifest) -> Iterator[str]:
    """Say everything that is not as it was, part by part.

    Runs on the restored database, by a role that sees every tenant.
    """
    yield from _counts(manifest)
    for table in tables_without_isolation(connection):
        yield f"{table}: no forced row-level security"
    yield from _chains(manifest)
    yield from _artifacts(manifest)
    yield from _states()
    yield from _pages()


def _counts(manifest: Manifest) -> Iterator[str]:
    with connection.cursor() as cursor:
        for table, expected in manifest.tables.items():
            name = connection.ops.quote_name(table)
            cursor.execute("SELECT to_regclass(%s)", [f"public.{name}"])
            if cursor.fetchone()[0] is None:
                yield f"{table}: the table is missing"
                continue
            cursor.execute(f"SELECT count(*) FROM {name}")  # noqa: S608 - quoted
            if (found := cursor.fetchone()[0]) != expected:
                yield f"{table}: {found} rows instead of {expected}"


def _chains(manifest: Manifest) -> Iterator[str]:
    heads = {head.tenant: (head.seq, head.hash) for head in manifest.heads}
    for tenant_id in {**audited_tenants(), **dict.fromkeys(heads, "")}:
        with scope(tenant_id):
            for fault in chain_faults():
                yield f"audit chain of {tenant_id}: record {fault.seq}: {fault.what}"
            head = chain_head()
        if (head and (head.seq, head.hash)) != heads.get(tenant_id):
            yield f"audit chain of {tenant_id}: does not end where it did"


def _artifacts(manifest: Manifest) -> Iterator[str]:
    for artifact in manifest.artifacts:
        try:
            size = len(content_read(artifact.tenant, artifact.sha256))
        except ApplicationError as error:
            yield f"artifact of {artifact.tenant}: {error.message}"
            continue
        if size != artifact.size:
            yield f"artifact {artifact.sha256[:12]}: {size} bytes instead of {artifact.size}"


def _states() -> Iterator[str]:
    """Fold the events of each tenant's newest jobs and compare with the states stored."""
    for tenant_id in Tenant.objects.values_list("pk", flat=True):
        with scope(tenant_id):
            for job in Job.objects.order_by("-created_at")[:FAULTS_SHOWN]:
                found = fold(event_list(job.pk, limit=None))
                # Failures that were stored without a wording are the same failures.
                if _plain(found) != _plain(job.state):
                    yield f"job {job.pk}: its events do not lead to its state"


def _pages() -> Iterator[str]:
    """Put the pictures back into the pages of each tenant's newest report versions."""
    for tenant_id in Tenant.objects.values_list("pk", flat=True):
        with scope(tenant_id):
            rows = ReportVersion.objects.only("tenant_id", "number", "html", "report_id")
            for version in rows.order_by("-created_at")[:FAULTS_SHOWN]:
                try:
                    page_whole(version)
                except ApplicationError as error:
                    yield f"report {version.report_id}: {error.message}"


def _plain(state: JobState) -> dict[str, Any]:
    return state.model_dump(exclude={"failure": {"wording"}})
