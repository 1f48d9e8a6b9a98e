"""Index every diagnosis and report again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from hvrmet.core.db.scope import scope
from hvrmet.jobs.models import Job
from hvrmet.jobs.states import JobKind
from hvrmet.reports.models import Publication
from hvrmet.search.indexing import index_job, index_version
from hvrmet.search.models import SearchDocument
from hvrmet.tenants.selectors import tenant_ids

_BATCH = 200


class Command(BaseCommand):
    """Write the documents of search again: after an update that brought search, or a restore."""

    help = "Index every diagnosis and every version of a report of every centre for search."

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the centres, a few hundred rows in each transaction."""
        count = 0
        for tenant_id in tenant_ids():
            for model in (Job, Publication):
                with scope(tenant_id):
                    rows = model.objects.order_by("created_at", "id")
                    if model is Job:
                        rows = rows.filter(kind=JobKind.DIAGNOSIS)
                    keys = list(rows.values_list("pk", flat=True))
                for at in range(0, len(keys), _BATCH):
                    with scope(tenant_id):
                        for row in model.objects.filter(pk__in=keys[at : at + _BATCH]):
                            if isinstance(row, Job):
                                index_job(row)
                            else:
                                SearchDocument.objects.filter(subject_id=row.version_id).delete()
                                index_version(row)
                            count += 1
        self.stdout.write(f"{count} diagnoses and reports are indexed")
