"""When a member signed in to a tenant, and since when sessions count there."""

from django.db import migrations, models


def moment(name: str, text: str = "") -> migrations.AddField:
    """Add a moment that may be missing."""
    field = models.DateTimeField(blank=True, editable=False, help_text=text, null=True)
    return migrations.AddField("membership", name, field)


class Migration(migrations.Migration):
    """Both are empty for existing members."""

    dependencies = [("tenants", "0003_quotas")]
    operations = [
        moment("last_sign_in_at"),
        moment("sessions_from", "sessions that began before it may not work in this tenant"),
    ]
