from django.db import migrations, models

KINDS = [(name, name) for name in ("diagnosis", "computation", "question", "effect")]


class Migration(migrations.Migration):
    dependencies = [("jobs", "0013_source_holdings")]
    operations = [
        migrations.AlterField(
            model_name="job", name="kind", field=models.CharField(choices=KINDS, max_length=20)
        ),
        migrations.AddField(
            model_name="job",
            name="change_digest",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                fields=["tenant", "change_digest", "-created_at"],
                condition=models.Q(kind="effect"),
                name="job_tenant_effect",
            ),
        ),
    ]
