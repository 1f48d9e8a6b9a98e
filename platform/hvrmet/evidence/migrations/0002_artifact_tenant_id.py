from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evidence", "0001_initial")]
    operations = [
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.UniqueConstraint(fields=("tenant", "id"), name="artifact_tenant_id"),
        ),
    ]
