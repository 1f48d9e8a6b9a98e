"""A membership may follow the groups of an organisation's own sign-in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Memberships of before rest on an invitation or an operator, and stay."""

    dependencies = [("tenants", "0005_timezone")]
    operations = [
        migrations.AddField(
            "membership",
            "provider",
            models.CharField(
                blank=True,
                default="",
                editable=False,
                help_text="whose groups made the membership and end it; empty: an invitation or "
                "an operator",
                max_length=40,
            ),
        )
    ]
