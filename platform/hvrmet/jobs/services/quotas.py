"""What a tenant uses, compared with its quotas before a job is queued."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from django.utils import timezone
from pydantic import BaseModel

from diagnostics.messages import message
from hvrmet.core.db.scope import current_tenant
from hvrmet.core.errors import ApplicationError
from hvrmet.tenants.quotas import Quotas, quotas_of

_QUOTAS = ("jobs_per_hour", "running_jobs", "storage_bytes", "tokens_per_month")
# As text: to put a statement together from its parts costs a request more than to run it. The
# tokens are in the words of the indexes `jobevent_spent` and `jobevent_model_failed`, which hold
# only what cost something.
_SUMS = """
SELECT (SELECT coalesce(sum(size), 0)::bigint FROM evidence_artifact WHERE tenant_id = %(tenant)s)
+ (SELECT coalesce(sum(size), 0)::bigint FROM evidence_extractfile WHERE tenant_id = %(tenant)s),
(SELECT coalesce(sum((spent->>'input_tokens')::bigint
                     + (spent->>'output_tokens')::bigint), 0)::bigint
FROM (
  SELECT body->'usage' AS spent FROM jobs_jobevent
  WHERE tenant_id = %(tenant)s AND at >= %(month)s
    AND type = 'role_decided' AND jsonb_typeof(body->'usage') = 'object'
  UNION ALL
  SELECT body->'failure'->'usage' FROM jobs_jobevent
  WHERE tenant_id = %(tenant)s AND at >= %(month)s AND type = 'model_failed'
) AS spending)
"""
_COUNTS = """
SELECT COUNT(*) FILTER (WHERE created_at > %(hour)s),
       COUNT(*) FILTER (WHERE status IN ('queued', 'running'))
FROM jobs_job
WHERE tenant_id = %(tenant)s AND (created_at > %(hour)s OR status IN ('queued', 'running'))
"""


class QuotaUse(BaseModel):
    """What the tenant has used of each quota."""

    jobs_per_hour: int
    running_jobs: int
    storage_bytes: int
    tokens_per_month: int


def usage_now() -> QuotaUse:
    """Return what the open scope's tenant uses."""
    return QuotaUse(**_sums(), **_counts())


def _counts() -> dict[str, int]:
    """Count the jobs that a new one adds to."""
    hour = timezone.now() - timedelta(hours=1)
    return _asked(_COUNTS, ("jobs_per_hour", "running_jobs"), hour=hour)


def _sums() -> dict[str, int]:
    """Add up what work has used; a new job adds nothing to it yet."""
    month = timezone.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return _asked(_SUMS, ("storage_bytes", "tokens_per_month"), month=month)


def _asked(statement: str, names: tuple[str, str], **values: datetime) -> dict[str, int]:
    """Return the two numbers of a statement about the open scope's tenant, by name."""
    with connection.cursor() as cursor:
        cursor.execute(statement, {"tenant": current_tenant(), **values})
        return dict(zip(names, cursor.fetchone(), strict=True))


def require_quota(tenant_id: UUID) -> None:
    """Refuse a new job of a tenant that has used up a quota.

    Requests of one tenant pass here one after the other, until the job of each is written; the
    sums, which take longer the more a tenant has done, are made before they queue up.

    Raises
    ------
    ApplicationError
        ``quota_jobs_per_hour``, ``quota_running_jobs``, ``quota_storage_bytes`` or
        ``quota_tokens_per_month`` (429), with limit and use.
    """
    limits, sums = quotas_of(tenant_id), _sums()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"quota:{tenant_id}"]
        )
    used = QuotaUse(**sums, **_counts())
    _require_left(limits, used, _QUOTAS)


def require_room(tenant_id: UUID) -> None:
    """Refuse to keep more of a tenant that has used up what it may store.

    Raises
    ------
    ApplicationError
        ``quota_storage_bytes`` (429), with limit and use.
    """
    _require_left(quotas_of(tenant_id), usage_now(), ("storage_bytes",))


def _require_left(limits: Quotas, used: QuotaUse, names: Iterable[str]) -> None:
    for name in names:
        limit, use = getattr(limits, name), getattr(used, name)
        if use >= limit:
            raise ApplicationError(
                message(f"refusal-quota_{name}", limit=str(limit), used=str(use)),
                code=f"quota_{name}",
                http_status=429,
                data={"limit": limit, "used": use},
            )


class UsageDocument(BaseModel):
    """Quotas of the tenant beside what it uses."""

    limits: Quotas
    used: QuotaUse
