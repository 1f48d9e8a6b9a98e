"""Entries that were removed still say what they said: their last revision has its parts too."""

import uuid
from typing import Any

from django.db import migrations

PARTS = ("Threshold", "Detector", "Citation")


def copy_parts(apps: Any, schema_editor: Any) -> None:
    owner = schema_editor.connection.alias
    revisions = apps.get_model("knowledge", "EntryRevision").objects.using(owner)
    for removed in revisions.filter(removed=True, citations__isnull=True):
        before = revisions.filter(item=removed.item_id, number=removed.number - 1).first()
        for name in PARTS:
            rows = apps.get_model("knowledge", name).objects.using(owner)
            parts = list(rows.filter(revision=before))
            for part in parts:
                part.pk, part.revision, part._state.adding = uuid.uuid4(), removed, True
            rows.bulk_create(parts)


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0006_adoption_withdrawal")]
    operations = [migrations.RunPython(copy_parts, migrations.RunPython.noop)]
