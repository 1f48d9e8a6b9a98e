"""What a report is made from: the folded run, the pinned release and the catalogue's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Basis, Verdict
from diagnostics.contracts.evidence import EvidenceItem, FigureAnswer
from diagnostics.contracts.guidelines import EntryName, GuidelineEntry, GuidelineRelease
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.report import Conclusion, RetrievalRecord, SoftwareInfo
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import ReplanDecision, ReportOutline
from diagnostics.contracts.steering import SteeringLog
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.contracts.tools import ToolSpec
from diagnostics.guidelines import says_otherwise

EVENT_CHART = "event"
"""Id of the evidence that shows the event itself; it has no factor and no verdict."""
EVENT_SERIES_CHART = f"{EVENT_CHART}_series"
"""Id of the evidence that shows the course of rain or snow at the event's peak."""


def is_event_chart(evidence_id: str) -> bool:
    """Whether evidence shows the event itself: ``event``, ``event_2`` and so on."""
    return evidence_id.partition("_")[0] == EVENT_CHART


SITUATION_CHART = "situation"
"""Id of the evidence that shows the synoptic situation, likewise."""


def is_situation_chart(evidence_id: str) -> bool:
    """Whether evidence shows the synoptic situation."""
    return evidence_id == SITUATION_CHART


class Findings(Protocol):
    """What a run found, of which its material and its report both tell."""

    @property
    def inventory(self) -> Inventory:
        """What the data hold."""

    @property
    def classification(self) -> Classification:
        """The test of all event types."""

    @property
    def conclusion(self) -> Conclusion:
        """What happened, and why."""


@dataclass(frozen=True)
class ReportChart:
    """A chart of the run: the evidence it belongs to and where its picture is."""

    evidence_id: str
    artifact: str
    answer: FigureAnswer


_ALWAYS = ("where", "conditions_machine", "weight")
_OF_BASIS: Mapping[Basis, tuple[str, ...]] = {
    Basis.ABSOLUTE: ("expected.absolute", "expected.bands", "expected.floor", "expected.also"),
    Basis.CLIMATOLOGY_REDUCED: ("expected.clim", "expected.floor", "expected.also"),
    Basis.CLIMATOLOGY_GRIDDED: ("expected.clim", "expected.floor", "expected.also"),
    Basis.DETECTOR: ("expected.detectors", "expected.require"),
}


def _decided(item: EvidenceItem) -> tuple[str, ...]:
    """Return the fields of an entry that had a say in a verdict; empty where none was given."""
    if item.judgement is None or item.judgement.basis not in _OF_BASIS:
        return ()
    return (*_OF_BASIS[item.judgement.basis], *_ALWAYS)


@dataclass(frozen=True)
class ReportMaterial:
    """Everything a report may speak of; nothing else reaches one."""

    request: DiagnosisRequest
    timezone: str
    inventory: Inventory
    data_digest: str
    classification: Classification
    conclusion: Conclusion
    evidence: tuple[EvidenceItem, ...]
    charts: tuple[ReportChart, ...]
    outline: ReportOutline
    replans: tuple[ReplanDecision, ...]
    retrieval: RetrievalRecord
    steering: SteeringLog
    failed: Mapping[str, str]
    blocked: Mapping[str, str]
    release: GuidelineRelease
    specs: Mapping[str, ToolSpec]
    software: SoftwareInfo
    measured: tuple[EvidenceItem, ...] = ()
    """What shows the event itself and the situation, beside the evidence for its factors."""
    systems: SynopticSystems | None = None

    @property
    def set_aside(self) -> tuple[EvidenceItem, ...]:
        """Evidence that a person did not want counted."""
        aside = self.conclusion.set_aside
        return tuple(item for item in self.evidence if item.id in aside)

    @property
    def counted(self) -> tuple[EvidenceItem, ...]:
        """The evidence that counts."""
        aside = self.conclusion.set_aside
        return tuple(item for item in self.evidence if item.id not in aside)

    @property
    def confirmed(self) -> tuple[EvidenceItem, ...]:
        """The evidence that was found and explains the event."""
        again = self.conclusion.repeated
        return tuple(
            item for item in self._found if not item.restates_criterion and item.id not in again
        )

    @property
    def counting(self) -> tuple[EvidenceItem, ...]:
        """The evidence that was found and counts."""
        return tuple(item for item in self.confirmed if item.id not in self.conclusion.trivial)

    @property
    def trivial(self) -> tuple[EvidenceItem, ...]:
        """The evidence that was found as strongly without the event."""
        return tuple(item for item in self.confirmed if item.id in self.conclusion.trivial)

    @property
    def repeated(self) -> tuple[EvidenceItem, ...]:
        """The evidence that shows what confirmed evidence shows already."""
        return tuple(item for item in self._found if item.id in self.conclusion.repeated)

    @property
    def severity(self) -> tuple[EvidenceItem, ...]:
        """The evidence that was found and merely restates the event's criterion."""
        return tuple(item for item in self._found if item.restates_criterion)

    @property
    def set_by_centre(self) -> tuple[EvidenceItem, ...]:
        """The evidence whose limit, condition or weight is the centre's, not the library's."""
        return tuple(
            item
            for item in self.evidence
            if (entry := self.entry(item)) is not None and says_otherwise(entry, *_decided(item))
        )

    def of_status(self, status: str) -> tuple[EvidenceItem, ...]:
        """The evidence whose entry stands so in the review."""
        return tuple(
            item
            for item in self.evidence
            if (entry := self.entry(item)) is not None and entry.curation.status == status
        )

    @property
    def unused(self) -> tuple[EntryName, ...]:
        """The entries on this type of event that the centre does not use."""
        event = self.conclusion.event
        return tuple(item for item in self.release.unused if event in item.event_types)

    @property
    def _found(self) -> tuple[EvidenceItem, ...]:
        return tuple(
            item
            for item in self.counted
            if item.judgement is not None and item.judgement.verdict is Verdict.CONFIRMED
        )

    def entry(self, evidence: EvidenceItem) -> GuidelineEntry | None:
        """The guideline entry that a piece of evidence tests."""
        return self.release.entry(evidence.entry_id) if evidence.entry_id else None
