from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0016_blows_from")]
    operations = [
        migrations.AddField(
            model_name="presetrevision",
            name="sources",
            field=models.JSONField(
                default=dict, help_text="where numbers are from, by their paths"
            ),
        ),
    ]
