from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0017_preset_sources")]
    operations = [
        migrations.AddField(
            model_name="explanationrevision",
            name="structure",
            field=models.CharField(
                help_text="the system that it names", max_length=20, null=True
            ),
        ),
    ]
