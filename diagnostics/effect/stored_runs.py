"""Stored runs as they are given to be judged again, and their data where they are still there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from diagnostics.bench.runs import opened_run
from diagnostics.climatology import Climatologies
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.effect import StoredRunLabel
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import DiagnosticsError, InputDataError
from diagnostics.loop.run import Run
from diagnostics.loop.state import RunState
from diagnostics.messages import Message
from diagnostics.ports import FieldSource

T = TypeVar("T")

MOST_ON_DATA = 10
"""Runs whose data are opened for one effect: the newest of those that need them."""
MOST_CLASSIFIED = 30
"""Likewise where nothing but events is classified, which takes much less than to test factors."""


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

    label: StoredRunLabel
    events: Sequence[RecordedEvent]
    release: GuidelineRelease
    open: Callable[[], OpenedData] | None


class DataAllowance:
    """How many more runs may be judged on their data."""

    def __init__(self, most: int) -> None:
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
    state : RunState
        The run's, which has a request.
    allowance : DataAllowance
    """

    def __init__(self, run: StoredRun, state: RunState, allowance: DataAllowance) -> None:
        self._run = run
        self._state = state
        self._allowance = allowance
        self._data: OpenedData | DiagnosticsError | None = None
        self._opened: Run | DiagnosticsError | None = None

    def opened(self) -> Run:
        """Return the run, opened on its data again.

        Raises
        ------
        DiagnosticsError
            With the reason for readers why the run cannot be judged on its data.
        """
        if self._opened is None:
            self._opened = _result(self._open)
        return _raised(self._opened)

    def classified(self, release: GuidelineRelease) -> Classification:
        """Return how the run would be classified by the criteria of a release.

        Of all its events; which one somebody asked for makes no difference.

        Raises
        ------
        DiagnosticsError
            With the reason for readers why the run cannot be classified on its data.
        """
        state = replace(self._state, started=None, window=None, inventory=None, classification=None)
        request = self._request.model_copy(update={"object": None})
        found = self._begun(state, release, request).state.classification
        assert found is not None
        return found

    def _open(self) -> Run:
        run = self._begun(self._state, self._run.release, self._request)
        if self._state.repairs:
            run.repair(self._state.repairs)
        return run

    @property
    def _request(self) -> DiagnosisRequest:
        """What was asked, without the boundaries of maps, which are not drawn."""
        request = self._state.request
        assert request is not None
        return request.model_copy(update={"boundaries": None})

    def _begun(self, state: RunState, release: GuidelineRelease, request: DiagnosisRequest) -> Run:
        """Open the run on the data, in a state."""
        if self._data is None:
            self._data = _result(self._read)
        data = _raised(self._data)
        try:
            return opened_run(
                request,
                data.source,
                release=release,
                baseline=data.climatology,
                state=state,
            )
        except DiagnosticsError as error:
            if error.code == "data_changed":
                raise InputDataError(Message(id="effect-data_changed"), code=error.code) from error
            raise

    def _read(self) -> OpenedData:
        if self._run.open is None:
            raise InputDataError(Message(id="effect-source_gone"), code="source_gone")
        if not self._allowance.take():
            message = Message(id="effect-older_run", params={"runs": self._allowance.most})
            raise InputDataError(message, code="older_run")
        return self._run.open()


def _result(make: Callable[[], T]) -> T | DiagnosticsError:
    """Return what is made, or why it cannot be made."""
    try:
        return make()
    except DiagnosticsError as error:
        return error


def _raised(found: T | DiagnosticsError) -> T:
    """Return what was made, or raise why it could not be."""
    if isinstance(found, DiagnosticsError):
        raise found
    return found
