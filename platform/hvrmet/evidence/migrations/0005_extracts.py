import uuid

import django.db.models.deletion
from django.db import migrations, models

from hvrmet.core.db.sql import same_tenant, tenant_isolation


class Migration(migrations.Migration):
    dependencies = [
        ("evidence", "0004_artifact_size"),
        ("tenants", "0006_membership_provider"),
    ]
    operations = [
        migrations.CreateModel(
            name="Extract",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("key", models.CharField(max_length=64)),
                ("document", models.JSONField()),
                ("used_at", models.DateTimeField()),
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
        migrations.CreateModel(
            name="ExtractFile",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("sha256", models.CharField(max_length=64)),
                ("media_type", models.CharField(max_length=100)),
                ("size", models.PositiveBigIntegerField()),
                (
                    "extract",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="evidence.extract",
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
            model_name="extract",
            constraint=models.UniqueConstraint(
                fields=("tenant", "key"), name="extract_tenant_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="extract",
            constraint=models.UniqueConstraint(fields=("tenant", "id"), name="extract_tenant_id"),
        ),
        migrations.AddIndex(
            model_name="extract",
            index=models.Index(fields=["tenant", "used_at"], name="extract_tenant_used"),
        ),
        migrations.AddConstraint(
            model_name="extractfile",
            constraint=models.UniqueConstraint(
                fields=("tenant", "sha256", "extract"), name="extractfile_tenant_content"
            ),
        ),
        migrations.AddIndex(
            model_name="extractfile",
            index=models.Index(
                fields=["tenant"], include=("size",), name="extractfile_tenant_size"
            ),
        ),
        tenant_isolation("evidence_extract"),
        tenant_isolation("evidence_extractfile"),
        same_tenant("evidence_extractfile", "extract_id", "evidence_extract"),
    ]
