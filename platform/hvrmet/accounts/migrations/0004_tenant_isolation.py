from django.db import migrations

from hvrmet.core.db.sql import tenant_isolation


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_lookup_functions")]
    operations = [
        tenant_isolation("accounts_apikey"),
    ]
