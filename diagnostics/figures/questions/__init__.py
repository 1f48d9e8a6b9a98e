"""The catalogue's yes/no questions, answered from the arrays.

A test is a small JSON object; :data:`TESTS` lists the forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import QuestionAnswer
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features.registry import MISSING_CODES, get_detector
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.figures.questions import flow, objects, places, timelines, values, vertical
from diagnostics.figures.questions.finding import QuestionResult, Test, reason_of
from diagnostics.figures.spec import ChartSpec
from diagnostics.messages import Listing, Message, render
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.scene import Scene

__all__ = [
    "TESTS",
    "QuestionResult",
    "answer_questions",
    "evaluate",
    "question_hours",
    "question_reads",
]

BUNDLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "series": ("surface_series",),
        "profile": ("sounding",),
        "section": ("section", "section_omega"),
    }
)
"""What tests of vertical charts read whole."""
SHOWN = frozenset({"column", "sector"})
"""Tests that look at what a chart against time shows."""


def answer_questions(
    spec: ChartSpec,
    scene: Scene,
    language: Language = Language.EN,
    *,
    shown: Scene | None = None,
) -> tuple[QuestionAnswer, ...]:
    """Answer a chart's questions; None, with the reason, where the fields at hand cannot tell.

    Parameters
    ----------
    spec : ChartSpec
    scene : Scene
    language : Language
        Of the questions and of what was measured.
    shown : Scene, optional
        What a chart against time shows, where that is not the scene that is judged.
    """
    found = []
    for item in spec.questions:
        result = evaluate(item.test, (shown or scene) if SHOWN & item.test.keys() else scene)
        found.append(
            QuestionAnswer(
                question=(item.text_zh or item.text) if language is Language.ZH else item.text,
                answer=result.answer,
                detail=render(result.message, language),
                latitude=round(result.place[0], 2) if result.place else None,
                longitude=round(result.place[1], 2) if result.place else None,
                value=result.value,
                unit=result.unit,
            )
        )
    return tuple(found)


def evaluate(test: Test, scene: Scene) -> QuestionResult:
    """Evaluate one test; where the fields at hand cannot tell, the answer is None.

    Raises
    ------
    ArgumentError
        With code ``unknown_test`` when the test has no known form.
    """
    for key, function in TESTS.items():
        if key in test:
            try:
                return function(test, scene)
            except InputDataError as error:
                if error.code not in MISSING_CODES:
                    raise
                return QuestionResult(None, reason_of(error))
    raise ArgumentError(
        Message(
            id="figureerror-unknown_test",
            params={"tests": ", ".join(TESTS), "given": ", ".join(test) or "-"},
        ),
        code="unknown_test",
    )


def question_reads(spec: ChartSpec) -> list[QuantityRef]:
    """Quantities that the tests of a chart's questions read."""
    found: list[QuantityRef] = []
    for test in _every_test(spec):
        if "sector" not in test:
            found.extend(value for value in test.values() if isinstance(value, QuantityRef))
        found.extend(
            QuantityRef(name) for key, names in BUNDLES.items() if key in test for name in names
        )
        if "jet_side" in test:
            found.append(QuantityRef("wind", float(test.get("level", 200))))
        name = test.get("detector") or test.get("ahead")
        if name:
            found.extend(get_detector(name).quantities(test.get("params", {})))
    return found


def question_hours(spec: ChartSpec) -> float:
    """How far back in time the tests of a chart's questions look, hours."""
    longest = 0.0
    for test in _every_test(spec):
        if "hours" in test:
            reads = [value for item in _within(test) for value in _named(item)]
            back = max((resolve(item).quantity.lookback_hours for item in reads), default=0.0)
            longest = max(longest, float(test["hours"]) + back)
    return longest


def _named(test: Test) -> list[QuantityRef]:
    value = test.get("quantity")
    return [value] if isinstance(value, QuantityRef) else []


def _every_test(spec: ChartSpec) -> Iterator[Test]:
    for item in spec.questions:
        yield from _within(item.test)


def _within(test: Any) -> Iterator[Test]:
    """A test and every test inside it."""
    if isinstance(test, Mapping):
        yield test
        for value in test.values():
            yield from _within(value)
    elif isinstance(test, (list, tuple)):
        for value in test:
            yield from _within(value)


def _all(test: Test, scene: Scene) -> QuestionResult:
    """``{all: [tests]}``."""
    results = [evaluate(item, scene) for item in test["all"]]
    answer: bool | None = None
    if any(item.answer is False for item in results):
        answer = False
    elif all(item.answer for item in results):
        answer = True
    return _joined(results, answer)


def _any(test: Test, scene: Scene) -> QuestionResult:
    """``{any: [tests]}``."""
    results = [evaluate(item, scene) for item in test["any"]]
    answer: bool | None = None
    if any(item.answer for item in results):
        answer = True
    elif all(item.answer is False for item in results):
        answer = False
    return _joined(results, answer)


def _joined(results: list[QuestionResult], answer: bool | None) -> QuestionResult:
    """One result of several: the place is that of the first that decided."""
    deciding = [item for item in results if item.answer is answer and item.place] or results
    return QuestionResult(
        answer,
        Message(
            id="chart-together",
            params={
                "parts": Listing(items=tuple(item.message for item in results), style="clauses")
            },
        ),
        deciding[0].place,
        deciding[0].value,
        deciding[0].unit,
    )


def _not(test: Test, scene: Scene) -> QuestionResult:
    """``{not: test}``."""
    found = evaluate(test["not"], scene)
    return found if found.answer is None else replace(found, answer=not found.answer)


TESTS: Mapping[str, Callable[[Test, Scene], QuestionResult]] = MappingProxyType(
    {
        "all": _all,
        "any": _any,
        "not": _not,
        "reduce": values.reduce,
        "share": values.share,
        "wind_from": values.wind_from,
        "extreme_inside": values.extreme_inside,
        "at_extreme": values.at_extreme,
        "steep": values.steep,
        "trend": values.trend,
        "approaches": values.approaches,
        "agree": values.agree,
        "zonal_band": objects.zonal_band,
        "shape": objects.shape,
        "aligned": objects.aligned,
        "connects": objects.connects,
        "relative": objects.relative,
        "side": objects.side,
        "part": objects.part,
        "dipole": objects.dipole,
        "departure": objects.departure,
        "overlap_moves": objects.overlap_moves,
        "upstream": flow.upstream,
        "advected": flow.advected,
        "jet_side": flow.jet_side,
        "ahead": flow.ahead,
        "along_coast": places.along_coast,
        "profile": vertical.profile,
        "section": vertical.section,
        "column": timelines.column,
        "sector": timelines.sector,
        "series": vertical.series,
        "detector": objects.detector,
    }
)
"""The forms of a test, by the key that tells them apart."""
