"""The time zone of a centre becomes optional and means something."""

from typing import Any

from django.db import migrations, models

import hvrmet.tenants.zones


def forget_default(apps: Any, schema_editor: Any) -> None:
    """Empty "UTC": it was the default of a field that nothing read, and no choice."""
    tenants = apps.get_model("tenants", "Tenant").objects.using(schema_editor.connection.alias)
    tenants.filter(timezone="UTC").update(timezone="")


class Migration(migrations.Migration):
    """Other names stay, and are used from now on."""

    dependencies = [("tenants", "0004_membership_sessions")]
    operations = [
        migrations.AlterField(
            "tenant",
            "timezone",
            models.CharField(
                blank=True,
                default="",
                help_text="IANA name such as Asia/Shanghai, for days of requests that name no "
                "zone; empty: by the longitude of the region",
                max_length=64,
                validators=[hvrmet.tenants.zones.validate_timezone],
            ),
        ),
        migrations.RunPython(forget_default, migrations.RunPython.noop, elidable=True),
    ]
