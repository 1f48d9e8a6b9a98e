"""Going on with a run: only the same request on the same data may use its folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import ArgumentError, SourceError
from diagnostics.messages import Message

if TYPE_CHECKING:
    from diagnostics.contracts.guidelines import ReleasedPreset
    from diagnostics.loop import RunState
    from diagnostics.ports import FieldSource


def require_same_run(
    state: RunState,
    request: DiagnosisRequest,
    source: FieldSource,
    presets: Sequence[ReleasedPreset] = (),
) -> None:
    """Refuse to go on with a run that was started otherwise.

    Parameters
    ----------
    state : RunState
        Folded from the log in the folder.
    request : DiagnosisRequest
        What is asked for now.
    source : FieldSource
        The data named now.
    presets : sequence of ReleasedPreset
        Of the run's release.

    Raises
    ------
    ArgumentError
        With code ``request_differs``; the message names what differs.
    SourceError
        With code ``data_changed`` when the data are others.
    """
    from diagnostics.loop.open_run import usable_source

    if state.started is None:
        return
    before, now = state.started.request.model_dump(), request.model_dump()
    differing = [name for name in before if before[name] != now[name]]
    if differing:
        raise ArgumentError(
            Message(id="serviceerror-request_differs", params={"differing": ", ".join(differing)}),
            code="request_differs",
            data={"differing": differing},
        )
    if state.data_digest and usable_source(request, source, presets).digest() != state.data_digest:
        raise SourceError(
            Message(id="serviceerror-data_changed"),
            code="data_changed",
        )
