import uuid

import django.db.models.deletion
from django.db import migrations, models

from hvrmet.core.db.sql import same_tenant, tenant_isolation

KINDS = [
    (name, name) for name in ("diagnosis", "computation", "question", "workflow", "climatology")
]


class Migration(migrations.Migration):
    dependencies = [("jobs", "0013_workflows")]
    operations = [
        migrations.AlterField(
            model_name="job", name="kind", field=models.CharField(choices=KINDS, max_length=20)
        ),
        migrations.CreateModel(
            name="ClimatologyChoice",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("source", models.CharField(max_length=200)),
                ("digest", models.CharField(max_length=64)),
                ("chosen_by", models.CharField(max_length=200)),
                ("chosen_at", models.DateTimeField(auto_now=True)),
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
            model_name="climatologychoice",
            constraint=models.UniqueConstraint(
                fields=("tenant", "source"), name="climatologychoice_tenant_source"
            ),
        ),
        tenant_isolation("jobs_climatologychoice"),
        same_tenant("jobs_climatologychoice", "job_id", "jobs_job"),
    ]
