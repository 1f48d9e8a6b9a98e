import uuid

import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.db import migrations, models
from hvrmet.core.db.sql import curated


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0012_remarks")]
    operations = [
        migrations.CreateModel(
            name="SearchedItem",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("entry", "Entry"),
                            ("reference", "Reference"),
                            ("cause", "Cause"),
                            ("preset", "Preset"),
                        ],
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(help_text="its name in the library", max_length=300)),
                ("vector", django.contrib.postgres.search.SearchVectorField()),
            ],
        ),
        migrations.AddConstraint(
            model_name="searcheditem",
            constraint=models.UniqueConstraint(fields=("kind", "key"), name="searched_once"),
        ),
        migrations.AddIndex(
            model_name="searcheditem",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=("vector",), name="searched_words"
            ),
        ),
        curated("knowledge_searcheditem", changes=True),
    ]
