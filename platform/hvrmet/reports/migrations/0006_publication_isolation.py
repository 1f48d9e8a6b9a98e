from django.db import migrations

from hvrmet.core.db.sql import same_tenant, tenant_isolation

# Versions that are there already were never published: they begin as drafts.
DRAFTS = r"""
INSERT INTO reports_publication (
    id, created_at, changed_at, tenant_id, report_id, version_id, status, title, event,
    west, south, east, north, approved_by, published_by, withdrawn_by, withdrawal_reason, dissent)
SELECT gen_random_uuid(), v.created_at, v.created_at, v.tenant_id, v.report_id, v.id, 'draft',
       left(regexp_replace(split_part(v.markdown, E'\n', 1), '^#\s*', ''), 500),
       coalesce(v.document -> 'conclusion' ->> 'event', ''),
       box.west, box.south, CASE WHEN box.east < box.west THEN box.east + 360 ELSE box.east END,
       box.north, '', '', '', '', '[]'
FROM reports_reportversion v,
     LATERAL (SELECT (region ->> 0)::float8 AS west, (region ->> 1)::float8 AS south,
                     (region ->> 2)::float8 AS east, (region ->> 3)::float8 AS north
              FROM (SELECT v.document -> 'classification' -> 'region' AS region) AS named) AS box
"""


class Migration(migrations.Migration):
    dependencies = [("reports", "0005_publication")]
    operations = [
        tenant_isolation("reports_publication"),
        same_tenant("reports_publication", "report_id", "reports_report"),
        same_tenant("reports_publication", "version_id", "reports_reportversion"),
        migrations.RunSQL(DRAFTS, migrations.RunSQL.noop),
    ]
