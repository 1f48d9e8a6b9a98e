from django.db import migrations
from hvrmet.core.db.sql import append_only, never_deleted, same_tenant, tenant_isolation

TABLES = (
    *("workspace", "causerow", "centrerelease", "libraryentry", "revision", "thresholdrow"),
    *("detectorrow", "discriminationrow", "work", "citation", "passagerow", "draft", "proposal"),
    *("proposalitem", "proposalreview", "comment"),
)
APPEND_ONLY = (
    *("centrerelease", "revision", "thresholdrow", "detectorrow", "discriminationrow", "work"),
    *("citation", "passagerow", "proposalreview"),
)
NEVER_DELETED = ("workspace", "libraryentry", "draft", "proposal", "comment")
KEYS = (
    ("adoption", "own_release_id", "centrerelease"),
    ("libraryentry", "head_id", "revision"),
    ("libraryentry", "released_id", "revision"),
    ("revision", "entry_id", "libraryentry"),
    ("thresholdrow", "revision_id", "revision"),
    ("detectorrow", "revision_id", "revision"),
    ("discriminationrow", "revision_id", "revision"),
    ("citation", "revision_id", "revision"),
    ("citation", "work_id", "work"),
    ("passagerow", "citation_id", "citation"),
    ("draft", "entry_id", "libraryentry"),
    ("proposalitem", "proposal_id", "proposal"),
    ("proposalitem", "draft_id", "draft"),
    ("proposalitem", "revision_id", "revision"),
    ("proposalreview", "proposal_id", "proposal"),
    ("comment", "entry_id", "libraryentry"),
)


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0004_curation"), ("core", "0001_refusing_function")]
    operations = [
        *(tenant_isolation(f"knowledge_{table}") for table in TABLES),
        *(append_only(f"knowledge_{table}") for table in APPEND_ONLY),
        *(never_deleted(f"knowledge_{table}") for table in NEVER_DELETED),
        *(
            same_tenant(f"knowledge_{table}", column, f"knowledge_{parent}")
            for table, column, parent in KEYS
        ),
    ]
