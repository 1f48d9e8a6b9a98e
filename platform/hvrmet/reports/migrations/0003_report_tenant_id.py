from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reports", "0002_append_only")]
    operations = [
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(fields=("tenant", "id"), name="report_tenant_id"),
        ),
    ]
