from django.db import migrations

from hvrmet.core.db.sql import tenant_isolation


class Migration(migrations.Migration):
    dependencies = [
        ("regions", "0001_initial"),
        ("core", "0001_refusing_function"),
        ("tenants", "0002_tenant_isolation"),
    ]
    operations = [tenant_isolation("regions_savedregion")]
