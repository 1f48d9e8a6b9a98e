"""What an operator call leaves behind: values, features, figures, verdicts."""

from __future__ import annotations

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract, Instant, is_empty, is_none
from diagnostics.contracts.checking import CheckFinding, no_doubts
from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.controls import FactorControls
from diagnostics.contracts.enums import (
    Basis,
    IndexStatus,
    Modality,
    PlaceDoubt,
    Role,
    Scope,
    Severity,
    Verdict,
)
from diagnostics.contracts.space_time import FromPeak, Region, SearchPlace, TimeWindow
from diagnostics.messages import Message


class Provenance(Contract):
    """How a value came to be."""

    tool: str
    tool_version: str
    catalogue_digest: str = ""
    input_digest: str = ""
    kernel: str = Field(default="numpy", description="numpy | numba")
    mode: str = "qa"
    domain: Region | None = None
    warnings: tuple[str, ...] = ()
    inputs: tuple[str, ...] = Field(default=(), description="canonical fields that were read")
    parameters: dict[str, JsonValue] = {}
    smoothed_km: float | None = Field(
        default=None,
        description="sigma of the Gaussian that smoothed the values, in a diagnosis",
        exclude_if=is_none,
    )
    choice: DataChoice | None = Field(
        default=None,
        description="the run, and the member or statistic of the ensemble, that the request named",
        exclude_if=is_none,
    )


class ClimatologyContext(Contract):
    """Where a value stands in its own climatology."""

    baseline: str
    baseline_digest: str = ""
    mode: str = Field(description="A: of the reduced index; B: grid point")
    mean: float
    std: float
    z: float | None = None
    percentile: float | None = None
    sample_count: int | None = Field(description="None where the file does not say")
    effective_sample_size: float | None = None
    index_mode: str = Field(default="", description="qa | diagnose: how the sample was computed")
    cluster_z: float | None = Field(
        default=None,
        description="mode B: what three contiguous cells, the place of the value among them, reach",
    )
    cluster_percentile: float | None = None


class SeriesPoint(Contract):
    """One time of a reduced index, with the place of its extremum."""

    time: Instant
    value: float | None
    latitude: float | None = None
    longitude: float | None = None
    z: float | None = None
    percentile: float | None = None
    sample_count: int | None = None
    effective_sample_size: float | None = None
    climatology_mode: str = Field(default="", description="A | B, where z or percentile is given")
    cluster_z: float | None = Field(default=None, description="mode B; see the anomaly")
    cluster_percentile: float | None = None
    valid_fraction: float | None = None
    from_deg: float | None = Field(
        default=None,
        description="of the length of a vector: where this one blows from, degrees clockwise from "
        "true north",
        exclude_if=is_none,
    )
    doubt: PlaceDoubt | None = Field(
        default=None,
        description="why the value cannot decide: its place is below ground or on the data's edge",
        exclude_if=is_none,
    )


class SecondOpinion(Contract):
    """The same quantity by an independent library at the decisive point, beside ours there."""

    library: str = Field(description="name and version")
    functions: tuple[str, ...] = ()
    unit: str = ""
    ours: float | None = Field(default=None, description="at the point, without smoothing")
    value: float | None = Field(default=None, description="the library's, at the same point")
    difference: float | None = Field(default=None, description="the library's minus ours")
    agrees: bool | None = Field(default=None, description="within the declared tolerance")
    time: Instant | None = None
    latitude: float | None = None
    longitude: float | None = None
    reason: str = Field(default="", description="why there is no number")
    wording: Message | None = Field(
        default=None, description="the reason for every language", exclude_if=is_none
    )


class IndexAnswer(Contract):
    """The answer of one index: the contract of ``hvrmet index --json``."""

    name: str
    value: float | None
    unit: str
    status: IndexStatus
    time: Instant | TimeWindow | None = None
    region: Region | None = None
    latitude: float | None = None
    longitude: float | None = None
    extra: dict[str, JsonValue] = {}
    anomaly: ClimatologyContext | None = None
    provenance: Provenance
    message: str = ""
    wording: Message | None = Field(
        default=None, description="the message for every language", exclude_if=is_none
    )
    level: float | None = None
    reduction: str = ""
    series: tuple[SeriesPoint, ...] = ()
    packing_step: float | None = Field(
        default=None,
        description="the step in which the values of the field are packed, where it shows",
        exclude_if=is_none,
    )
    second_opinion: SecondOpinion | None = Field(default=None, exclude_if=is_none)
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )


class Feature(Contract):
    """A detected object: where it is, how strong, how large."""

    kind: str
    latitude: float
    longitude: float
    value: float | None = None
    unit: str = ""
    strength: float | None = Field(default=None, description="in the detector's own measure")
    area_km2: float | None = None
    length_km: float | None = None
    time: Instant | None = None
    score: float = Field(default=0.0, ge=0, le=1)
    line: tuple[tuple[float, float], ...] = Field(default=(), description="latitude, longitude")
    extra: dict[str, JsonValue] = {}
    doubt: PlaceDoubt | None = Field(
        default=None,
        description="why it cannot decide: its place is below ground or on the data's edge",
        exclude_if=is_none,
    )


class FeaturesAnswer(Contract):
    """The answer of one detector at one time."""

    detector: str
    passed: bool | None = Field(description="the expected anomaly is there; None: cannot tell")
    score: float = Field(default=0.0, ge=0, le=1)
    features: tuple[Feature, ...] = ()
    time: Instant | None = None
    status: IndexStatus = IndexStatus.OK
    message: str = ""
    wording: Message | None = Field(
        default=None, description="the message for every language", exclude_if=is_none
    )
    provenance: Provenance
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )
    elsewhere: Feature | None = Field(
        default=None,
        description="the strongest feature that lies beyond the place of the event",
        exclude_if=is_none,
    )


