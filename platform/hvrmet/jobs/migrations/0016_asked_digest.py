from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0015_centre_sources")]
    operations = [
        migrations.AddField(
            model_name="job",
            name="asked_digest",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                fields=["tenant", "asked_digest", "-created_at"],
                condition=~models.Q(asked_digest=""),
                name="job_tenant_asked",
            ),
        ),
    ]
