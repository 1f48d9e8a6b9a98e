"""Reading audit records, in the open tenant scope."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from hvrmet.audit.actions import Action
from hvrmet.audit.models import AuditRecord
from hvrmet.core.db.models import OwnedQuerySet


def record_list(
    *,
    action: Action | None = None,
    actor: str | None = None,
    subject_id: UUID | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> OwnedQuerySet:
    """Return the tenant's records that pass every given filter."""
    found: OwnedQuerySet = AuditRecord.objects.all()
    for name, value in (
        ("action", action),
        ("actor", actor),
        ("subject_id", subject_id),
        ("created_at__gte", since),
        ("created_at__lt", until),
    ):
        if value is not None:
            found = found.filter(**{name: value})
    return found


def last_of_actor(
    *, actor_id: UUID, subject_id: UUID, actions: Iterable[Action]
) -> AuditRecord | None:
    """Return the newest record of an actor about a subject."""
    found: AuditRecord | None = (
        AuditRecord.objects.filter(
            actor_id=actor_id, subject_id=subject_id, action__in=tuple(actions)
        )
        .order_by("-seq")
        .first()
    )
    return found


_NO_COMPARISON = ~Q(data__as__startswith="diff") | Q(data__as__isnull=True)
_WHOLE = _NO_COMPARISON & (Q(data__complete=True) | Q(data__complete__isnull=True))


def was_shown(
    *,
    actor_id: UUID,
    subject_id: UUID,
    actions: Collection[Action],
    digest: str,
    whole: bool = True,
) -> bool:
    """Say whether the log has it that a person was shown a document.

    Parameters
    ----------
    actor_id : UUID
        The person.
    subject_id : UUID
        What the record of the view names as its subject.
    actions : collection of Action
        The kinds of view, of which one is enough.
    digest : str
        Of the very content: another version of the same document does not count, nor does a
        comparison of two versions.
    whole : bool, optional
        Whether it takes the whole document, and not parts of it only.
    """
    views = AuditRecord.objects.filter(
        _WHOLE if whole else _NO_COMPARISON,
        actor_id=actor_id,
        subject_id=subject_id,
        action__in=actions,
        data__digest=digest,
    )
    shown: bool = views.exists()
    return shown


def shown_of(
    *, actor_id: UUID, subject_ids: Collection[UUID], action: Action
) -> set[tuple[UUID, str]]:
    """Return the documents of several subjects that a person was shown as a whole.

    Parameters
    ----------
    actor_id, subject_ids, action
        As in `was_shown`.

    Returns
    -------
    set of (UUID, str)
        Subject and digest of each.
    """
    views = AuditRecord.objects.filter(
        _WHOLE, actor_id=actor_id, subject_id__in=subject_ids, action=action
    )
    return set(views.values_list("subject_id", "data__digest").distinct())


def parts_shown(*, actor_id: UUID, subject_ids: Collection[UUID], action: Action) -> set[str]:
    """Return the parts of subjects that a person was shown, by the names that the records give.

    Parameters
    ----------
    actor_id, subject_ids, action
        As in `shown_of`; the records list the parts as ``parts``.
    """
    views = AuditRecord.objects.filter(actor_id=actor_id, subject_id__in=subject_ids, action=action)
    return {part for parts in views.values_list("data__parts", flat=True) for part in parts or ()}


def views_until(*, actor: str, at: datetime, since: datetime) -> OwnedQuerySet:
    """Return what an actor was shown in a period, newest first."""
    found: OwnedQuerySet = AuditRecord.objects.filter(
        actor=actor,
        action__in=(Action.DIAGNOSIS_VIEWED, Action.REPORT_VIEWED, Action.ANSWER_VIEWED),
        created_at__gte=since,
        created_at__lte=at,
    ).order_by("-seq")
    return found
