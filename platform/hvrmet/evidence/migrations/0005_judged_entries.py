from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evidence", "0004_artifact_size")]
    operations = [
        migrations.AddIndex(
            model_name="evidenceitem",
            index=models.Index(
                condition=~models.Q(verdict=""),
                fields=["tenant", "entry_id"],
                name="evidence_tenant_entry",
            ),
        ),
    ]
