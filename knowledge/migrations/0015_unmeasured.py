from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0014_measured_again")]
    operations = [
        migrations.AddField(
            model_name="proposal",
            name="unmeasured",
            field=models.CharField(
                blank=True,
                default="",
                help_text="why it was accepted before its effect was measured",
                max_length=1000,
            ),
            preserve_default=False,
        ),
    ]
