from django.db import migrations, models

_TO_JSON = """
ALTER TABLE knowledge_causerow ALTER COLUMN requires TYPE jsonb USING to_jsonb(requires)
"""
_TO_ARRAY = """
ALTER TABLE knowledge_causerow ALTER COLUMN requires TYPE varchar(100)[]
USING translate(requires::text, '[]', '{}')::varchar(100)[]
"""


class Migration(migrations.Migration):
    """Let a cause require one of several findings, and say that it must show them."""

    dependencies = [("knowledge", "0010_no_criterion_changes")]
    operations = [
        migrations.RunSQL(
            _TO_JSON,
            _TO_ARRAY,
            state_operations=[
                migrations.AlterField("causerow", "requires", models.JSONField(default=list))
            ],
        ),
        migrations.AddField("causerow", "must_show", models.BooleanField(default=False)),
    ]
