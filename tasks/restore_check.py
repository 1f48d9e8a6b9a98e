"""Check a restored installation, and rebuild a report of it from its events.

``python -m tasks.restore_check FOLDER`` runs on the database and the store that the environment
names and prints ``{"done": [...], "faults": [...]}``. The restore drill starts it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import django


def check(folder: Path) -> dict[str, list[str]]:
    """Compare with the manifest in a folder, and rebuild the newest report of each tenant."""
    from hvrmet.operations.manifest import manifest_read
    from hvrmet.operations.restore_check import faults
    from hvrmet.tenants.models import Tenant

    manifest = manifest_read(folder)
    found = list(faults(manifest))
    done = [
        f"checked {len(manifest.tables)} tables, {len(manifest.heads)} audit chains, "
        f"{len(manifest.artifacts)} artifacts, row-level security"
    ]
    for tenant in Tenant.objects.order_by("slug"):
        said, right = rebuild_newest(tenant)
        (done if right else found).append(f"{tenant.slug}: {said}")
    return {"done": done, "faults": found}


def rebuild_newest(tenant: django.db.models.Model) -> tuple[str, bool]:
    """Rebuild the newest report that the platform wrote, and say whether it is the stored one."""
    from hvrmet.core.db.scope import scope
    from hvrmet.jobs.selectors import event_list, job_get
    from hvrmet.reports.models import ReportVersion

    from diagnostics.contracts.report import Report
    from diagnostics.errors import DiagnosticsError
    from diagnostics.loop import rebuild_report
    from diagnostics.reporting import facts_digest
    from knowledge.selectors import release_document
    from tasks.diagnosis import AUTHOR

    with scope(tenant.pk):
        version = (
            ReportVersion.objects.filter(author=AUTHOR)
            .select_related("report")
            .order_by("-created_at")
            .first()
        )
        if version is None:
            return "no report to rebuild", True
        job = job_get(version.report.job_id)
        events = event_list(job.pk, limit=None)
        release = release_document(job.release_digest)
    try:
        rebuilt, _ = rebuild_report(events, release)
    except DiagnosticsError as error:
        return f"the report of {job.pk} cannot be rebuilt: {error.message}", False
    if rebuilt.report_digest == version.digest:
        return f"the report of {job.pk} was rebuilt from {len(events)} events, identical", True
    stored = Report.model_validate(version.document, extra="ignore")
    if facts_digest(rebuilt) == facts_digest(stored):
        return f"the report of {job.pk} was rebuilt with the same facts in other words", True
    if rebuilt.software != stored.software:
        return f"the report of {job.pk} was rebuilt by another version of the software", True
    return f"the report of {job.pk} differs when it is rebuilt from its events", False


def main() -> int:
    """Check, and print the outcome."""
    django.setup()
    json.dump(check(Path(sys.argv[1])), sys.stdout)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
