from django.db import migrations

from hvrmet.core.db.sql import append_only, same_tenant, tenant_isolation

# Every version waits until it has been written: also one that a worker of the release before makes
# during an upgrade.
AWAIT = """
CREATE FUNCTION reports_await_reading() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO reports_waitingreading (version_id, tenant_id) VALUES (NEW.id, NEW.tenant_id);
    RETURN NULL;
END
$$
"""
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
        migrations.RunSQL(
            [
                AWAIT,
                "CREATE TRIGGER reports_reportversion_reading AFTER INSERT ON reports_reportversion "
                "FOR EACH ROW EXECUTE FUNCTION reports_await_reading()",
                WAITING,
            ],
            [
                "DROP TRIGGER reports_reportversion_reading ON reports_reportversion",
                "DROP FUNCTION reports_await_reading()",
            ],
        ),
    ]
