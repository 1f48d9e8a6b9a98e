"""Factors of the library on the phase agree with its tests at the peak, or the report says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from diagnostics.contracts.detection import PhaseTest, PrecipitationPhase
from diagnostics.contracts.enums import (
    EventType,
    Language,
    Modality,
    PrecipitationType,
    Verdict,
)
from diagnostics.detection.events.phase_verdict import LIMITS
from diagnostics.guidelines import load_release
from diagnostics.messages import Message, term
from diagnostics.reporting.checker import sentence_problems
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.phase import TEST_OF, beside_factor
from diagnostics.reporting.values import sentence_pieces

SNOW, RAIN = PrecipitationType.SNOW, PrecipitationType.RAIN
UNCERTAIN = PrecipitationType.MIXED_OR_UNCERTAIN
STORM = EventType.SNOWSTORM


def said_by(name: str, value: float) -> PrecipitationType:
    snow, rain, _ = LIMITS[name]
    return SNOW if value <= snow else RAIN if value >= rain else UNCERTAIN


def snowstorm(material: Any, name: str, value: float, verdict: Verdict) -> tuple[Any, Any]:
    """A snowstorm with one test of the phase, and the factor of the library beside it."""
    item = next(
        one for one in material.confirmed if one.modality is Modality.INDEX and one.judgement
    )
    factor = next(key for key, test in TEST_OF.items() if test == name)
    judged = item.judgement.model_copy(update={"verdict": verdict})
    index = item.index.model_copy(update={"name": factor})
    item = item.model_copy(update={"index": index, "judgement": judged})
    test = PhaseTest(test=name, value=value, unit=LIMITS[name][2], says=said_by(name, value))
    phase = PrecipitationPhase(
        type=SNOW, snow_share=1.0, mixed_share=0.0, source="sf", tests=(test,),
        wording=Message(id="event-phase_clear"),
    )  # fmt: skip
    assessments = tuple(
        one.model_copy(update={"phase": phase}) if one.event is STORM else one
        for one in material.classification.assessments
    )
    return replace(
        material,
        classification=material.classification.model_copy(update={"assessments": assessments}),
        conclusion=material.conclusion.model_copy(update={"event": STORM}),
        evidence=(item,),
    ), item


def sources_of(material: Any) -> ClaimSources:
    names = [item.name for item in fields(ClaimSources) if item.init and item.name != "evidence"]
    known = {name: getattr(material, name) for name in names}
    return ClaimSources(**known, evidence={item.id: item for item in material.evidence})


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", TEST_OF.values())
@pytest.mark.parametrize("verdict", [Verdict.CONFIRMED, Verdict.REFUTED, Verdict.UNDETERMINED])
def test_a_factor_that_says_another_type_than_its_quantity_at_the_peak_says_why(
    in_language: Callable[..., Any], language: Language, name: str, verdict: Verdict
) -> None:
    snow, rain, unit = LIMITS[name]
    step = 0.1 if unit == "degC" else 1.0
    near = (snow - step, snow, snow + step, (snow + rain) / 2, rain - step, rain, rain + step)
    speaks_for = {Verdict.CONFIRMED: SNOW, Verdict.REFUTED: RAIN}.get(verdict)
    for value in near:
        material, item = snowstorm(in_language(language.value), name, value, verdict)
        sources = sources_of(material)
        book = ClaimBook(sources, language)
        lines = beside_factor(book, material, item)
        says = said_by(name, value)
        assert bool(lines) is (speaks_for is not None and says is not speaks_for), value
        for line in lines:
            claims = {claim.id: claim for claim in book.claims}
            text = "".join(p.text for p in sentence_pieces(line, claims, language))
            assert not sentence_problems([("line", line)], book.claims, sources)
            assert term(says.value, language) in text


def test_every_factor_that_is_compared_is_in_the_library() -> None:
    known = {entry.factor for entry in load_release().entries if STORM in entry.event_types}
    assert set(TEST_OF) == known & set(TEST_OF) and set(TEST_OF.values()) <= set(LIMITS)
