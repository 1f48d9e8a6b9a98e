from django.db import migrations

from hvrmet.core.db.sql import tenant_isolation


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_append_only")]
    operations = [
        tenant_isolation("audit_auditrecord"),
    ]
