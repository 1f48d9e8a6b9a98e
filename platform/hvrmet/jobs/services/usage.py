"""What work has cost: time of workers by stage, models by role, bytes; of a job, or of a month.

Everything is added up from the log of events, so it is there for jobs of the past too. Time is that
between two events of one attempt, in whole seconds, as the log has it: a worker was at work on the
job then, on however many processors. Waiting in the queue does not count, nor does what a lost
lease took with it.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone
from pydantic import BaseModel, Field

from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.core.db.scope import current_tenant

COST = "so far; null for a key that may not see what work costs (`usage.view`)"
MONTH = r"^20[0-9]{2}-(0[1-9]|1[0-2])$"


class Stage(StrEnum):
    """What a worker was at."""

    DATA = "data"
    CLASSIFICATION = "classification"
    DECISIONS = "decisions"
    INDICES = "indices"
    CHARTS = "charts"
    JUDGEMENT = "judgement"
    REPORT = "report"
    ANSWER = "answer"


STAGES: dict[Stage, tuple[str, ...]] = {
    Stage.DATA: ("run_started", "time_resolved", "data_retrieved", "data_checked"),
    Stage.CLASSIFICATION: ("event_classified", "systems_found"),
    Stage.DECISIONS: (
        *("role_decided", "model_failed", "hypothesis_proposed", "replanned", "steered"),
    ),
    Stage.INDICES: ("index_computed", "second_opinion_given", "controls_tested"),
    Stage.CHARTS: ("figure_rendered", "figure_checked"),
    Stage.JUDGEMENT: ("factor_judged", "step_failed", "tool_blocked"),
    Stage.REPORT: ("concluded", "report_drafted", "job_finished", "run_failed"),
    Stage.ANSWER: ("workflow_step_ended", "climatology_part_ended", "answered"),
}
"""The events with which the work of a stage ends."""
NO_WORK = (
    *("job_queued", "answer_queued", "job_claimed", "resumed", "job_retried"),
    *("lease_lost", "cancelled", "parked"),
)
"""Events before which nobody was at work, or nothing came of it."""
_STAGE_OF = {event: stage for stage, events in STAGES.items() for event in events}

_OF_JOB = "tenant_id = %(tenant)s AND job_id = %(job)s"
# A job's events all lie between its making and its last move: others of the tenant are not read.
_OF_MONTH = """tenant_id = %(tenant)s AND job_id IN (
  SELECT id FROM jobs_job
  WHERE tenant_id = %(tenant)s AND moved_at >= %(start)s AND created_at < %(end)s
)"""
_EVENTS = """
SELECT type, coalesce(sum(extract(epoch FROM at - before)), 0)::bigint AS seconds,
       coalesce(sum((body->>'bytes_read')::bigint), 0)::bigint AS bytes_read
FROM (
  SELECT type, at, body, lag(at) OVER (PARTITION BY job_id ORDER BY seq) AS before
  FROM jobs_jobevent WHERE {which}
) AS events
WHERE at >= %(start)s AND at < %(end)s GROUP BY type
"""
_ROLES = """
SELECT role, count(*) FILTER (WHERE NOT failed) AS decisions,
       count(*) FILTER (WHERE failed) AS failures,
       coalesce(sum((spent->>'requests')::bigint), 0)::bigint AS requests,
       coalesce(sum((spent->>'input_tokens')::bigint), 0)::bigint AS input_tokens,
       coalesce(sum((spent->>'output_tokens')::bigint), 0)::bigint AS output_tokens,
       coalesce(sum((spent->>'seconds')::float), 0) AS seconds,
       coalesce(sum((spent->>'cost_usd')::float), 0) AS cost_usd
FROM (
  SELECT body->>'role' AS role, body->'usage' AS spent, false AS failed FROM jobs_jobevent
  WHERE {which} AND at >= %(start)s AND at < %(end)s
    AND type = 'role_decided' AND jsonb_typeof(body->'usage') = 'object'
  UNION ALL
  SELECT body->>'role', body->'failure'->'usage', true FROM jobs_jobevent
  WHERE {which} AND at >= %(start)s AND at < %(end)s AND type = 'model_failed'
) AS spending GROUP BY role ORDER BY role
"""
_STORED_BY_JOB = """
SELECT coalesce(sum(size), 0)::bigint AS bytes FROM evidence_artifact
WHERE tenant_id = %(tenant)s AND id IN (
  SELECT artifact_id FROM evidence_jobartifact WHERE tenant_id = %(tenant)s AND job_id = %(job)s
)
"""
_STORED_IN_MONTH = """
SELECT (SELECT count(*) FROM jobs_job WHERE tenant_id = %(tenant)s
          AND created_at >= %(start)s AND created_at < %(end)s) AS jobs,
       (SELECT coalesce(sum(size), 0)::bigint FROM evidence_artifact WHERE tenant_id = %(tenant)s
          AND created_at >= %(start)s AND created_at < %(end)s) AS bytes
