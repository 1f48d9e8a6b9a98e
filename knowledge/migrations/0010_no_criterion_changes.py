from django.db import migrations


class Migration(migrations.Migration):
    """Drop a table that nothing ever wrote to; its triggers and policies go with it."""

    dependencies = [("knowledge", "0009_rationale_names_side")]
    operations = [migrations.DeleteModel("CriterionChange")]
