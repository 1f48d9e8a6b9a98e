from django.db import migrations, models

# Whoever queued a job is on record since there are jobs, in the same transaction.
ASKED = """
UPDATE jobs_job AS j SET requested_by_id = a.actor_id
FROM audit_auditrecord AS a
WHERE a.tenant_id = j.tenant_id AND a.subject_id = j.id
  AND a.action IN ('diagnosis.created', 'answer.asked')
"""


class Migration(migrations.Migration):
    dependencies = [("jobs", "0010_answers"), ("audit", "0004_hash_chain")]
    operations = [
        migrations.AddField(
            model_name="job", name="requested_by_id", field=models.UUIDField(null=True)
        ),
        migrations.RunSQL(ASKED, migrations.RunSQL.noop),
    ]
