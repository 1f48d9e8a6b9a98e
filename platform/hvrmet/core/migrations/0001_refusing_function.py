from django.db import migrations

from hvrmet.core.db.sql import CREATE_REFUSING_FUNCTION, REFUSING_FUNCTION


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunSQL(CREATE_REFUSING_FUNCTION, f"DROP FUNCTION {REFUSING_FUNCTION}()")
    ]
