from django.db import migrations, models


def moment(name: str, text: str = "") -> migrations.AddField:
    field = models.DateTimeField(blank=True, editable=False, help_text=text, null=True)
    return migrations.AddField("membership", name, field)


class Migration(migrations.Migration):
    dependencies = [("tenants", "0003_quotas")]
    operations = [
        moment("last_sign_in_at"),
        moment("sessions_from", "sessions that began before it may not work in this tenant"),
    ]
