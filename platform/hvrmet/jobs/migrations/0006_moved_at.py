from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("jobs", "0005_model_failures")]
    operations = [
        migrations.AddField(
            model_name="job",
            name="moved_at",
            field=models.DateTimeField(db_default=Now(), editable=False),
        ),
        migrations.RunSQL("UPDATE jobs_job SET moved_at = updated_at", migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["tenant", "moved_at", "id"], name="job_tenant_moved"),
        ),
    ]
