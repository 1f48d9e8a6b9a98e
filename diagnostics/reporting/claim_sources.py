"""Where claims point: one way to find the value that a source and a path name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, JsonValue

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.report import Conclusion, Report, RetrievalRecord, SoftwareInfo
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.steering import SteeringLog
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.contracts.tools import ToolSpec
from diagnostics.grid.legal_time import legal_zone
from diagnostics.reporting.report_inputs import ReportMaterial

_AT_SEA = "Etc/"
"""How zones begin that nobody lives by."""


def evidence_by_id(found: ReportMaterial | Report) -> dict[str, EvidenceItem]:
    """Return all evidence that a report may speak of, by its id."""
    return {item.id: item for item in (*found.measured, *found.evidence, *found.conclusion.signs)}


@dataclass(frozen=True)
class ClaimSources:
    """Everything that a claim may be bound to."""

    request: DiagnosisRequest
    inventory: Inventory
    classification: Classification
    conclusion: Conclusion
    software: SoftwareInfo
    retrieval: RetrievalRecord
    steering: SteeringLog
    systems: SynopticSystems | None
    evidence: Mapping[str, EvidenceItem]
    release: GuidelineRelease
    specs: Mapping[str, ToolSpec]
    _documents: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of_report(
        cls, report: Report, release: GuidelineRelease, specs: Mapping[str, ToolSpec]
    ) -> ClaimSources:
        """Take the sources from a report, its release and the catalogue."""
        return cls(
            request=report.request,
            inventory=report.inventory,
            classification=report.classification,
            conclusion=report.conclusion,
            software=report.software,
            retrieval=report.retrieval,
            steering=report.steering,
            systems=report.systems,
            evidence=evidence_by_id(report),
            release=release,
            specs=specs,
        )

    @property
    def clock(self) -> str:
        """The zone whose clock the event's place goes by: at its peak, else amid the region.

        At sea a peak has no clock but that of its longitude; where the middle of the region has
        one that people live by, that is taken.
        """
        middle = legal_zone(*self.request.region.center)
        event = self.conclusion.occurrence.event or self.conclusion.occurrence.nearest
        tested = self.classification.assessments
        found = next((item.metrics for item in tested if item.event is event), None)
        if found is not None and found.peak_latitude is not None:
            assert found.peak_longitude is not None
            here = legal_zone(found.peak_latitude, found.peak_longitude)
            return middle if here.startswith(_AT_SEA) else here
        return middle

    @property
    def origin(self) -> Literal["event", "value"]:
        """What distances are from: the event, or the strongest value where none is known of."""
        return "event" if self.conclusion.occurrence.happened else "value"

    @property
    def situation_origin(self) -> Literal["event", "value", "region"]:
        """What distances of systems are from: the origin, where the search had one."""
        at_event = self.systems is not None and self.systems.at_event
        return self.origin if at_event else "region"

    def root(self, source: str) -> BaseModel:
        """Return the object that a source names.

        Raises
        ------
        LookupError
            When there is no such source.
        """
        kind, _, key = source.partition(":")
        if kind == "evidence":
            return self.evidence[key]
        if kind == "entry":
            return self.release.entry(key)
        if kind == "tool":
            return self.specs[key]
        if kind == "cause":
            return self._cause(key)
        if source == "systems":
            if self.systems is None:
                raise LookupError("the report has no synoptic systems")
            return self.systems
        plain: dict[str, BaseModel] = {
            "request": self.request,
            "inventory": self.inventory,
            "classification": self.classification,
            "conclusion": self.conclusion,
            "software": self.software,
            "retrieval": self.retrieval,
            "steering": self.steering,
        }
        return plain[source]

    def _cause(self, key: str) -> BaseModel:
        """Return the explanation that ``EVENT.ID`` names."""
        event, _, name = key.partition(".")
        for cause in self.release.causes:
            if cause.id == name and event in cause.event_types:
                return cause
        raise LookupError(f"the release has no explanation {key}")

    def resolve(self, source: str, path: str) -> JsonValue:
        """Return the JSON value at `path` (dotted; numbers index lists) of `source`.

        ``path+path`` gives the list of both values, as a place needs, and a final ``#`` the
        number of items.

        Raises
        ------
        LookupError
            When the source or the path leads nowhere.
        """
        document = self._document(source)
        if "+" in path:
            return [_walk(document, part, source) for part in path.split("+")]
        return _walk(document, path, source)

    def find(self, source: str, path: str) -> JsonValue:
        """Return the value at `path` of `source`; None where there is none."""
        try:
            return self.resolve(source, path)
        except LookupError:
            return None

    def _document(self, source: str) -> Any:
        """Return a source as JSON, written once: a report has hundreds of claims on few sources."""
        if source not in self._documents:
            self._documents[source] = self.root(source).model_dump(mode="json")
        return self._documents[source]


def _walk(document: Any, path: str, source: str) -> JsonValue:
    value = document
    for part in path.split("."):
        if part == "#" and isinstance(value, Sequence):
            value = len(value)
        elif isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            raise LookupError(f"{source} has no {path}")
    result: JsonValue = value
    return result
