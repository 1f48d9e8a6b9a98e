from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("jobs", "0004_spent_tokens")]
    operations = [
        migrations.RunSQL(
            "CREATE INDEX jobevent_model_failed ON jobs_jobevent (tenant_id, at) "
            "WHERE type = 'model_failed'",
            "DROP INDEX jobevent_model_failed",
        ),
    ]
