from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0013_search")]
    operations = [
        migrations.AlterField(
            model_name="measuredeffect",
            name="digest",
            field=models.CharField(help_text="of what the change decides", max_length=64),
        ),
        migrations.AddField(
            model_name="measuredeffect",
            name="software",
            field=models.CharField(
                blank=True, default="", help_text="that measured it", max_length=50
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="measuredeffect",
            name="library",
            field=models.CharField(
                blank=True,
                default="",
                help_text="state of the rest of the library then",
                max_length=64,
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="measuredeffect",
            constraint=models.UniqueConstraint(
                fields=("digest", "software", "library"), name="effect_measured_once"
            ),
        ),
    ]
