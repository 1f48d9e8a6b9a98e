import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from hvrmet.core.db.sql import never_deleted, same_tenant, tenant_isolation

# What `jobs.events.areas` keeps of a classification, of those that are there already: the last of
# each job, and of its events the three that come first.
KNOWN = """
WITH classified AS (
  SELECT DISTINCT ON (job_id) tenant_id, job_id, at, body -> 'classification' AS document
  FROM jobs_jobevent WHERE type = 'event_classified' ORDER BY job_id, seq DESC
), ranked AS (
  SELECT c.job_id, o.object, row_number() OVER (
           PARTITION BY c.job_id
           ORDER BY o.object ->> 'id' IS DISTINCT FROM c.document ->> 'chosen',
                    o.object ->> 'event' IS DISTINCT FROM
                      coalesce(c.document ->> 'declared', c.document ->> 'primary'),
                    (o.object ->> 'severity')::float DESC, o.place
         ) AS rank
  FROM classified c, jsonb_path_query(c.document, '$.assessments[*].objects[*]')
    WITH ORDINALITY AS o (object, place)
), kept AS (
  SELECT job_id, count(*) AS found, jsonb_agg(object ORDER BY rank) FILTER (WHERE rank <= 3) AS shown
  FROM ranked GROUP BY job_id
)
INSERT INTO jobs_eventareas (id, created_at, tenant_id, job_id, objects_shown, found)
SELECT gen_random_uuid(), c.at, c.tenant_id, c.job_id, coalesce(k.shown, '[]'), coalesce(k.found, 0)
FROM classified c LEFT JOIN kept k USING (job_id)
"""


class Migration(migrations.Migration):
    dependencies = [("jobs", "0011_requested_by_id"), ("tenants", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="EventAreas",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("objects_shown", models.JSONField()),
                ("found", models.PositiveIntegerField()),
                (
                    "job",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="jobs.job",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "objects",
                "default_manager_name": "objects",
            },
        ),
        migrations.AddConstraint(
            model_name="eventareas",
            constraint=models.UniqueConstraint(
                fields=("tenant", "job"), name="eventareas_tenant_job"
            ),
        ),
        tenant_isolation("jobs_eventareas"),
        same_tenant("jobs_eventareas", "job_id", "jobs_job"),
        never_deleted("jobs_eventareas"),
        migrations.CreateModel(
            name="SourceAge",
            fields=[
                (
                    "source",
                    models.CharField(max_length=200, primary_key=True, serialize=False),
                ),
                ("newest_at", models.DateTimeField(null=True)),
                (
                    "looked_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]
