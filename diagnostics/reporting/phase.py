"""What fell at the peak of an event of precipitation, in words."""

from __future__ import annotations

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, PrecipitationType, Verdict
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.report import Sentence
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.evidence_labels import factor_name
from diagnostics.reporting.extremes import assessment_path
from diagnostics.reporting.report_inputs import ReportMaterial

_CLASS = "classification"
TEST_OF = {
    "snow_level_height": "snow_level",
    "freezing_level_height": "freezing_level",
    "thickness_1000_500": "thickness_1000_500",
}
"""Tests of the phase by the factor of the library that measures the same quantity.

A factor is a mean around the peak at one time against a limit of the library; a test is of the
peak's cell over its hours, weighted with what fell, and has two limits between which it says
nothing. So near a limit the two may differ.
"""


def phase_lines(book: ClaimBook, path: str, item: TypeAssessment) -> list[Sentence]:
    """Say that the type of precipitation is mixed or uncertain, and why; of snow, that it is snow.

    That rain is rain goes without saying.
    """
    if item.phase is None:
        return []
    wording = book.bind(_CLASS, f"{path}.phase.wording", "message")
    if item.phase.type is PrecipitationType.MIXED_OR_UNCERTAIN:
        return [book.say("phase_uncertain", wording=wording)]
    if item.event is not EventType.SNOWSTORM:
        return []
    return [book.say("phase_clear", wording=wording)]


def named_with_phase(book: ClaimBook, path: str, item: TypeAssessment, quantity: str) -> str:
    """Mark a quantity of the table whose type of precipitation is mixed or uncertain."""
    if item.phase is None or item.phase.type is not PrecipitationType.MIXED_OR_UNCERTAIN:
        return quantity
    mark = book.bind(_CLASS, f"{path}.phase.type", "term")
    return book.say("marked", name=quantity, mark=mark).text


def beside_factor(book: ClaimBook, material: ReportMaterial, item: EvidenceItem) -> list[Sentence]:
    """Say what a quantity is at the peak where its factor says another type of precipitation.

    That a factor of a snowstorm is found speaks for snow, that it is not found for rain.
    """
    judged, name = item.judgement, TEST_OF.get(item.factor)
    event = material.conclusion.event
    if event is not EventType.SNOWSTORM or judged is None or name is None:
        return []
    speaks_for = {
        Verdict.CONFIRMED: PrecipitationType.SNOW,
        Verdict.REFUTED: PrecipitationType.RAIN,
    }.get(judged.verdict)
    phase = material.classification.assessment(event).phase
    tests = () if phase is None else phase.tests
    for number, test in enumerate(tests):
        if test.test == name and speaks_for not in (None, test.says):
            path = f"{assessment_path(material, event)}.phase.tests.{number}"
            slots = {
                "value": book.bind(_CLASS, f"{path}.value", "number", unit=test.unit, digits=0),
                "type": book.bind(_CLASS, f"{path}.says", "term"),
            }
            key = "phase_beside_above_ground" if test.unit == "m" else "phase_beside"
            return [book.say(key, name=factor_name(book, item), **slots)]
    return []
