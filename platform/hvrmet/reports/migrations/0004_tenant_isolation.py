from django.db import migrations

from hvrmet.core.db.sql import same_tenant, tenant_isolation


class Migration(migrations.Migration):
    dependencies = [("reports", "0003_report_tenant_id"), ("jobs", "0003_tenant_isolation")]
    operations = [
        tenant_isolation("reports_report"),
        tenant_isolation("reports_reportversion"),
        same_tenant("reports_report", "job_id", "jobs_job"),
        same_tenant("reports_reportversion", "report_id", "reports_report"),
    ]
