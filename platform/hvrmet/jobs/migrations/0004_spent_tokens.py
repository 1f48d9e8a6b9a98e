from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("jobs", "0003_tenant_isolation")]
    operations = [
        migrations.RunSQL(
            "CREATE INDEX jobevent_spent ON jobs_jobevent (tenant_id, at) "
            "WHERE type = 'role_decided' AND jsonb_typeof(body->'usage') = 'object'",
            "DROP INDEX jobevent_spent",
        ),
    ]
