"""Rebuild the report of a finished run from its events, and score the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.contracts.events import RecordedEvent
from diagnostics.service.local_ports import RunGuidelines

if TYPE_CHECKING:
    from diagnostics.contracts.report import Report
    from diagnostics.contracts.scores import RunScores


@dataclass(frozen=True)
class Rebuilt:
    """The digests of a report that was built again, and those that the run recorded.

    Attributes
    ----------
    report_digest, recorded_digest : str
        Of the whole report.
    facts_digest, recorded_facts : str
        Of the report without its prose. None where neither the run nor its folder has one.
    """

    report_digest: str
    recorded_digest: str | None
    facts_digest: str
    recorded_facts: str | None

    @property
    def identical(self) -> bool:
        """Whether both are the same."""
        return self.report_digest == self.recorded_digest

    @property
    def same_facts(self) -> bool:
        """Whether evidence, verdicts and conclusion are the same, in whatever words."""
        return self.identical or self.facts_digest == self.recorded_facts


def rebuild(folder: Path, events: Sequence[RecordedEvent], stored: Report | None = None) -> Rebuilt:
    """Build a run's report again from its events, with the release that the run pinned.

    Parameters
    ----------
    folder : Path
        Of the run; it keeps the release of the library.
    events : sequence of RecordedEvent
    stored : Report, optional
        As the run left it; its facts are compared where the events do not record them.

    Raises
    ------
    InputDataError
        As `diagnostics.loop.rebuild_report` and `RunGuidelines.release`.
    """
    from diagnostics.loop import fold, rebuild_report
    from diagnostics.reporting import facts_digest

    started = fold(events).started
    release = RunGuidelines(folder).release(started.release_digest if started else None)
    report, state = rebuild_report(events, release)
    recorded = state.facts_digest or (facts_digest(stored) if stored is not None else None)
    return Rebuilt(
        report_digest=report.report_digest,
        recorded_digest=state.report_digest,
        facts_digest=facts_digest(report),
        recorded_facts=recorded,
    )


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

    case = read_case(directory, RunGuidelines(directory).release)
    return score_case(
        case,
        reference=None if reference is None else dict(reference),
        directory=str(directory),
    )
