from django.db import migrations

from hvrmet.core.db.sql import append_only


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial"), ("core", "0001_refusing_function")]
    operations = [append_only("audit_auditrecord")]
