"""A centre's overlay: the draft that its curators share, and the states that are made of it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone
from hvrmet.accounts.dual_control import require_person
from hvrmet.accounts.principals import Principal
from hvrmet.core.db.scope import current_tenant
from hvrmet.core.errors import ApplicationError, NotFoundError

from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.overlay import Adjustment, OverlayConflict
from diagnostics.guidelines import (
    Base,
    adjustable,
    editable_document,
    release_difference,
)
from diagnostics.guidelines.exchange import fields_of, patched
from knowledge.models import AdjustedKind, CentreAdjustment, Overlay, Release
from knowledge.selectors.overlays import (
    OverlayStanding,
    adjustment_get,
    combine,
    next_number,
    overlay_stand,
)
from knowledge.selectors.proposals import Present
from knowledge.selectors.releases import adjustments_of, adoption_in_force, release_document
from knowledge.services.acceptance import refuse_invalid
from knowledge.services.field_edits import (
    FIXED,
    FieldEdit,
    limit_value,
    require_field,
    require_place,
)
from knowledge.services.proposals import FieldChoice

_LOCK = "knowledge.overlay"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class OverlayEdit:
    """Another value for a field; `release` is the digest of the release in which it was seen.

    `seen` is when the draft's value was saved that the writer saw, None where there was none.
    """

    field: FieldEdit
    release: str
    seen: datetime | None = None


def adjustment_save(*, principal: Principal, edits: Sequence[OverlayEdit]) -> None:
    """Keep values in the centre's draft; the value that the release has drops the field.

    Raises
    ------
    NotFoundError
        For an item that the release does not have and that is no entry's new name.
    ApplicationError
        ``person_required`` (403), ``not_adjustable`` (400), ``changed_since`` (409) where a
        colleague has saved the field meanwhile, or as `field_save` of proposals.
    """
    require_person(principal, to="adjust the library for the centre")
    overlay_lock()
    for edit in edits:
        standing = overlay_stand(edit.release)
        for one in _parts(edit):
            _save(principal, standing, one)


def adjustment_drop(
    *, principal: Principal, adjustment_id: UUID, seen: datetime | None = None
) -> None:
    """Take something out of the draft: there the centre says what the library says.

    Who uses an entry again has what the draft said of it when it was left out.

    Parameters
    ----------
    principal, adjustment_id
    seen : datetime, optional
        When the value was saved that the person saw; without it whatever stands there goes.

    Raises
    ------
    NotFoundError
        When the draft has no such thing.
    ApplicationError
        ``changed_since`` (409) where a colleague has saved another value since.
    """
    require_person(principal, to="adjust the library for the centre")
    overlay_lock()
    row = adjustment_get(adjustment_id)
    if seen is not None:
        _require_seen(principal, row, seen)
    left_out_at = row.saved_at
    _drop(principal, [row])
    if not row.path:
        restored = CentreAdjustment.objects.filter(
            kind=row.kind, item=row.item, dropped=True, saved_at=left_out_at
        )
        restored.update(dropped=False)


def overlay_reset(*, principal: Principal) -> None:
    """Let the draft say what the overlay in force says, and nothing else.

    Raises
    ------
    ApplicationError
        ``person_required`` (403).
    """
    require_person(principal, to="adjust the library for the centre")
    overlay_lock()
    standing = overlay_stand()
    kept = (
        {}
        if standing.in_force is None
        else {(one.kind, one.item, one.path): one for one in adjustments_of(standing.in_force)}
    )
    _drop(principal, [row for row in standing.rows if (row.kind, row.item, row.path) not in kept])
    for (kind, item, path), one in kept.items():
        said = {**vars(one), "known": [*one.known]}
        for name in ("kind", "item", "path"):
            del said[name]
        CentreAdjustment.objects.update_or_create(
            kind=kind,
            item=item,
            path=path,
            defaults={**said, **_written_by(principal), "given": "", "dropped": False},
        )


def adjustment_choose(
    *, principal: Principal, adjustment_id: UUID, choice: FieldChoice, release: str
) -> None:
    """Say whose word stands where the library says something else since.

    Parameters
    ----------
    principal, adjustment_id
    choice : FieldChoice
        ``theirs`` drops what the draft says. ``mine`` keeps it: of a changed field in the place of
        what the library says now; a removed entry becomes the centre's own, as it was in use with
        what the draft says of it; an entry of the centre whose name the library has by now gets
        another name.
    release : str
        Digest of the release that says something else.

    Raises
    ------
    NotFoundError
        When the draft has no such thing, or there is no such release.
    ApplicationError
        ``no_conflict`` (409) where the release says nothing else.
    """
    require_person(principal, to="adjust the library for the centre")
    overlay_lock()
    row = adjustment_get(adjustment_id)
    standing = overlay_stand(release)
    conflict = standing.conflict(row)
    if conflict is None:
        raise ApplicationError(
            f"release {standing.release.version} says nothing else of {row.item} than was seen",
            code="no_conflict",
            http_status=409,
        )
    rows = [item for item in standing.rows if (item.kind, item.item) == (row.kind, row.item)]
    if conflict is OverlayConflict.CHANGED:
        rows = [row]
    if choice is FieldChoice.THEIRS:
        _drop(principal, rows)
    elif conflict is OverlayConflict.CHANGED:
        # The release in use says what it said before, until another one is adopted.
        row.known = [*row.known, row.was]
        row.was = standing.base.says((row.kind, row.item), row.path)
        vars(row).update(_written_by(principal))
        row.save()
    elif conflict is OverlayConflict.REMOVED:
        _own(principal, standing, row.item, rows)
    else:
        _rename(principal, standing, rows)


def overlay_carried(principal: Principal, release: Release) -> Overlay | None:
    """Put the overlay in force into another release; None where there is none.

    Raises
    ------
    ApplicationError
        ``overlay_conflict`` (409) or ``invalid_proposal`` (400): the draft is to be mended for that
        release, and proposed with it.
    """
    decided = adoption_in_force()
    if decided is None or decided.overlay is None:
        return None
    if decided.release_id == release.pk:
        return decided.overlay
    overlay_lock()
    base = Base(release_document(release.digest))
    return overlay_made(principal, release, base, adjustments_of(decided.overlay))


def overlay_made(
    principal: Principal, release: Release, base: Base, said: Sequence[Adjustment]
) -> Overlay | None:
    """Keep a state of the overlay in a release, unless it is there; None where it says nothing."""
    said = [item for item in said if base.conflict(item) or base.takes(item)]
    _refuse_conflicts(release, base, said)
    said.sort(key=lambda item: (item.kind, item.item, item.path))
    for held in Overlay.objects.filter(base=release).defer("document").order_by("-number"):
        if [*map(_said, adjustments_of(held))] == [*map(_said, said)]:
            return held
    number = next_number()
    combination = combine(base, said, number=number)
    refuse_invalid(combination.problems)
    made = combination.release
    if not release_difference(base.release, made).items:
        return None
    return Overlay.objects.create(
        number=number,
        base=release,
        version=made.version,
        entries=len(made.entries),
        digest=made.digest,
        document=made.model_dump(mode="json"),
        adjustments=[item.model_dump(mode="json") for item in said],
        made_by=principal.label,
        made_by_id=principal.id,
    )


def _said(item: Adjustment) -> Adjustment:
    """Return what an adjustment says, whatever the library said when it was made."""
    return item.model_copy(update={"was": None, "known": ()})


def _refuse_conflicts(release: Release, base: Base, said: Iterable[Adjustment]) -> None:
    found = [
        {
            **{name: getattr(item, name) for name in ("kind", "item", "path", "was")},
            "conflict": conflict.value,
            "theirs": base.says((item.kind, item.item), item.path) if item.path else None,
            "mine": item.value,
        }
        for item in said
        if (conflict := base.conflict(item)) is not None
    ]
    if found:
        raise ApplicationError(
            f"release {release.version} says something else since of what the centre has "
            f"adjusted ({len(found)}): choose whose word stands, and propose the overlay again",
            code="overlay_conflict",
            http_status=409,
            data={"release": release.digest, "conflicts": found},
        )


def overlay_lock() -> None:
    """Let one transaction at a time change the tenant's overlay, until its end."""
    with connection.cursor() as cursor:
        name = f"{_LOCK}:{current_tenant()}"
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def _parts(edit: OverlayEdit) -> Iterator[OverlayEdit]:
    """Give the fields of what is to be kept; those of a new entry one by one."""
    require_field(edit.field)
    if edit.field.path or not isinstance(edit.field.value, dict):
        yield edit
        return
    if not edit.field.value:
        raise ApplicationError("an entry of the centre's own has fields", code="unknown_field")
    for path, value in fields_of(edit.field.value):
        if path.split(".", 1)[0] not in FIXED:
            field = replace(edit.field, path=path, value=value)
            require_field(field)
            yield replace(edit, field=field)