"""
_ALL = """
SELECT (SELECT json_agg(kept)::text FROM ({stored}) AS kept),
       (SELECT coalesce(json_agg(event), '[]')::text FROM ({events}) AS event),
       (SELECT coalesce(json_agg(spent), '[]')::text FROM ({roles}) AS spent)
"""


class StageUse(BaseModel):
    """How long workers were at a stage."""

    stage: Stage
    worker_seconds: int = Field(description="between events of the log, in whole seconds")


class RoleUse(BaseModel):
    """What the decisions of a role took of language models; decisions by rules cost nothing."""

    role: str
    decisions: int = Field(description="that a model made")
    failures: int = Field(description="models that were asked and gave no answer that holds")
    requests: int
    input_tokens: int
    output_tokens: int
    seconds: float = Field(description="of waiting for models")
    cost_usd: float = Field(description="US dollars; 0 where no price is known")


class Use(BaseModel):
    """What work has cost."""

    stages: tuple[StageUse, ...]
    roles: tuple[RoleUse, ...]
    bytes_read: int = Field(description="of the sources, by diagnoses")
    bytes_stored: int = Field(description="of files that were kept, each content once")


class JobUse(Use):
    """What a job has cost so far."""

    job: UUID


class MonthUse(Use):
    """What the centre's jobs cost in a month of UTC."""

    month: str = Field(pattern=MONTH)
    jobs: int = Field(description="that were queued in the month")


def use_of_job(job_id: UUID) -> JobUse:
    """Add up what a job of the open scope's tenant has cost, in one statement."""
    when = {"start": datetime(2000, 1, 1, tzinfo=UTC), "end": datetime(2100, 1, 1, tzinfo=UTC)}
    stored, work = _added(_STORED_BY_JOB, _OF_JOB, job=job_id, **when)
    return JobUse(job=job_id, bytes_stored=stored["bytes"], **work)


def cost_shown_to(principal: Principal, job_id: UUID) -> Use | None:
    """Return what a job has cost so far, or None to those who may not see what work costs."""
    if Verb.USAGE_VIEW not in principal.verbs:
        return None
    return Use.model_validate(use_of_job(job_id).model_dump(exclude={"job"}))


def use_of_month(month: str | None) -> MonthUse:
    """Add up what the open scope's tenant used in a month, ``YYYY-MM``; in this one by default."""
    start = datetime.strptime(month or f"{timezone.now():%Y-%m}", "%Y-%m").replace(tzinfo=UTC)
    end = start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)
    when = {"start": start, "end": end}
    stored, work = _added(_STORED_IN_MONTH, _OF_MONTH, **when)
    return MonthUse(
        month=f"{start:%Y-%m}", jobs=stored["jobs"], bytes_stored=stored["bytes"], **work
    )


def _added(stored: str, which: str, **values: Any) -> tuple[dict[str, int], dict[str, Any]]:
    """Return what was stored and what was worked, of the events that a condition chooses."""
    statement = _ALL.format(
        stored=stored, events=_EVENTS.format(which=which), roles=_ROLES.format(which=which)
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {"tenant": current_tenant(), **values})
        kept, events, roles = (json.loads(part) for part in cursor.fetchone())
    seconds = dict.fromkeys(Stage, 0)
    for event in events:
        if event["type"] in _STAGE_OF:
            seconds[_STAGE_OF[event["type"]]] += event["seconds"]
    return kept[0], {
        "stages": tuple(
            StageUse(stage=stage, worker_seconds=taken) for stage, taken in seconds.items() if taken
        ),
        "roles": tuple(RoleUse.model_validate(role) for role in roles),
        "bytes_read": sum(event["bytes_read"] for event in events),
    }
