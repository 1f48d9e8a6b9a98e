from django.db import migrations

from hvrmet.core.db.sql import same_tenant, tenant_isolation


class Migration(migrations.Migration):
    dependencies = [("jobs", "0002_append_only")]
    operations = [
        tenant_isolation("jobs_job"),
        tenant_isolation("jobs_jobevent"),
        tenant_isolation("jobs_idempotencykey"),
        same_tenant("jobs_jobevent", "job_id", "jobs_job"),
        same_tenant("jobs_idempotencykey", "job_id", "jobs_job"),
    ]