def _save(principal: Principal, standing: OverlayStanding, edit: OverlayEdit) -> None:
    field = edit.field
    name = (field.kind, field.item)
    document = standing.base.documents.get(name)
    held = CentreAdjustment.objects.filter(
        kind=field.kind, item=field.item, path=field.path
    ).first()
    is_own = document is None
    if is_own:
        _require_own(field)
        _require_no_slip(field, standing)
        if not field.path:
            _drop(principal, _of_item(field))
            return
    elif not adjustable(field.kind, field.path):
        raise _not_adjustable(field)
    if held is not None:
        _require_seen(principal, held, edit.seen)
    now = timezone.now()
    if not field.path:  # who does not use an entry adjusts nothing of it
        _drop(principal, _of_item(field), at=now)
    others = [
        row
        for row in CentreAdjustment.objects.filter(dropped=False)
        if held is None or row.pk != held.pk
    ]
    require_place(field, others)
    value, unit, given = limit_value(field, Present(1, document), others)
    was = standing.base.says(name, field.path)
    CentreAdjustment.objects.update_or_create(
        kind=field.kind,
        item=field.item,
        path=field.path,
        defaults={
            "own": is_own,
            "was": was,
            "known": [],
            "value": value if field.path else None,
            "unit": unit,
            "given": given,
            **_written_by(principal, now),
            "dropped": bool(field.path) and value == was,
        },
    )


