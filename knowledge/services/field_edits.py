"""What is typed into a field of a proposal: which fields there are, and numbers in other units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hvrmet.core.errors import ApplicationError
from hvrmet.core.names import clean_name
from pydantic import JsonValue

from diagnostics.contracts.request import PRESETS
from diagnostics.errors import UnitsError
from diagnostics.guidelines import (
    is_preset_number,
    is_preset_source,
    preset_fields,
    preset_unit,
)
from diagnostics.guidelines.exchange import within
from diagnostics.units import convert
from knowledge.catalog import tools_by_name
from knowledge.models import CentreAdjustment, ProposedField, ProposedKind
from knowledge.selectors.proposals import Present

Row = ProposedField | CentreAdjustment
MOST_FIELDS = 1000
_PATH = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+){0,8}")
FIXED = {
    "id": "a name never changes: propose a new item, and remove this one",
    "key": "a name never changes: propose a new item, and remove this one",
    "revision": "revisions are counted by the library",
    "experience": "hits are measured on cases, and taken in by an operator",
}
"""Fields that nobody proposes, and why."""
NAMES = frozenset({"name", "name_zh", "title"})
_NUMBERS = re.compile(
    r"weight|confidence|year|where\.(reach_km|lag_hours)|expected\.level|"
    r"expected\.(absolute|floor)\.value|expected\.clim\.threshold|"
    r"conditions_machine\.(months_nh|abs_lat_range|event_centre_in)"
)
_LIMITS = re.compile(r"expected\.(absolute|floor)\.value")


@dataclass(frozen=True)
class FieldEdit:
    """Another value for a field, seen at a revision; `unit` is that of the number, where named."""

    kind: str
    item: str
    path: str
    revision: int
    value: JsonValue
    unit: str | None = None


def require_field(edit: FieldEdit) -> None:
    """Refuse what names no field that can be proposed.

    Raises
    ------
    ApplicationError
        With code ``unknown_field``, ``not_a_number`` or ``invalid_name`` (400).
    """
    if edit.path and not _PATH.fullmatch(edit.path):
        raise ApplicationError(
            f"{edit.path!r} is no path of a field: names with dots between them, as "
            "expected.absolute.value",
            code="unknown_field",
        )
    fixed = FIXED.get(edit.path.split(".", 1)[0])
    if fixed:
        raise ApplicationError(f"{edit.path} is not proposed: {fixed}", code="unknown_field")
    if _NUMBERS.fullmatch(edit.path) and _is_number_in_disguise(edit.value):
        raise ApplicationError(
            f"{edit.path} is a number, and {edit.value!r} is none: give it without quotes",
            code="not_a_number",
        )
    whole = edit.value if isinstance(edit.value, dict) and not edit.path else {}
    for path, value in {edit.path: edit.value, **whole}.items():
        if path.rpartition(".")[2] in NAMES and isinstance(value, str):
            _require_name(path, value)
    if not edit.path and edit.value is not None and not isinstance(edit.value, dict):
        raise ApplicationError(
            "without a path the value is a whole item that is not there yet, or null to remove it",
            code="unknown_field",
        )


def _require_name(path: str, text: str) -> None:
    try:
        clean_name(text)
    except ValueError as error:
        raise ApplicationError(f"{path}: {error}", code="invalid_name") from error


def require_proposed(edit: FieldEdit) -> None:
    """Refuse what cannot be proposed to the shared library.

    Raises
    ------
    ApplicationError
        As `require_field`, and ``not_a_text`` (400) for a source of criteria that is none.
    """
    if edit.kind == ProposedKind.PRESET:
        _require_of_preset(edit)
    require_field(edit)


def _require_of_preset(edit: FieldEdit) -> None:
    """Refuse what is neither a number of criteria nor its source: what they are called stays.

    Raises
    ------
    ApplicationError
        With code ``unknown_field``, ``not_a_number`` or ``not_a_text`` (400).
    """
    if edit.item in PRESETS and is_preset_source(edit.path):
        if not isinstance(edit.value, str):
            raise ApplicationError(
                f"{edit.path} says where numbers are from: give a text, empty where none is known",
                code="not_a_text",
            )
        return
    if edit.item not in PRESETS or not is_preset_number(edit.path):
        raise ApplicationError(
            f"{edit.item} {edit.path!r} is no number of criteria: guidelines/library/presets/ "
            "lists those that can be set",
            code="unknown_field",
        )
    if not isinstance(edit.value, int | float) or isinstance(edit.value, bool):
        raise ApplicationError(
            f"{edit.path} is a number, and {edit.value!r} is none: give it without quotes",
            code="not_a_number",
        )


def require_place(edit: FieldEdit, live: Sequence[Row]) -> None:
    """Refuse a field beside one that it lies in, or that lies in it; and one too many.

    Raises
    ------
    ApplicationError
        ``overlapping_fields`` or ``too_many_fields`` (400).
    """
    paths = [item.path for item in live if (item.kind, item.item) == (edit.kind, edit.item)]
    other = within(paths, edit.path) if edit.path else next(iter(paths), None)
    if other is None and edit.path and "" in paths:
        other = ""
    if other is not None:
        raise ApplicationError(
            f"{edit.path or 'the removal'} and {other or 'the removal'} of {edit.item} exclude "
            "each other: drop one of them first",
            code="overlapping_fields",
        )
    if len(live) >= MOST_FIELDS:
        raise ApplicationError(
            f"there are {MOST_FIELDS} changed fields, and no more in one go", code="too_many_fields"
        )


def _is_number_in_disguise(value: JsonValue) -> bool:
    """Whether a value would be taken for a number that it is not: true, false, or a text of one."""
    values = value if isinstance(value, list) else [value]
    return any(isinstance(item, bool) or _reads_as_number(item) for item in values)


def _reads_as_number(value: JsonValue) -> bool:
    try:
        return isinstance(value, str) and float(value) is not None
    except ValueError:
        return False


def limit_value(
    edit: FieldEdit, present: Present, rows: Sequence[Row]
) -> tuple[JsonValue, str, str]:
    """Return a value, the unit of a limit's number, and how it was typed where that was another.

    A number in another unit is converted into the one in which the index is judged. A unit whose
    zero lies elsewhere is refused: whether a temperature or a difference of two is meant, no number
    says.

    Parameters
    ----------
    edit : FieldEdit
    present : Present
        The entry as it is.
    rows : sequence of Row
        What is changed already.

    Returns
    -------
    tuple
        The value, its unit (empty for what is no limit), and the typed text (empty where the unit
        is that one).

    Raises
    ------
    ApplicationError
        With code ``unit_refused`` (400).
    """
    if edit.kind == ProposedKind.PRESET:
        return value_in(edit, preset_unit(preset_fields(present.document or {}), edit.path))
    is_limit = edit.kind == ProposedKind.ENTRY and bool(_LIMITS.fullmatch(edit.path))
    return value_in(edit, _judged_unit(edit, present, rows) if is_limit else "")


def value_in(edit: FieldEdit, own: str) -> tuple[JsonValue, str, str]:
    """Return a value in the unit in which it is kept, as `limit_value` does.

    Parameters
    ----------
    edit : FieldEdit
    own : str
        The unit; empty for what has none.
    """
    if edit.unit is None or edit.unit == own:
        return edit.value, own, ""
    values = edit.value if isinstance(edit.value, list) else [edit.value]
    numbers = [item for item in values if isinstance(item, (int, float))]
    if not own:
        raise ApplicationError(
            "a unit is given with the numbers of a limit alone (expected.absolute.value, "
            "expected.floor.value, numbers of criteria)",
            code="unit_refused",
        )
    if len(numbers) != len(values):
        raise ApplicationError(
            "with a unit the value is a number, or two: 62, not a text", code="unit_refused"
        )
    try:
        zero = float(convert(0.0, edit.unit, own))
        found = [float(f"{float(convert(item, edit.unit, own)):.6g}") for item in numbers]
    except UnitsError as error:
        raise ApplicationError(error.message, code="unit_refused") from error
    if zero:
        raise ApplicationError(
            f"{edit.unit} has another zero than {own}, in which the limit is kept, and no number "
            f"says whether a value or a difference of two is meant: give it in {own}",
            code="unit_refused",
        )
    typed = " to ".join(f"{item:g}" for item in numbers)
    return ([*found] if isinstance(edit.value, list) else found[0]), own, f"{typed} {edit.unit}"


def _judged_unit(edit: FieldEdit, present: Present, rows: Sequence[Row]) -> str:
    """Return the unit in which the index of an entry is judged, with what the draft changes."""
    own = [row for row in rows if row.item == edit.item and not row.dropped]
    values = {row.path: row.value for row in own}
    factor, reduction = (
        values.get(path, present.value(path)) for path in ("factor", "expected.reduction")
    )
    spec = tools_by_name().get(f"{factor}")
    units = {item.name: item.unit for item in spec.reductions} if spec else {}
    return units.get(f"{reduction}", f"{present.value('expected.unit') or ''}")
