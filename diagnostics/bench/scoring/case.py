"""A finished run as the Evaluator sees it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from diagnostics.bench.scoring.wording import reason
from diagnostics.catalog import feasibility, gridded_climatology_tools
from diagnostics.contracts.enums import Category, EventType, Feasibility
from diagnostics.contracts.events import HypothesisProposed, RecordedEvent, RoleDecided, read_event
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.report import Report
from diagnostics.contracts.roles import Hypothesis
from diagnostics.contracts.steering import SteeringAction
from diagnostics.contracts.tools import ToolFeasibility
from diagnostics.detection.events import criterion_fields
from diagnostics.errors import InputDataError
from diagnostics.fields.repair import repaired_inventory
from diagnostics.guidelines import CaseProfile, case_profile, inapplicable_reason
from diagnostics.messages import Listing, Message, Term


@dataclass(frozen=True)
class FinishedCase:
    """A report, the log that led to it, the pinned release and the pictures.

    Attributes
    ----------
    report : Report
    events : tuple of RecordedEvent
    release : GuidelineRelease
        As pinned, whatever the run went without.
    pictures : mapping
        PNG bytes by artifact name.
    """

    report: Report
    events: tuple[RecordedEvent, ...]
    release: GuidelineRelease
    pictures: Mapping[str, bytes]

    @property
    def event(self) -> EventType | None:
        """The type that the loop examined, or that fired without being examined."""
        return self.report.conclusion.event or self.report.classification.primary

    @cached_property
    def entries(self) -> Mapping[str, GuidelineEntry]:
        """Entries of the pinned release by id."""
        return {entry.id: entry for entry in self.release.entries}

    @cached_property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What the Decomposer proposed, turn by turn."""
        return tuple(
            item.body.hypothesis
            for item in self.events
            if isinstance(item.body, HypothesisProposed)
        )

    @cached_property
    def turns(self) -> tuple[tuple[GuidelineEntry, ...], ...]:
        """Known entries that were to be tested: by hypothesis, and by order of a person."""
        proposed = [[item.entry_id for item in one.factors] for one in self.hypotheses]
        ordered = [
            record.entry_id or ""
            for record in self.report.steering.records
            if record.applied and record.action in (SteeringAction.PIN, SteeringAction.ADD)
        ]
        return tuple(
            tuple(self.entries[name] for name in names if name in self.entries)
            for names in (*proposed, ordered)
        )

    def decisions(self, output_type: str) -> tuple[RoleDecided, ...]:
        """Recorded decisions with one type of output, in order."""
        return tuple(
            item.body
            for item in self.events
            if isinstance(item.body, RoleDecided) and item.body.output_type == output_type
        )

    @cached_property
    def inventory(self) -> Inventory:
        """What the data hold, with the levels that were made."""
        return repaired_inventory(self.report.inventory, self.report.retrieval.repairs)

    @cached_property
    def profile(self) -> CaseProfile:
        """Season, place and subtype of the event, from the request and the classification."""
        assert self.event is not None
        classification = self.report.classification
        window = classification.window
        times = [t for t in self.inventory.times if window.start <= t <= window.end]
        middle = times[len(times) // 2] if times else window.start
        return case_profile(self.event, self.report.request.region, classification, middle=middle)

    @cached_property
    def feasible(self) -> Mapping[str, ToolFeasibility]:
        """Every tool, and whether these data allow it."""
        return {item.name: item for item in feasibility(self.inventory)}

    @cached_property
    def testable(self) -> tuple[GuidelineEntry, ...]:
        """Entries that explain the event, apply to the case, and that the data allow."""
        return tuple(
            entry
            for entry in self.release.entries
            if not entry.restates_criterion
            and inapplicable_reason(entry, self.profile) is None
            and entry.factor in self.feasible
            and self.feasible[entry.factor].feasibility is not Feasibility.BLOCKED
            and (self.report.request.climatology or entry.factor not in gridded_climatology_tools())
        )

    @cached_property
    def ineligible(self) -> Message | None:
        """Why hypothesis and retrieval cannot be scored here; None when they can."""
        if self.event is None:
            return reason("no_event")
        name = Term(term=self.event.value)
        if not criterion_fields(self.event, self.inventory):
            return reason("no_criterion_field", event=name)
        held = {entry.category for entry in self.testable}
        absent = [category.value for category in Category if category not in held]
        if absent:
            kinds = Listing(items=tuple(Term(term=one) for one in absent), style="or")
            return reason("no_category", categories=kinds, event=name)
        if self.report.classification.assessment(self.event).firing.value != "fired":
            return reason("event_not_found", event=name)
        return None


def read_case(folder: Path, releases: Callable[[str], GuidelineRelease]) -> FinishedCase:
    """Read a run's folder.

    Parameters
    ----------
    folder : Path
        As ``hvrmet diagnose --out`` leaves it.
    releases : callable
        Returns the release with a digest.

    Returns
    -------
    FinishedCase

    Raises
    ------
    InputDataError
        ``no_run``, ``unfinished_run`` or ``broken_event_log``, and as `releases`.
    """
    log, document = folder / "events.jsonl", folder / "diagnosis.json"
    if not log.is_file():
        raise InputDataError(
            Message(id="error-nothing_to_score", params={"folder": str(folder)}), code="no_run"
        )
    if not document.is_file():
        raise InputDataError(
            Message(id="error-run_without_report", params={"folder": str(folder)}),
            code="unfinished_run",
        )
    try:
        report = Report.model_validate_json(document.read_text(encoding="utf-8"))
        lines = log.read_text(encoding="utf-8").splitlines()
        events = tuple(read_event(json.loads(line)) for line in lines)
    except (ValidationError, json.JSONDecodeError) as error:
        raise InputDataError(
            Message(id="error-run_unreadable", params={"folder": str(folder), "error": str(error)}),
            code="broken_event_log",
        ) from error
    release = releases(report.software.release_digest)
    pictures = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted((folder / "figures").glob("*.png"))
    }
    return FinishedCase(report=report, events=events, release=release, pictures=pictures)
