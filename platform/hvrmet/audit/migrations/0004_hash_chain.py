from typing import Any

from django.db import migrations, models

from hvrmet.audit.chain import FIRST, LINK_FUNCTION, TABLE, hash_expression
from hvrmet.core.db.sql import append_only

# Records from before the chain are linked in the order of their times. Row-level security does not
# bind the owner that migrates.
LINK_OLD = f"""
DO $$
DECLARE
    r {TABLE}%ROWTYPE;
    tenant uuid;
    number bigint;
    last text;
BEGIN
    FOR r IN SELECT * FROM {TABLE} ORDER BY tenant_id, created_at, id LOOP
        IF tenant IS DISTINCT FROM r.tenant_id THEN
            tenant := r.tenant_id; number := 0; last := '{FIRST}';
        END IF;
        number := number + 1;
        r.seq := number;
        r.previous_hash := last;
        last := {hash_expression("r")};
        UPDATE {TABLE} SET seq = r.seq, previous_hash = r.previous_hash, hash = last
            WHERE id = r.id;
    END LOOP;
END
$$
"""


def add(name: str, field: Any) -> migrations.AddField:
    return migrations.AddField(model_name="auditrecord", name=name, field=field)


class Migration(migrations.Migration):
    dependencies = [("audit", "0003_tenant_isolation"), ("core", "0001_refusing_function")]
    operations = [
        add("seq", models.PositiveBigIntegerField(default=0, editable=False)),
        add("previous_hash", models.CharField(default="", editable=False, max_length=64)),
        add("hash", models.CharField(default="", editable=False, max_length=64)),
        add("actor_id", models.UUIDField(null=True)),
        add("address", models.CharField(default="-", max_length=64)),
        add("before", models.JSONField(null=True)),
        add("after", models.JSONField(null=True)),
        migrations.RunSQL(
            [
                f"DROP TRIGGER {TABLE}_append_only ON {TABLE}",
                LINK_OLD,
            ],
            append_only(TABLE).sql,
        ),
        migrations.RunSQL(append_only(TABLE).sql, append_only(TABLE).reverse_sql),
        migrations.AddConstraint(
            model_name="auditrecord",
            constraint=models.UniqueConstraint(fields=("tenant_id", "seq"), name="audit_tenant_seq"),
        ),
        migrations.AddIndex(
            model_name="auditrecord",
            index=models.Index(fields=("tenant_id", "actor_id", "-seq"), name="audit_tenant_actor"),
        ),
        migrations.RunSQL(
            [
                LINK_FUNCTION,
                f"CREATE TRIGGER {TABLE}_link BEFORE INSERT ON {TABLE} "
                "FOR EACH ROW EXECUTE FUNCTION audit_link()",
            ],
            [f"DROP TRIGGER {TABLE}_link ON {TABLE}", "DROP FUNCTION audit_link()"],
        ),
    ]
