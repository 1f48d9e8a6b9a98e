"""A model grid that moves with the storm: one grid per time, never two in one dataset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.contracts.base import digest_of, format_instant
from diagnostics.contracts.enums import Severity
from diagnostics.contracts.inventory import Inventory, VariableInfo
from diagnostics.errors import InputDataError
from diagnostics.fields.blocks import finding_of
from diagnostics.fields.memory import step_hours
from diagnostics.fields.select import select_times, to_datetime64
from diagnostics.fields.source import FileSource
from diagnostics.messages import Message
from diagnostics.ports import FieldRequest

if TYPE_CHECKING:
    import xarray as xr

MOVING_NOTE = Message(id="reader-moving_grid")


class MovingSource(FileSource):
    """A source of one grid per time.

    Parameters
    ----------
    steps : sequence of FileSource
        One per time, in ascending order.
    note : Message
        What the user reads.
    """

    def __init__(self, steps: Sequence[FileSource], note: Message) -> None:
        self._steps = sorted(steps, key=lambda item: item.inventory().times)
        self._note = note

    def inventory(self) -> Inventory:
        """Say what the source holds; `grid` is that of the first time, `grids` of all."""
        held = [step.inventory() for step in self._steps]
        first = held[0]
        times = tuple(time for item in held for time in item.times)
        finding = finding_of("moving_grid", Severity.WARNING, self._note)
        return first.model_copy(
            update={
                "times": times,
                "step_hours": step_hours(self._numpy_times()),
                "grids": tuple(item.grid for item in held for _ in item.times),
                "findings": (*first.findings, finding),
                "variables": tuple(
                    known for item in first.variables if (known := self._at_every_time(item))
                ),
            }
        )

    def _at_every_time(self, info: VariableInfo) -> VariableInfo | None:
        """Describe a field for all times; None where one of them lacks it.

        Totals since the start of a run have a longer interval at each time: they are not made
        increments of one length, since cells of two times do not lie at one place.
        """
        found = [step.inventory().variable(info.name) for step in self._steps]
        lengths = [item.interval_hours for item in found if item is not None]
        if len(lengths) < len(self._steps):
            return None
        times = len(self._steps) if info.times else 0
        if len(set(lengths)) == 1:
            return info.model_copy(update={"times": times})
        if None in lengths:
            return None
        return info.model_copy(
            update={"times": times, "interval_hours": None, "intervals": tuple(lengths)}
        )

    def _numpy_times(self) -> np.ndarray[tuple[int, ...], np.dtype[np.datetime64]]:
        found = [to_datetime64(step.inventory().times[0]) for step in self._steps]
        return np.array(found, dtype="datetime64[ns]")

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read one time.

        Raises
        ------
        InputDataError
            ``moving_grid`` when the window holds several times.
        """
        chosen = self._steps[select_times(self._numpy_times(), request.window)]
        if len(chosen) > 1:
            times = [format_instant(step.inventory().times[0]) for step in chosen]
            raise InputDataError(
                Message(
                    id="dataerror-moving_grid",
                    params={"note": self._note, "times": ", ".join(times)},
                ),
                code="moving_grid",
                data={"times": times},
            )
        return chosen[0].load(request)

    def digest(self) -> str:
        """Sha256 of the content."""
        return digest_of([step.digest() for step in self._steps])

    def check_unchanged(self) -> None:
        """Make sure that the data of every time are still those that were opened."""
        for step in self._steps:
            step.check_unchanged()
