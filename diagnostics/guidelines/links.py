"""Which explanations a verdict speaks for and against."""

from __future__ import annotations

from diagnostics.contracts.guidelines import FigureExpectation, GuidelineEntry


def links_of(
    entry: GuidelineEntry, detector: str | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the explanations that a verdict speaks for, and those that it speaks against.

    Parameters
    ----------
    entry : GuidelineEntry
    detector : str or None
        That of a chart's detectors which decided: it may have links of its own.

    Returns
    -------
    tuple of str, tuple of str
    """
    expected = entry.expected
    if isinstance(expected, FigureExpectation):
        for part in expected.detectors:
            if part.detector == detector:
                return (
                    entry.supports if part.supports is None else part.supports,
                    entry.opposes if part.opposes is None else part.opposes,
                )
    return entry.supports, entry.opposes
