from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evidence", "0003_tenant_isolation")]
    operations = [
        migrations.AddIndex(
            model_name="artifact",
            index=models.Index(fields=["tenant"], include=("size",), name="artifact_tenant_size"),
        ),
    ]
