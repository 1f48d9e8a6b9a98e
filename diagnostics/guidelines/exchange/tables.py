"""The library as tables for people: one row for each item, one column for each field they edit.

A field that has no column of its own stands in `more`, as JSON, so that nothing is lost. A column
that a table leaves out keeps what the item has. Lists are written ``one; two``. A text that a
spreadsheet would take for a formula or a date is given an apostrophe in front, which is taken off.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from diagnostics.guidelines.exchange.paths import field_put, field_take

MORE = "more"
_MARK = "\ufeff"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
_DATE = re.compile(r"\d{1,4}[-/]\d{1,4}([-/]\d{1,4})?")
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")
_BETWEEN = "; "
_EMPTY = "'"
"""A text that is there and has no characters."""


class CellError(ValueError):
    """A cell that cannot be read; the text says why."""


@dataclass(frozen=True)
class Table:
    """The columns of one kind of item.

    Parameters
    ----------
    kind : str
        ``entry`` or ``reference``.
    key : str
        The column that names an item.
    lists : frozenset of str
        Paths of lists, and of thresholds, which are one number or two.
    order : tuple of str
        All paths, as they stand in the table.
    """

    kind: str
    key: str
    lists: frozenset[str]
    order: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in their order."""
        return (*self.order, MORE)

    def is_header(self, text: str) -> bool:
        """Whether a text begins with the name of this table's items, and is no other table."""
        names = next(csv.reader(io.StringIO(text.removeprefix(_MARK))), [])
        return self.key in names

    def write(self, documents: Iterable[Mapping[str, Any]]) -> str:
        """Write documents as a table with a header, marked as UTF-8 for spreadsheets."""
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(self.columns)
        for document in documents:
            rest = deepcopy(dict(document))
            cells = [self._cell(path, field_take(rest, path)) for path in self.order]
            writer.writerow([*cells, _json(rest) if rest else ""])
        return _MARK + out.getvalue()

    def document(self, row: Mapping[str, str], base: Mapping[str, Any] | None) -> dict[str, Any]:
        """Build a document from the cells of a row.

        Parameters
        ----------
        row : mapping
            Column to cell, for the columns that the table has.
        base : mapping, optional
            The item as it is; what the table leaves out is taken from it.

        Raises
        ------
        CellError
            For a cell that should hold JSON and does not.
        """
        document: dict[str, Any] = {}
        kept = deepcopy(dict(base or {}))
        if MORE in row:
            for path in self.order:
                if path not in row:
                    field_put(document, path, field_take(kept, path))
            _merge(document, _object(row[MORE]))
        else:
            for path in row:
                field_take(kept, path)
            document = kept
        for path, cell in row.items():
            if path != MORE:
                field_put(document, path, self._value(path, cell))
        return document

    def _cell(self, path: str, value: Any) -> str:
        if value is None:
            return ""
        if path in self.lists and isinstance(value, list):
            parts = [_plain(part) for part in value]
            simple = all(isinstance(part, (str, int, float)) for part in value) and not any(
                _BETWEEN.strip() in part or part != part.strip() or not part for part in parts
            )
            simple = simple and bool(parts) and not parts[0].startswith("[")
            return _guarded(_BETWEEN.join(parts) if simple else _json(value))
        if isinstance(value, (dict, list)):
            return _guarded(_json(value))
        return _guarded(_plain(value)) if value != "" else _EMPTY

    def _value(self, path: str, cell: str) -> Any:
        if not cell:
            return None
        if path not in self.lists:
            return "" if cell == _EMPTY else _unguarded(cell)
        cell = _unguarded(cell)
        if cell.startswith("["):
            return _read_json(cell)
        parts = [part.strip() for part in cell.split(_BETWEEN.strip())]
        return parts[0] if path.endswith(".value") and len(parts) == 1 else parts


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read_json(cell: str) -> Any:
    try:
        return json.loads(cell)
    except ValueError as error:
        raise CellError(str(error)) from error


def _object(cell: str) -> dict[str, Any]:
    found = _read_json(_unguarded(cell)) if cell else {}
    if not isinstance(found, dict):
        raise CellError("this cell holds an object: {...}")
    return found


def _guarded(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula, or pages for a day."""
    return f"'{text}" if _is_taken(text) and not _NUMBER.fullmatch(text) else text


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _is_taken(cell[1:]) else cell


def _is_taken(text: str) -> bool:
    return text.startswith(_FORMULA) or bool(_DATE.fullmatch(text))


def _merge(document: dict[str, Any], other: Mapping[str, Any]) -> None:
    for name, value in other.items():
        if isinstance(value, dict) and isinstance(document.get(name), dict):
            _merge(document[name], value)
        else:
            document[name] = value


def _table(kind: str, key: str, order: Iterable[str], lists: Iterable[str]) -> Table:
    return Table(kind, key, frozenset(lists), tuple(order))


ENTRY_TABLE = _table(
    "entry",
    "id",
    (
        "id", "revision", "event_types", "factor", "modality", "category", "weight", "confidence",
        "difficulty", "expected.kind", "expected.direction", "expected.tail",
        "expected.reduction", "expected.unit", "expected.level", "expected.clim.stat",
        "expected.clim.threshold", "expected.absolute.op", "expected.absolute.value",
        "expected.floor.op", "expected.floor.value", "expected.blows_from", "where.place",
        "where.reach_km", "where.lag_hours", "finding", "timing", "timing_zh", "conditions.season",
        "conditions_zh.season", "conditions.region", "conditions_zh.region", "conditions.level",
        "conditions_zh.level", "conditions_machine.months_nh", "conditions_machine.abs_lat_range",
        "conditions_machine.event_centre_in", "conditions_machine.subtype", "rationale",
        "rationale_zh", "alternatives", "supports", "opposes", "citations", "tags",
        "restates_criterion", "note", "note_zh", "reviewed",
    ),
    (
        "event_types", "expected.absolute.value", "expected.floor.value", "where.lag_hours",
        "conditions_machine.months_nh", "conditions_machine.abs_lat_range",
        "conditions_machine.event_centre_in", "conditions_machine.subtype", "alternatives",
        "supports", "opposes", "citations", "tags",
    ),
)  # fmt: skip
REFERENCE_TABLE = _table(
    "reference",
    "key",
    (
        "key", "authors", "year", "title", "container", "publisher", "volume", "pages", "doi",
        "outcome", "checked_by", "checked_on", "seen", "note",
    ),
    ("authors", "seen"),
)  # fmt: skip
