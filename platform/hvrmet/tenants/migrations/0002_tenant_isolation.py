from django.db import migrations

from hvrmet.core.db.sql import tenant_isolation


class Migration(migrations.Migration):
    dependencies = [("tenants", "0001_initial")]
    operations = [
        tenant_isolation("tenants_membership"),
    ]
