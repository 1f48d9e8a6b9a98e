"""Rules of retention, and the functions that record changes and destroy within the rules."""

from django.db import migrations, models

from hvrmet.audit.triggers import (
    CHANGE_FUNCTION,
    DESTROY,
    DESTROY_FUNCTION,
    REFUSE_FUNCTION,
    SHOWN_FUNCTION,
)
from hvrmet.core.db.sql import CREATE_REFUSING_FUNCTION

REFUSE_FORMERLY = CREATE_REFUSING_FUNCTION.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


class Migration(migrations.Migration):
    """The functions come before the tables that use them (`0006_guards`)."""

    dependencies = [("audit", "0004_hash_chain")]
    operations = [
        migrations.CreateModel(
            name="RetentionRule",
            fields=[
                (
                    "table_name",
                    models.CharField(max_length=63, primary_key=True, serialize=False),
                ),
                ("days", models.PositiveIntegerField()),
            ],
        ),
        migrations.RunSQL(REFUSE_FUNCTION, REFUSE_FORMERLY),
        migrations.RunSQL(
            [SHOWN_FUNCTION, CHANGE_FUNCTION],
            ["DROP FUNCTION audit_change()", "DROP FUNCTION audit_shown(jsonb, text[])"],
        ),
        migrations.RunSQL(
            [DESTROY_FUNCTION, f"REVOKE ALL ON FUNCTION {DESTROY} FROM PUBLIC"],
            f"DROP FUNCTION {DESTROY}",
        ),
    ]
