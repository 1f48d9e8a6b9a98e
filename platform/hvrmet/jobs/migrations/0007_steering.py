import uuid

import django.db.models.deletion
from django.db import migrations, models

from hvrmet.core.db.sql import append_only, same_tenant, tenant_isolation


class Migration(migrations.Migration):
    dependencies = [("jobs", "0006_moved_at"), ("core", "0001_refusing_function")]
    operations = [
        migrations.CreateModel(
            name="SteeringOrder",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("action", models.CharField(max_length=20)),
                ("factor", models.CharField(blank=True, max_length=200)),
                ("reason", models.CharField(max_length=500)),
                ("author", models.CharField(max_length=200)),
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
            model_name="steeringorder",
            constraint=models.UniqueConstraint(
                fields=("tenant", "job", "number"), name="steering_tenant_job_number"
            ),
        ),
        tenant_isolation("jobs_steeringorder"),
        same_tenant("jobs_steeringorder", "job_id", "jobs_job"),
        append_only("jobs_steeringorder"),
    ]
