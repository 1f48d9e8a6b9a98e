from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0015_unmeasured")]
    operations = [
        migrations.AddField(
            model_name="entryrevision",
            name="blows_from",
            field=models.CharField(
                help_text="the side from which a wind must blow", max_length=20, null=True
            ),
        ),
    ]
