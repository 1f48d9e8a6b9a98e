import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0002_isolation")]
    operations = [
        migrations.CreateModel(
            name="WaitingCorrection",
            fields=[
                ("correction_id", models.UUIDField(primary_key=True, serialize=False)),
                ("tenant_id", models.UUIDField()),
                (
                    "dispatched_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["dispatched_at"], name="waitingcorrection_dispatched")
                ]
            },
        ),
        migrations.RunSQL(
            "INSERT INTO reviews_waitingcorrection (correction_id, tenant_id) "
            "SELECT id, tenant_id FROM reviews_correction WHERE status = 'pending'",
            migrations.RunSQL.noop,
        ),
    ]
