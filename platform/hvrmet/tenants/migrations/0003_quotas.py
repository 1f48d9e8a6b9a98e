from typing import Any

from django.db import migrations, models


def add(name: str, field: Any) -> migrations.AddField:
    return migrations.AddField(model_name="tenant", name=name, field=field(blank=True, null=True))


class Migration(migrations.Migration):
    dependencies = [("tenants", "0002_tenant_isolation")]
    operations = [
        add("jobs_per_hour", models.PositiveIntegerField),
        add("running_jobs", models.PositiveIntegerField),
        add("storage_bytes", models.PositiveBigIntegerField),
        add("tokens_per_month", models.PositiveBigIntegerField),
    ]
