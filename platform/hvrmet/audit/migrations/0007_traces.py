"""Changes that left no record: emptying tables of rights, other bytes under a kept name."""

from django.db import migrations

from hvrmet.audit.triggers import REFUSE_FUNCTION
from hvrmet.core.db.sql import any_changed, append_only, audited, never_deleted, no_truncate

# Audited before emptying such a table was refused.
EMPTIED = (
    *("accounts_user_groups", "accounts_user_user_permissions", "accounts_apikey"),
    *("accounts_invitation", "auth_group", "auth_group_permissions", "axes_accessattempt"),
    *("mfa_authenticator", "account_emailaddress", "tenants_membership"),
    *("socialaccount_socialaccount", "socialaccount_socialapp", "socialaccount_socialtoken"),
)
# What a row was made with, of tables that the application changes otherwise.
MADE_WITH = {
    "jobs_job": ("kind", "request", "release_digest", "requested_by", "requested_by_id"),
    "reports_report": ("job_id",),
    "reviews_correction": (
        *("version_id", "author", "author_id", "note", "edits", "quantities"),
    ),
    "evidence_jobartifact": ("job_id", "artifact_id", "name"),
    "webhooks_delivery": ("subscription_id", "event_id"),
}


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0006_guards"),
        ("jobs", "0014_effects"),
        ("reviews", "0005_openings"),
    ]
    operations = [
        migrations.RunSQL(REFUSE_FUNCTION, migrations.RunSQL.noop),
        migrations.RunSQL([no_truncate(table) for table in EMPTIED], migrations.RunSQL.noop),
        audited("audit_retentionrule"),
        # Named by its content: the same name is always the same bytes.
        migrations.RunSQL(
            "DROP TRIGGER evidence_artifact_never_deleted ON evidence_artifact",
            never_deleted("evidence_artifact").sql,
        ),
        append_only("evidence_artifact"),
        *(
            audited(table, events="UPDATE", when=any_changed(*names))
            for table, names in MADE_WITH.items()
        ),
        # A call is stored first and judged afterwards.
        audited("evidence_evidenceitem", events="UPDATE", when="OLD.verdict <> ''"),
    ]
