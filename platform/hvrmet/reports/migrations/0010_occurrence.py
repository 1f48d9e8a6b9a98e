from django.db import migrations, models

# Fills in what a version says of the event where its writer did not: of versions that are there
# already, and of those that a worker of the release before makes during an upgrade. Without an
# occurrence it follows from the kind, as `contracts.conclusion.of_an_older_release` does.
TELL = """
CREATE FUNCTION reports_tell_occurrence() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
    found jsonb;
BEGIN
    SELECT document -> 'conclusion' INTO found FROM reports_reportversion WHERE id = NEW.version_id;
    IF found ? 'occurrence' THEN
        found := found -> 'occurrence';
        NEW.occurrence := found ->> 'status';
    ELSE
        NEW.occurrence := CASE found ->> 'kind'
            WHEN 'event_supported' THEN 'met'
            WHEN 'no_significant_event' THEN 'not_met'
            ELSE CASE found ->> 'reason'
                WHEN 'too_few_factors_confirmed' THEN 'met'
                WHEN 'another_type_fired' THEN 'not_met'
                ELSE 'cannot_be_tested'
            END
        END;
    END IF;
    NEW.occurred := coalesce(found ->> 'event', '');
    RETURN NEW;
END
$$
"""
TELL_ALL = "UPDATE reports_publication SET occurrence = ''"


class Migration(migrations.Migration):
    dependencies = [("reports", "0009_reading_isolation")]
    operations = [
        migrations.AddField(
            model_name="publication",
            name="occurrence",
            field=models.CharField(
                choices=[
                    ("met", "met"),
                    ("not_met", "not_met"),
                    ("likely_at_stations", "likely_at_stations"),
                    ("cannot_be_tested", "cannot_be_tested"),
                ],
                db_default="",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="publication",
            name="occurred",
            field=models.CharField(blank=True, db_default="", max_length=30),
        ),
        migrations.AddIndex(
            model_name="publication",
            index=models.Index(fields=["tenant", "report"], name="publication_report"),
        ),
        migrations.RunSQL(
            [
                TELL,
                "CREATE TRIGGER reports_publication_occurrence BEFORE INSERT OR UPDATE "
                "ON reports_publication FOR EACH ROW WHEN (NEW.occurrence = '') "
                "EXECUTE FUNCTION reports_tell_occurrence()",
                TELL_ALL,
            ],
            [
                "DROP TRIGGER reports_publication_occurrence ON reports_publication",
                "DROP FUNCTION reports_tell_occurrence()",
            ],
        ),
    ]
