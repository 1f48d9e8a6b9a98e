"""Parts of versions that people have opened, and what they had not when they approved."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

from hvrmet.core.db.sql import append_only, same_tenant, tenant_isolation

KINDS = [("section", "section"), ("figure", "figure"), ("evidence", "evidence")]
VERDICTS = ["approve", "request_changes", "reject", "comment"]


class Migration(migrations.Migration):
    """Add the table, the column, and the word that leads nowhere."""

    dependencies = [
        ("reviews", "0004_correction_quantities"),
        ("reports", "0011_reached_here"),
        ("tenants", "0006_membership_provider"),
        ("core", "0001_refusing_function"),
    ]
    operations = [
        migrations.AddField(
            "review", "unopened", models.JSONField(default=list, db_default=[])
        ),
        migrations.AlterField(
            "review",
            "verdict",
            models.CharField(choices=[(item, item) for item in VERDICTS], max_length=20),
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("person_id", models.UUIDField()),
                ("part", models.CharField(choices=KINDS, max_length=20)),
                ("name", models.CharField(max_length=300)),
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
                (
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="reports.reportversion",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "objects",
                "default_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tenant", "version", "person_id", "part", "name"),
                        name="opening_once",
                    )
                ],
            },
        ),
        append_only("reviews_opening"),
        tenant_isolation("reviews_opening"),
        same_tenant("reviews_opening", "version_id", "reports_reportversion"),
    ]
