from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0011_requested_by_id")]
    operations = [
        migrations.CreateModel(
            name="SourceInventory",
            fields=[
                ("name", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("registered", models.CharField(max_length=64)),
                ("state", models.CharField(max_length=64)),
                ("data_digest", models.CharField(blank=True, max_length=64)),
                ("document", models.JSONField(null=True)),
                ("newest", models.DateTimeField(null=True)),
                ("failure", models.JSONField(null=True)),
                ("stored_at", models.DateTimeField()),
                ("checked_at", models.DateTimeField()),
            ],
        ),
    ]
