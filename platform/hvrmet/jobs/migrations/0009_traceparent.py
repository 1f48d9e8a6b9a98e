from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0008_lifecycle")]
    operations = [
        migrations.AddField(
            model_name="queuerow",
            name="traceparent",
            field=models.CharField(blank=True, db_default="", default="", max_length=55),
        )
    ]