def _of_item(field: FieldEdit) -> Iterable[CentreAdjustment]:
    """Return what the draft says of an item."""
    rows: Iterable[CentreAdjustment] = CentreAdjustment.objects.filter(
        kind=field.kind, item=field.item, dropped=False
    )
    return rows


def _require_own(field: FieldEdit) -> None:
    """Refuse what cannot be a new entry of the centre."""
    is_name = bool(_NAME.fullmatch(field.item))
    if field.kind != AdjustedKind.ENTRY or not is_name:
        raise ApplicationError(
            f"the release has no {field.kind} {field.item!r}: a centre adds entries, whose names "
            "are small letters, digits and underscores; explanations and publications belong to "
            "the shared library, to which they can be proposed",
            code="not_adjustable",
        )


def _require_no_slip(field: FieldEdit, standing: OverlayStanding) -> None:
    """Refuse to begin an entry of the centre by a name that is nearly a shared one.

    Raises
    ------
    NotFoundError
        With the shared name.
    """
    names = [key for kind, key in standing.base.documents if kind == AdjustedKind.ENTRY]
    near = difflib.get_close_matches(field.item, names, n=1, cutoff=0.95)
    if near and not any(row.item == field.item for row in standing.rows):
        error = NotFoundError(f"entry {field.item}")
        error.message += f": did you mean {near[0]}? For an entry of your own choose another name"
        raise error


def _not_adjustable(field: FieldEdit) -> ApplicationError:
    if field.kind == AdjustedKind.PRESET:
        return ApplicationError(
            f"a centre sets numbers of the criteria {field.item}, and {field.path or 'all'} is "
            "none of them: guidelines/overlay/presets/ lists them",
            code="not_adjustable",
        )
    return ApplicationError(
        f"a centre does not change {field.path or 'all'} of a shared {field.kind}: what it "
        "looks for and speaks for is the same for all. Stop using the entry and add one of your "
        "own, or propose the change to the shared library",
        code="not_adjustable",
    )


def _require_seen(principal: Principal, held: CentreAdjustment, seen: datetime | None) -> None:
    """Refuse to write over what a colleague has saved since the writer looked."""
    if held.dropped or held.author_id == principal.id or held.saved_at == seen:
        return
    raise ApplicationError(
        f"{held.author} has saved another value meanwhile: look at it first",
        code="changed_since",
        http_status=409,
        data={"value": held.value, "by": held.author, "saved_at": held.saved_at.isoformat()},
    )


def _written_by(principal: Principal, at: datetime | None = None) -> dict[str, Any]:
    return {
        "author": principal.label,
        "author_id": principal.id,
        "saved_at": at or timezone.now(),
    }


def _drop(
    principal: Principal, rows: Iterable[CentreAdjustment], at: datetime | None = None
) -> None:
    found = CentreAdjustment.objects.filter(pk__in=[row.pk for row in rows])
    found.update(dropped=True, **_written_by(principal, at))


def _own(
    principal: Principal, standing: OverlayStanding, item: str, rows: Sequence[CentreAdjustment]
) -> None:
    """Make a removed entry the centre's own: as it was in use, with what the draft says of it."""
    used = overlay_stand()
    found = next((one for one in used.base.release.entries if one.id == item), None)
    if found is None:
        raise ApplicationError(
            f"what {item} said is not known any more: add an entry of your own",
            code="no_conflict",
            http_status=409,
        )
    document = patched(_with_citations(found), {row.path: row.value for row in rows})
    _drop(principal, rows)
    _add(principal, standing, item, document)


def _rename(
    principal: Principal, standing: OverlayStanding, rows: Sequence[CentreAdjustment]
) -> None:
    """Give an entry of the centre another name, since the library has one of its name by now."""
    document: dict[str, Any] = patched({}, {row.path: row.value for row in rows})
    item = rows[0].item
    taken = {key for _, key in standing.base.documents}
    taken |= set(CentreAdjustment.objects.values_list("item", flat=True))
    names = (f"{item}_centre{number or ''}" for number in count())
    _drop(principal, rows)
    _add(principal, standing, next(name for name in names if name not in taken), document)


def _with_citations(entry: GuidelineEntry) -> dict[str, Any]:
    """Return an entry of a release as an entry in files: with its citations, without its hits."""
    document = editable_document(entry)
    document["citations"] = [
        {
            "reference": item.key,
            "passage": item.passage or "",
            "page": item.page or "",
            "quoted": item.quoted or "",
        }
        for item in entry.references
        if item.key is not None
    ]
    return {name: value for name, value in document.items() if name not in FIXED}


def _add(
    principal: Principal, standing: OverlayStanding, item: str, document: Mapping[str, Any]
) -> None:
    """Put an entry of the centre into the draft, field by field."""
    edit = FieldEdit(AdjustedKind.ENTRY, item, "", 0, dict(document))
    for one in _parts(OverlayEdit(edit, standing.release.digest)):
        _save(principal, standing, one)
