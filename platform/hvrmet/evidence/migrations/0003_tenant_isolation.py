from django.db import migrations

from hvrmet.core.db.sql import same_tenant, tenant_isolation


class Migration(migrations.Migration):
    dependencies = [("evidence", "0002_artifact_tenant_id"), ("jobs", "0003_tenant_isolation")]
    operations = [
        tenant_isolation("evidence_evidenceitem"),
        tenant_isolation("evidence_artifact"),
        tenant_isolation("evidence_jobartifact"),
        same_tenant("evidence_evidenceitem", "job_id", "jobs_job"),
        same_tenant("evidence_jobartifact", "job_id", "jobs_job"),
        same_tenant("evidence_jobartifact", "artifact_id", "evidence_artifact"),
    ]
