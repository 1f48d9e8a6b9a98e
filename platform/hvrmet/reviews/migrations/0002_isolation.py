from django.db import migrations

from hvrmet.core.db.sql import append_only, same_tenant, tenant_isolation


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0001_initial"),
        ("reports", "0006_publication_isolation"),
        ("core", "0001_refusing_function"),
    ]
    operations = [
        append_only("reviews_review"),
        tenant_isolation("reviews_review"),
        tenant_isolation("reviews_correction"),
        *(
            same_tenant(table, column, parent)
            for table in ("reviews_review", "reviews_correction")
            for column, parent in (
                ("report_id", "reports_report"),
                ("version_id", "reports_reportversion"),
            )
        ),
    ]
