"""Tables whose changes are recorded, and tables whose rows are never deleted."""

from django.db import migrations

from hvrmet.audit.triggers import RIGHTS_FUNCTION
from hvrmet.core.db.sql import REFUSING_FUNCTION, append_only, audited, never_deleted

# Tables that were append-only before emptying them was refused as well.
NO_TRUNCATE = f"""
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT DISTINCT c.relname
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE p.proname = '{REFUSING_FUNCTION}' AND c.relnamespace = 'public'::regnamespace
    LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER %I BEFORE TRUNCATE ON %I '
            'FOR EACH STATEMENT EXECUTE FUNCTION {REFUSING_FUNCTION}()',
            name || '_no_truncate', name);
    END LOOP;
END
$$
"""  # noqa: S608 - constants only
RIGHTS = (
    *("accounts_user", "accounts_user_groups", "accounts_user_user_permissions"),
    *("auth_group", "auth_group_permissions"),
    *("mfa_authenticator", "account_emailaddress"),
    *("socialaccount_socialaccount", "socialaccount_socialapp", "socialaccount_socialtoken"),
    *("tenants_tenant", "tenants_membership", "accounts_apikey", "accounts_invitation"),
    *("knowledge_release", "knowledge_adoption", "webhooks_subscription"),
)
JOB_OF_REPORT = "SELECT job_id FROM reports_report WHERE id = (record ->> 'report_id')::uuid"
KEPT = (
    *("accounts_user", "tenants_tenant", "jobs_job", "knowledge_adoption"),
    *("reports_report", "reports_publication", "reviews_correction"),
    *("evidence_evidenceitem", "evidence_artifact", "evidence_jobartifact"),
    *("webhooks_subscription", "webhooks_delivery"),
)


class Migration(migrations.Migration):
    """What is added later names itself in its own migration, by `core.sql`."""

    dependencies = [
        ("audit", "0005_retentionrule"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("accounts", "0006_invitations_and_homes"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("axes", "0001_initial"),
        ("evidence", "0004_artifact_size"),
        ("jobs", "0011_requested_by_id"),
        ("knowledge", "0003_adoption"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("reports", "0006_publication_isolation"),
        ("reviews", "0003_waiting_corrections"),
        ("socialaccount", "0006_alter_socialaccount_extra_data"),
        ("tenants", "0004_membership_sessions"),
        ("webhooks", "0002_isolation"),
    ]
    operations = [
        migrations.RunSQL(NO_TRUNCATE, migrations.RunSQL.noop),
        append_only("django_admin_log"),
        *(never_deleted(table) for table in KEPT),
        *(audited(table) for table in RIGHTS),
        audited("reports_publication", JOB_OF_REPORT),
        audited("axes_accessattempt", events="DELETE"),
        migrations.RunSQL(
            [
                RIGHTS_FUNCTION,
                "CREATE TRIGGER accounts_user_operator BEFORE INSERT OR UPDATE ON accounts_user "
                "FOR EACH ROW EXECUTE FUNCTION accounts_refuse_operator()",
            ],
            [
                "DROP TRIGGER accounts_user_operator ON accounts_user",
                "DROP FUNCTION accounts_refuse_operator()",
            ],
        ),
    ]
