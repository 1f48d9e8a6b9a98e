import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Now

from hvrmet.core.db.sql import same_tenant

PRIORITIES = [("low", "low"), ("normal", "normal"), ("high", "high")]


class Migration(migrations.Migration):
    dependencies = [("jobs", "0007_steering")]
    operations = [
        migrations.AddField(
            model_name="job",
            name="priority",
            field=models.CharField(choices=PRIORITIES, default="normal", max_length=10),
        ),
        migrations.AddField(
            model_name="job", name="deadline", field=models.DateTimeField(null=True)
        ),
        migrations.AddField(
            model_name="job",
            name="parent",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="jobs.job",
            ),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["tenant", "parent"], name="job_tenant_parent"),
        ),
        same_tenant("jobs_job", "parent_id", "jobs_job"),
        migrations.AddField(
            model_name="queuerow",
            name="priority",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="queuerow", name="deadline", field=models.DateTimeField(null=True)
        ),
        migrations.AddField(
            model_name="queuerow",
            name="queued_at",
            field=models.DateTimeField(db_default=Now(), editable=False),
        ),
        migrations.CreateModel(
            name="QueueTurn",
            fields=[
                ("tenant_id", models.UUIDField(primary_key=True, serialize=False)),
                ("served_at", models.DateTimeField()),
            ],
        ),
    ]
