"""Stored runs as they are given to be judged again, and their data where they are still there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from diagnostics.bench.runs import opened_run
from diagnostics.climatology import Climatologies
from diagnostics.contracts.effect import RunLabel
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.effect.on_evidence import StoredCase
from diagnostics.errors import DiagnosticsError, InputDataError
from diagnostics.loop.run import Run
from diagnostics.messages import Message
from diagnostics.ports import FieldSource

MOST_ON_DATA = 10
"""Runs whose data are opened for one effect: the newest of those that need them."""


@dataclass(frozen=True)
class OpenedData:
    """The data of a stored run, as its diagnosis opened them."""

    source: FieldSource
    climatology: Climatologies | None


@dataclass(frozen=True)
class StoredRun:
    """A stored run: its whole log, and the release that it pinned.

    `open` opens its data, and raises `DiagnosticsError` where that fails; None where its source
    is no longer registered.
    """

    label: RunLabel
    events: Sequence[RecordedEvent]
    release: GuidelineRelease
    open: Callable[[], OpenedData] | None


class DataAllowance:
    """How many more runs may be judged on their data."""

    def __init__(self, most: int = MOST_ON_DATA) -> None:
        self.most = most
        self._left = most

    def take(self) -> bool:
        """Take one; False where none is left."""
        self._left -= 1
        return self._left >= 0


class RunData:
    """The data of one run, opened when they are first asked for.

    Parameters
    ----------
    run : StoredRun
    case : StoredCase
    allowance : DataAllowance
    """

    def __init__(self, run: StoredRun, case: StoredCase, allowance: DataAllowance) -> None:
        self._run = run
        self._case = case
        self._allowance = allowance
        self._opened: Run | DiagnosticsError | None = None

    def opened(self) -> Run:
        """Return the run, opened on its data again.

        Raises
        ------
        DiagnosticsError
            With the reason for readers why the run cannot be judged on its data.
        """
        if self._opened is None:
            try:
                self._opened = self._open()
            except DiagnosticsError as error:
                self._opened = error
        if isinstance(self._opened, DiagnosticsError):
            raise self._opened
        return self._opened

    def _open(self) -> Run:
        if self._run.open is None:
            raise InputDataError(Message(id="effect-source_gone"), code="source_gone")
        if not self._allowance.take():
            message = Message(id="effect-older_run", params={"runs": self._allowance.most})
            raise InputDataError(message, code="older_run")
        data = self._run.open()
        state = self._case.state
        try:
            run = opened_run(
                self._case.view.request.model_copy(update={"boundaries": None}),
                data.source,
                release=self._run.release,
                baseline=data.climatology,
                state=state,
            )
        except DiagnosticsError as error:
            if error.code == "data_changed":
                raise InputDataError(Message(id="effect-data_changed"), code=error.code) from error
            raise
        if state.repairs:
            run.repair(state.repairs)
        return run
