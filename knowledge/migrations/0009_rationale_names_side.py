"""Whether the rationale of an entry names a side that its test does not look at."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column."""

    dependencies: ClassVar = [("knowledge", "0008_overlay_isolation")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="revision",
            name="rationale_names_side",
            field=models.BooleanField(default=False),
        ),
    ]
