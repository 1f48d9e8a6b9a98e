from django.db import migrations
from hvrmet.core.db.sql import append_only, never_deleted, same_tenant, tenant_isolation

TABLES = ("overlaychange", "criterionchange", "outcome", "experiencesnapshot", "effectrun")


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0007_overlays_and_learning")]
    operations = [
        *(tenant_isolation(f"knowledge_{table}") for table in TABLES),
        append_only("knowledge_experiencesnapshot"),
        *(
            never_deleted(f"knowledge_{table}")
            for table in ("overlaychange", "criterionchange", "effectrun", "outcome")
        ),
        same_tenant("knowledge_effectrun", "proposal_id", "knowledge_proposal"),
    ]
