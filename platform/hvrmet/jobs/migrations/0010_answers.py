import uuid

import django.db.models.deletion
from django.db import migrations, models

from hvrmet.core.db.sql import append_only, same_tenant, tenant_isolation

KINDS = [(name, name) for name in ("diagnosis", "computation", "question")]


class Migration(migrations.Migration):
    dependencies = [("jobs", "0009_traceparent")]
    operations = [
        migrations.AlterField(
            model_name="job", name="kind", field=models.CharField(choices=KINDS, max_length=20)
        ),
        migrations.CreateModel(
            name="JobResult",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("document", models.JSONField()),
                (
                    "job",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="jobs.job",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "objects",
                "default_manager_name": "objects",
            },
        ),
        migrations.AddConstraint(
            model_name="jobresult",
            constraint=models.UniqueConstraint(
                fields=("tenant", "job"), name="jobresult_tenant_job"
            ),
        ),
        tenant_isolation("jobs_jobresult"),
        same_tenant("jobs_jobresult", "job_id", "jobs_job"),
        append_only("jobs_jobresult"),
    ]
