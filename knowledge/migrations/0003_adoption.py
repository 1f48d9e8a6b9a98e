import uuid

import django.db.models.deletion
from django.db import migrations, models
from hvrmet.core.db.sql import shared, tenant_isolation


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0002_append_only"), ("tenants", "0002_tenant_isolation")]
    operations = [
        shared("knowledge_release"),
        shared("knowledge_entry"),
        migrations.CreateModel(
            name="Adoption",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("reason", models.CharField(blank=True, max_length=1000)),
                ("proposed_by", models.CharField(max_length=200)),
                ("proposed_by_id", models.UUIDField()),
                ("adopted_by", models.CharField(blank=True, max_length=200)),
                ("adopted_by_id", models.UUIDField(null=True)),
                ("adopted_at", models.DateTimeField(null=True)),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="knowledge.release",
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
                "indexes": [
                    models.Index(
                        fields=["tenant", "-adopted_at"], name="adoption_tenant_newest"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("adopted_by_id__isnull", True),
                            models.Q(
                                ("adopted_by_id", models.F("proposed_by_id")), _negated=True
                            ),
                            _connector="OR",
                        ),
                        name="adoption_two_people",
                    )
                ],
            },
        ),
        tenant_isolation("knowledge_adoption"),
    ]
