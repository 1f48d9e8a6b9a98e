import uuid

import django.db.models.deletion
from django.db import migrations, models
from hvrmet.core.db.sql import never_deleted, tenant_isolation


class Migration(migrations.Migration):
    """One table of waiting work for effects and papers; papers that curators give."""

    dependencies = [
        ("knowledge", "0011_what_a_cause_requires"),
        ("tenants", "0006_membership_provider"),
    ]
    operations = [
        migrations.RenameModel("WaitingEffect", "WaitingWork"),
        migrations.RenameField("WaitingWork", "effect_id", "subject_id"),
        migrations.AddField(
            "WaitingWork",
            "task",
            models.CharField(max_length=50, default="tasks.library.effect"),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="PaperReading",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("name", models.CharField(max_length=200)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveIntegerField()),
                ("content", models.BinaryField(null=True)),
                ("reference", models.CharField(blank=True, max_length=1000)),
                ("licence", models.CharField(blank=True, max_length=30)),
                ("events", models.JSONField(default=list)),
                ("status", models.CharField(max_length=10)),
                ("problem", models.JSONField(null=True)),
                ("result", models.JSONField(null=True)),
                ("asked_by", models.CharField(max_length=200)),
                ("asked_by_id", models.UUIDField()),
                ("beat_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
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
                "indexes": [
                    models.Index(fields=["tenant", "-created_at"], name="paper_newest")
                ],
            },
        ),
        tenant_isolation("knowledge_paperreading"),
        never_deleted("knowledge_paperreading"),
    ]
