from django.db import migrations

from hvrmet.core.db.sql import append_only, same_tenant, tenant_isolation

# Versions that are there already have no reading: workers write them, the oldest first.
WAITING = """
INSERT INTO reports_waitingreading (version_id, tenant_id, dispatched_at)
SELECT id, tenant_id, created_at FROM reports_reportversion
"""


class Migration(migrations.Migration):
    dependencies = [("reports", "0008_readings"), ("core", "0001_refusing_function")]
    operations = [
        append_only("reports_reportreading"),
        tenant_isolation("reports_reportreading"),
        same_tenant("reports_reportreading", "version_id", "reports_reportversion"),
        migrations.RunSQL(WAITING, migrations.RunSQL.noop),
    ]
