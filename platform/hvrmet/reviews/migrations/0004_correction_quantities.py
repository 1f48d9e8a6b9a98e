"""Corrections may ask for quantities."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column; corrections that were made before asked for none."""

    dependencies = [("reviews", "0003_waiting_corrections")]
    operations = [
        migrations.AddField("correction", "quantities", models.JSONField(default=list)),
    ]
