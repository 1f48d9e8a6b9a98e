"""Whether everything that a release of the Guideline Library refers to is there to be computed."""

from __future__ import annotations

from collections.abc import Iterator

from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease, IndexExpectation
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features import get_detector
from diagnostics.detection.features.registry import checked
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.figures import get_chart
from diagnostics.figures.render import chart_detectors
from diagnostics.messages import Message
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.written_references import asked_reference


def references_of(entry: GuidelineEntry) -> Iterator[QuantityRef]:
    """Yield the quantities that an entry refers to: its index, or what its detectors search.

    Raises
    ------
    ArgumentError
        For an unknown chart, detector or parameter, and for what is no reference to a quantity.
    """
    expected = entry.expected
    if isinstance(expected, IndexExpectation):
        index = {"name": entry.factor, "level": expected.level, "params": expected.params}
        yield asked_reference({**index, "index": True})
        return
    for part in chart_detectors(get_chart(entry.factor), expected.detectors):
        detector = get_detector(part.detector)
        checked(detector, part.params)
        yield from detector.quantities(part.params)
        yield from detector.helpful(part.params)


def require_references(release: GuidelineRelease) -> None:
    """Refuse a release that refers to what cannot be computed.

    Parameters
    ----------
    release : GuidelineRelease
        Of this version or an older one.

    Raises
    ------
    InputDataError
        With code ``invalid_library``: the message names the entry and what is wrong.
    """
    for entry in release.entries:
        try:
            for asked in references_of(entry):
                resolve(asked)
        except ArgumentError as error:
            raise InputDataError(
                Message(
                    id="libraryerror-unresolved_reference",
                    params={"release": release.version, "entry": entry.id, "problem": error.text},
                ),
                code="invalid_library",
                data={"entry": entry.id},
            ) from error