class FigureFinding(Contract):
    """One finding of the Image Checker, with the change that mends it."""

    rule: str
    severity: Severity
    message: str
    wording: Message | None = Field(
        default=None, description="the message, in any language", exclude_if=is_none
    )
    value: JsonValue = Field(default=None, description="what was measured")
    limit: JsonValue = Field(default=None, description="what it is held against")
    change: dict[str, JsonValue] = {}


class FigureRound(Contract):
    """An earlier drawing of a chart: its score, and the findings that it was redrawn for."""

    score: float = Field(ge=0, le=5)
    findings: tuple[FigureFinding, ...] = ()


class FigureCheck(Contract):
    """The Image Checker's result for one chart."""

    score: float = Field(ge=0, le=5)
    findings: tuple[FigureFinding, ...] = ()
    rounds: int = Field(default=1, description="how often the chart was drawn")
    earlier: tuple[FigureRound, ...] = Field(default=(), description="one per drawing before")


class QuestionAnswer(Contract):
    """A catalogue question answered from the arrays."""

    question: str
    answer: bool | None = Field(description="None: the fields at hand cannot tell")
    detail: str = Field(default="", description="what was measured, or why it cannot be told")
    latitude: float | None = Field(default=None, description="of what decides")
    longitude: float | None = None
    value: float | None = Field(default=None, description="the measure that decides")
    unit: str = ""


class QuestionReading(Contract):
    """One question of a chart: what the arrays say, and what a model read in the picture."""

    question: str
    computed: bool | None
    read: bool | None


class ChartReading(Contract):
    """A second reader's answers to a chart's questions; it never decides."""

    evidence_id: str
    reader: str = Field(default="", description="the model that looked at the picture")
    readings: tuple[QuestionReading, ...] = ()
    compared: int = Field(default=0, description="questions that both answered")
    agreed: int = Field(default=0, description="questions that both answered alike")


class FigureAnswer(Contract):
    """The answer of one figure: the contract of ``hvrmet figure --json``."""

    name: str
    title: str = ""
    wording: Message | None = Field(
        default=None,
        description="the title for every language; absent in runs of older releases",
        exclude_if=is_none,
    )
    path: str | None = None
    time: Instant | TimeWindow | None = None
    region: Region | None = None
    width: int = 0
    height: int = 0
    digest: str = Field(default="", description="of the specification and the RGBA pixels")
    specification: dict[str, JsonValue] = {}
    layers: dict[str, dict[str, JsonValue]] = {}
    check: FigureCheck | None = None
    features: tuple[FeaturesAnswer, ...] = ()
    answers: tuple[QuestionAnswer, ...] = ()
    provenance: Provenance
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt in the fields that were read",
        exclude_if=no_doubts,
    )


class Judgement(Contract):
    """A verdict with its reasons."""

    verdict: Verdict
    basis: Basis
    reason: str
    wording: Message | None = Field(
        default=None, description="the reason for every language; absent in runs of older releases"
    )
    scope: Scope
    strength: str = Field(default="", description="weak | significant | strong | extreme")
    margin: float | None = None
    confidence: float = Field(default=0.0, ge=0, le=1)
    decisive_time: Instant | None = None
    decisive_value: float | None = None
    threshold: float | None = None
    detector: str | None = None
    score: float | None = Field(
        default=None, description="of the detector that confirms", exclude_if=is_none
    )
    counts: bool | None = Field(
        default=None,
        description="whether a confirmed anomaly counts: False where it is found as strongly "
        "without the event; None in runs before this was tested, whose confirmed factors count",
        exclude_if=is_none,
    )
    base_rate: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description="share of the season's days in other years that meet the same test",
    )
    from_peak: FromPeak | None = Field(
        default=None,
        description="where what decided lies, seen from the event's peak; None in verdicts of "
        "releases whose entries have no place",
        exclude_if=is_none,
    )
    elsewhere: FromPeak | None = Field(
        default=None,
        description="where the anomaly was found that is not at the event",
        exclude_if=is_none,
    )


class ArtifactRef(Contract):
    """Bytes that a run left, addressed by content."""

    name: str = Field(description="relative path below the run's directory")
    sha256: str
    media_type: str
    size: int


class EvidenceItem(Contract):
    """One operator call and everything that can be said of it."""

    id: str
    call_key: str = Field(description="digest of tool, version, arguments and input")
    entry_id: str | None = None
    release_digest: str = ""
    restates_criterion: bool = Field(
        default=False, description="its entry's mark: it tells of the severity and is not counted"
    )
    finding: str | None = Field(
        default=None,
        description="what its entry shows: confirmed evidence of one finding counts once",
        exclude_if=is_none,
    )
    places: tuple[SearchPlace | None, ...] = Field(
        default=(),
        description="where each detector of a chart looked",
        exclude_if=is_empty,
    )
    controls: FactorControls | None = Field(
        default=None,
        description="what was found at quiet places and times, of confirmed evidence",
        exclude_if=is_none,
    )
    modality: Modality
    index: IndexAnswer | None = None
    figure: FigureAnswer | None = None
    judgement: Judgement | None = None
    role: Role
    policy: str = "expert"
    model: str | None = None
    turn: int = 0
    artifacts: tuple[ArtifactRef, ...] = ()
    reading: ChartReading | None = None
    detection: FeaturesAnswer | None = Field(
        default=None,
        description="of a feature that a reviewer asked for",
        exclude_if=is_none,
    )
    second_opinion: SecondOpinion | None = Field(default=None, exclude_if=is_none)

    @property
    def factor(self) -> str:
        """The catalogue id of the index, figure or detector."""
        answer = self.index or self.figure
        if answer is None and self.detection is not None:
            return self.detection.detector
        return answer.name if answer else ""
