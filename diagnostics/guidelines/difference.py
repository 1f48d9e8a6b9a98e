"""What two releases do not say alike, item by item and field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from diagnostics.contracts.guidelines import Cause, GuidelineEntry, GuidelineRelease
from diagnostics.contracts.library import (
    ChangeKind,
    FieldDifference,
    ItemDifference,
    ReleaseDifference,
    Touch,
)
from diagnostics.guidelines.exchange import fields_of
from diagnostics.guidelines.preset_numbers import (
    is_preset_source,
    preset_documents,
    preset_fields,
    preset_unit,
)
from diagnostics.guidelines.release import REVIEWED

Kind = Literal["entry", "cause", "preset"]
_JUDGES = frozenset(
    {
        *("event_types", "factor", "modality", "expected", "where", "finding"),
        *("conditions_machine", "restates_criterion"),
        *("days", "precipitation_days", "area", "criteria", "percentiles", "tolerance"),
    }
)
_CHOOSES = frozenset(
    {
        *("weight", "confidence", "difficulty", "category", "experience"),
        *("alternatives", "supports", "opposes", "feeds"),
    }
)


def touch_of(path: str) -> Touch:
    """Return what the field at a path decides."""
    name = path.split(".", 1)[0]
    if is_preset_source(path):
        return Touch.TEXT
    if name in _JUDGES:
        return Touch.VERDICT
    return Touch.CHOICE if name in _CHOOSES else Touch.TEXT


def release_difference(before: GuidelineRelease, after: GuidelineRelease) -> ReleaseDifference:
    """Compare two releases.

    Parameters
    ----------
    before, after : GuidelineRelease

    Returns
    -------
    ReleaseDifference
        In the order of `after`, then what it no longer has. The order of items, numbers that are
        written otherwise and what stands at its default make no difference.
    """
    items = [
        *_differences("entry", _entries(before), _entries(after)),
        *_differences("cause", _causes(before), _causes(after)),
        *_differences("preset", _presets(before), _presets(after)),
    ]
    return ReleaseDifference(before=before.digest, after=after.digest, items=tuple(items))


def _unit(kind: Kind, path: str, fields: Mapping[str, Any]) -> str:
    """Return the unit of a limit's number."""
    if kind == "preset":
        return preset_unit(fields, path)
    of_limit = path.startswith(("expected.absolute.", "expected.floor."))
    return fields.get("expected.unit", "") if of_limit and path.endswith(".value") else ""


def _entries(release: GuidelineRelease) -> dict[str, dict[str, Any]]:
    return {entry.id: _fields(entry) for entry in release.entries}


def _causes(release: GuidelineRelease) -> dict[str, dict[str, Any]]:
    return {cause.key: _fields(cause) for cause in release.causes}


def _presets(release: GuidelineRelease) -> dict[str, dict[str, Any]]:
    return {name: preset_fields(of) for name, of in preset_documents(release).items()}


def _fields(item: GuidelineEntry | Cause) -> dict[str, Any]:
    document = item.model_dump(mode="json", exclude_defaults=True, exclude={"curation"})
    if isinstance(item, GuidelineEntry) and item.curation.status == REVIEWED:
        document["reviewed"] = True
    return dict(fields_of(document))


def _differences(
    kind: Kind, before: Mapping[str, dict[str, Any]], after: Mapping[str, dict[str, Any]]
) -> Iterator[ItemDifference]:
    for key in [*after, *(key for key in before if key not in after)]:
        old, new = before.get(key, {}), after.get(key, {})
        if old == new:
            continue
        change = ChangeKind.CHANGED if old and new else ChangeKind.ADDED
        yield ItemDifference(
            kind=kind,
            key=key,
            change=change if new else ChangeKind.REMOVED,
            fields=tuple(
                FieldDifference(
                    path=path,
                    touches=touch_of(path),
                    before=old.get(path),
                    after=new.get(path),
                    unit=_unit(kind, path, new or old),
                )
                for path in [*new, *(path for path in old if path not in new)]
                if old.get(path) != new.get(path)
            ),
        )
