"""Rebuild the report of a finished run from its events, and score the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.contracts.events import RecordedEvent

if TYPE_CHECKING:
    from diagnostics.contracts.scores import RunScores


@dataclass(frozen=True)
class Rebuilt:
    """The digest of a report that was built again, and the one that the run recorded."""

    report_digest: str
    recorded_digest: str | None

    @property
    def identical(self) -> bool:
        """Whether both are the same."""
        return self.report_digest == self.recorded_digest


def rebuild(events: Sequence[RecordedEvent]) -> Rebuilt:
    """Build a run's report again from its events with the release that the package carries.

    Raises
    ------
    InputDataError
        As `diagnostics.loop.rebuild_report`.
    """
    from diagnostics.guidelines import load_release
    from diagnostics.loop import rebuild_report

    report, state = rebuild_report(events, load_release())
    return Rebuilt(report.report_digest, state.report_digest)


def score_run(directory: Path, reference: Mapping[str, float] | None = None) -> RunScores:
    """Score a finished run on the five rubrics.

    Parameters
    ----------
    directory : Path
        Folder of the run.
    reference : mapping of str to float, optional
        Values by factor from an independent implementation.

    Raises
    ------
    InputDataError
        As `diagnostics.bench.scoring.read_case`.
    """
    from diagnostics.bench.scoring import read_case, score_case
    from diagnostics.guidelines import load_release

    case = read_case(directory, load_release())
    return score_case(
        case,
        reference=None if reference is None else dict(reference),
        directory=str(directory),
    )
