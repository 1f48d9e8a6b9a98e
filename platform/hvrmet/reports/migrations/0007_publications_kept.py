"""What was published can be destroyed only after it has been withdrawn."""

from django.db import migrations

KEEP = """
CREATE FUNCTION reports_keep_published() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    IF OLD.published_at IS NOT NULL AND OLD.status <> 'withdrawn' THEN
        RAISE EXCEPTION 'a published version is kept until it has been withdrawn'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END
$$
"""


class Migration(migrations.Migration):
    """The rules of retention say when: `operations.kinds_kept`."""

    dependencies = [("reports", "0006_publication_isolation")]
    operations = [
        migrations.RunSQL(
            [
                KEEP,
                "CREATE TRIGGER reports_publication_published BEFORE DELETE ON reports_publication "
                "FOR EACH ROW EXECUTE FUNCTION reports_keep_published()",
            ],
            [
                "DROP TRIGGER reports_publication_published ON reports_publication",
                "DROP FUNCTION reports_keep_published()",
            ],
        )
    ]
