"""The vocabulary: every closed set of names that crosses a layer."""

from __future__ import annotations

from enum import StrEnum


class EventType(StrEnum):
    """The five kinds of extreme weather that are diagnosed."""

    RAINSTORM = "rainstorm"
    SNOWSTORM = "snowstorm"
    GALE = "gale"
    HEAT_WAVE = "heat_wave"
    COLD_WAVE = "cold_wave"


class Category(StrEnum):
    """The physical family of a diagnostic factor."""

    DYNAMICS = "dynamics"
    THERMODYNAMICS = "thermodynamics"
    MOISTURE = "moisture"


class Modality(StrEnum):
    """How a factor is verified: a number, or a chart judged by detectors."""

    INDEX = "index"
    FIGURE = "figure"


class ToolKind(StrEnum):
    """What a catalogue entry produces."""

    INDEX = "index"
    DETECTOR = "detector"
    FIGURE = "figure"
    REDUCTION = "reduction"


class Verdict(StrEnum):
    """Whether the expected anomaly is there."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNDETERMINED = "undetermined"


class Role(StrEnum):
    """The roles of the loop; the Evaluator scores a finished run."""

    DECOMPOSER = "decomposer"
    DATA_SPECIALIST = "data_specialist"
    CODE_EXECUTOR = "code_executor"
    PLOTTER = "plotter"
    IMAGE_CHECKER = "image_checker"
    DIAGNOSTICIAN = "diagnostician"
    REPORTER = "reporter"
    EVALUATOR = "evaluator"


class Mode(StrEnum):
    """`qa` answers literally; `diagnose` masks, smooths and pads as catalogued."""

    QA = "qa"
    DIAGNOSE = "diagnose"


class IndexStatus(StrEnum):
    """Whether an index has a value, and why not."""

    OK = "ok"
    MISSING_INPUT = "missing_input"
    INSUFFICIENT_VALID_AREA = "insufficient_valid_area"
    OUT_OF_RANGE = "out_of_range"
    UNDETERMINED = "undetermined"


class PlaceDoubt(StrEnum):
    """Why what stands at a place cannot decide."""

    BELOW_GROUND = "below_ground"
    """The level lies below ground there."""
    REDUCED_PRESSURE = "reduced_pressure"
    """Sea-level pressure was reduced over more than 1000 m."""
    DATA_EDGE = "data_edge"
    """It lies on the outermost cells of what was read."""
    NO_CENTRE = "no_centre"
    """Of the pressure of a centre: no contour closes around it."""


class Basis(StrEnum):
    """What a verdict rests on."""

    CLIMATOLOGY_REDUCED = "clim_A"
    CLIMATOLOGY_GRIDDED = "clim_B"
    ABSOLUTE = "absolute"
    DETECTOR = "detector"
    NONE = "none"


class Scope(StrEnum):
    """Whether a verdict saw an evolution or a single time."""

    WINDOW = "window"
    SNAPSHOT = "snapshot"


class Firing(StrEnum):
    """The result of testing one event type.

    A type that is reached here has cells that reach its limit, in a region that is too small, or
    too near the edge of the data, to tell whether they are an event. A type that is likely at
    stations stays below its limit in the data, whose cells are larger than what a station sees.
    Neither counts as met.
    """

    FIRED = "fired"
    REACHED_HERE = "reached_here"
    LIKELY_AT_STATIONS = "likely_at_stations"
    NOT_FIRED = "not_fired"
    NOT_ASSESSABLE = "not_assessable"


class OccurrenceStatus(StrEnum):
    """What the data say of an event: whether its criterion is met."""

    MET = "met"
    NOT_MET = "not_met"
    REACHED_HERE = "reached_here"
    LIKELY_AT_STATIONS = "likely_at_stations"
    CANNOT_BE_TESTED = "cannot_be_tested"


class ExplanationStatus(StrEnum):
    """How far the cause of an event is established."""

    CONFIRMED = "confirmed"
    PARTLY = "partly"
    NOT_TESTABLE = "not_testable"
    NONE = "none"


class PrecipitationType(StrEnum):
    """What falls at the peak of an event of precipitation."""

    RAIN = "rain"
    SNOW = "snow"
    MIXED_OR_UNCERTAIN = "mixed_or_uncertain"


class OccurrenceLimit(StrEnum):
    """What weakens the statement on an event."""

    SINGLE_TIME = "single_time"
    BEGAN_BEFORE_DATA = "began_before_data"
    LASTS_BEYOND_DATA = "lasts_beyond_data"
    REACHES_REGION_EDGE = "reaches_region_edge"
    TYPES_NOT_TESTED = "types_not_tested"
    COARSE_GRID = "coarse_grid"
    PHASE_UNCERTAIN = "phase_uncertain"
    PART_OF_REGION = "part_of_region"
    PART_OF_PERIOD = "part_of_period"


class ConclusionKind(StrEnum):
    """How a diagnosis ends, in one word; all three are successes.

    Deprecated: what happened and why are two conclusions, `Occurrence` and `Explanation`.
    """

    EVENT_SUPPORTED = "event_supported"
    NO_SIGNIFICANT_EVENT = "no_significant_event"
    INSUFFICIENT_EVIDENCE = "insufficient_evidence"


class StopReason(StrEnum):
    """Why the loop went no further round."""

    TARGET_REACHED = "target_reached"
    TURNS_USED = "turns_used"
    LIBRARY_EXHAUSTED = "library_exhausted"
    NOTHING_TESTABLE = "nothing_testable"
    EMPTY_LIBRARY = "empty_library"
    ORDERED = "ordered"
    DEADLINE = "deadline"


class CauseStanding(StrEnum):
    """How a competing explanation stands after the factors were judged."""

    LEADING = "leading"
    CONTRIBUTING = "contributing"
    FALLEN = "fallen"
    OPEN = "open"


class Ablation(StrEnum):
    """A role or a knowledge base that a run goes without, to measure what it is worth."""

    DECOMPOSER = "decomposer"
    DATA_SPECIALIST = "data_specialist"
    CODE_EXECUTOR = "code_executor"
    PLOTTER = "plotter"
    IMAGE_CHECKER = "image_checker"
    DIAGNOSTICIAN = "diagnostician"
    REPORTER = "reporter"
    LIBRARY = "library"
    INDICES = "indices"
    FIGURES = "figures"
    CONDITIONS = "conditions"
    ALTERNATIVES = "alternatives"
    CAUSES = "causes"
    CLIMATOLOGY = "climatology"


class Strength(StrEnum):
    """Whether all five factors carry the conclusion."""

    FULL = "full"
    PARTIAL = "partial"


class Language(StrEnum):
    """Languages of reports, charts and catalogue texts."""

    EN = "en"
    ZH = "zh"


class Feasibility(StrEnum):
    """Whether a tool can run on the data at hand."""

    FEASIBLE = "feasible"
    PARTIAL = "partial"
    BLOCKED = "blocked"


class ReferenceStatus(StrEnum):
    """How far a bibliographic reference was verified."""

    VERIFIED = "verified"
    TITLE_SEEN = "title_seen"
    FROM_KNOWLEDGE = "from_knowledge"


class Severity(StrEnum):
    """Weight of a finding of the image checker or the inspector."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
