import uuid

from django.db import migrations, models
from hvrmet.core.db.sql import append_only, curated


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0007_removed_parts")]
    operations = [
        migrations.AddField(
            model_name="proposal",
            name="effect_reason",
            field=models.CharField(
                blank=True, default="", help_text="why right cases may turn wrong", max_length=1000
            ),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="MeasuredEffect",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "digest",
                    models.CharField(
                        help_text="of what the change decides", max_length=64, unique=True
                    ),
                ),
                ("document", models.JSONField(help_text="`EffectOnCases`")),
            ],
            options={"abstract": False},
        ),
        append_only("knowledge_measuredeffect"),
        curated("knowledge_measuredeffect"),
    ]
