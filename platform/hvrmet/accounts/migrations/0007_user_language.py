"""The language in which a person wants to be answered."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """People who are there have no wish yet."""

    dependencies = [("accounts", "0006_invitations_and_homes")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True,
                default="",
                help_text="in which answers are, where a request chooses none; empty for no wish",
                max_length=8,
            ),
        ),
    ]
