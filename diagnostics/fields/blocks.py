"""What a reader hands to the source: blocks of values that are read on demand."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.field_record import FieldRecord, stated
from diagnostics.contracts.inventory import Finding, LeftOut
from diagnostics.fields.horizontal import HorizontalGrid, HorizontalSelection
from diagnostics.messages import Message, Term, render
from diagnostics.messages.catalogue import SOURCE

if TYPE_CHECKING:
    import xarray as xr

Times = NDArray[np.datetime64]
Values = NDArray[np.float32]
BlockReader = Callable[[Sequence[int], Sequence[int], HorizontalSelection], NDArray[np.float64]]
"""Positions in times and levels, and a window -> values (time, level, y, x); NaN is missing."""

Opener = Callable[[], "AbstractContextManager[xr.Dataset]"]
"""Opens a NetCDF file or Zarr store for one read, raw."""

TIMELESS: Times = np.zeros(1, dtype="datetime64[ns]")
"""Stands for the time of a fixed field in a file without any time."""


_FIELD_TERM = "field_"
MOST_LEFT_OUT = 500
"""Fields of one file that are listed as not used."""


@dataclass(frozen=True)
class Block:
    """One ingredient in one file over times x levels, in the file's own unit.

    Attributes
    ----------
    ingredient : str
        Key of `diagnostics.fields.names.INGREDIENTS`.
    source_name, unit : str
        As the file has them; the unit may be empty.
    grid : HorizontalGrid
    times : ndarray of datetime64[ns]
        Valid times; for accumulations and extremes the END of each interval.
    read : BlockReader
    levels : tuple of float
        hPa, in the order of the file; empty for fields without a level.
    starts : ndarray or None
        Begin of each interval; None for instantaneous values.
    runs : ndarray or None
        Initialisation of the forecast each time belongs to; None where unknown.
    grid_relative : bool or None
        Whether wind components follow the grid's axes; None where the file does not say.
    preference : int
        Lower wins where two blocks hold the same value (PRMSL before MSLET).
    path : str
        File or URL, for messages.
    member : int or None
        Ensemble member; None where the file does not say.
    record : FieldRecord or None
        What the file says of the field.
    """

    ingredient: str
    source_name: str
    unit: str
    grid: HorizontalGrid
    times: Times
    read: BlockReader
    levels: tuple[float, ...] = ()
    starts: Times | None = None
    runs: Times | None = None
    grid_relative: bool | None = None
    preference: int = 0
    path: str = ""
    member: int | None = None
    record: FieldRecord | None = None


def finding_of(
    code: str, severity: Severity, wording: Message, fields: Sequence[str] = ()
) -> Finding:
    """Return what was noticed, in English and as a message for every language."""
    return Finding(
        code=code,
        severity=severity,
        message=render(wording, SOURCE),
        wording=wording,
        fields=tuple(fields),
    )


def _named_in(wording: Message) -> list[str]:
    """Return the fields that a message names by their terms."""
    terms = [item.term for item in wording.params.values() if isinstance(item, Term)]
    return [term.removeprefix(_FIELD_TERM) for term in terms if term.startswith(_FIELD_TERM)]


@dataclass
class Scan:
    """What one file holds; `is_dated_by_caller` says that it would have no dates without them."""

    format: str
    blocks: list[Block] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    refused: dict[str, tuple[str, Message]] = field(default_factory=dict)
    left_out: dict[str, LeftOut] = field(default_factory=dict)
    title: str = ""
    institution: str = ""
    history: str = ""
    attribution: str = ""
    origin: str = "unknown"
    is_dated_by_caller: bool = False

    def note(
        self,
        code: str,
        wording: Message,
        severity: Severity = Severity.INFO,
        fields: Sequence[str] = (),
    ) -> None:
        """Add a finding once.

        Parameters
        ----------
        code : str
        wording : Message
        severity : Severity
            A warning puts the answers of the fields in doubt.
        fields : sequence of str
            Ingredients that it concerns; those that its wording names by default, and where it
            names none, all of the source.
        """
        finding = finding_of(code, severity, wording, fields or _named_in(wording))
        if finding not in self.findings:
            self.findings.append(finding)

    def warn(self, code: str, wording: Message, fields: Sequence[str] = ()) -> None:
        """Add a warning once; see `note`."""
        self.note(code, wording, Severity.WARNING, fields)

    def leave_out(
        self,
        name: str,
        wording: Message,
        nearest: Sequence[str] = (),
        record: FieldRecord | None = None,
        quantity: str | None = None,
    ) -> None:
        """Record a field that is not used, and why; with its quantity where that is known."""
        if record is None and quantity is not None:
            record = FieldRecord(source_name=name, quantity=stated(quantity, "name"))
        if len(self.left_out) < MOST_LEFT_OUT:
            self.left_out.setdefault(
                name, LeftOut(name=name, wording=wording, nearest=tuple(nearest), record=record)
            )

    def refuse(self, name: str, code: str, wording: Message) -> None:
        """Record a field that is there but must not be used, and why."""
        self.refused.setdefault(name, (code, wording))
        self.warn(code, wording, (name,))


@dataclass(frozen=True)
class Hints:
    """What the caller knows and the files may not say.

    Attributes
    ----------
    origin : datetime64 or None
        The time that the axis of an undated file counts from.
    member : int or None
    run : datetime64 or None
    statistic : str or None
        Of an ensemble, read in the place of a forecast: ``mean``, ``p90``.
    """

    origin: np.datetime64 | None = None
    member: int | None = None
    run: np.datetime64 | None = None
    statistic: str | None = None


def shown(path: str | Path) -> str:
    """Return a path as messages show it: its last two parts."""
    text = str(path).rstrip("/")
    if "://" in text:
        return text
    parts = [part for part in Path(text).parts if part != os.sep]
    return str(Path(*parts[-2:]))
