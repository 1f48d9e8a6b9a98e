"""A model grid that moves with the storm: one grid per time, never two in one dataset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        What the user is told.
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
                    item.model_copy(update={"times": len(times)}) if item.times else item
                    for item in self._shared(held)
                ),
            }
        )

    @staticmethod
    def _shared(held: Sequence[Inventory]) -> Iterator[VariableInfo]:
        """Yield the fields that are there at every time.

        A total since the start of the run covers another interval at each.
        """
        for info in held[0].variables:
            found = [item.variable(info.name) for item in held]
            lengths = tuple(item.interval_hours for item in found if item is not None)
            if None in found:
                continue
            if len(set(lengths)) == 1:
                yield info
            elif None not in lengths:
                yield info.model_copy(update={"interval_hours": None, "intervals_hours": lengths})

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
