"""How far a criterion's verdict can be trusted, as measured by making data poorer."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import prod
from typing import NamedTuple

from diagnostics.contracts.detection import Reliability, TypeAssessment
from diagnostics.contracts.enums import Firing
from diagnostics.documents import read_yaml

OF_THE_SOURCE = ("source", "lead_time")
"""Parts of a confidence that tell of the data's origin and not of their detail."""
MARGINS = (1.0, 0.8, 0.6, 0.4)
"""Classes of the part ``margin``: how far the peak is from the threshold."""
BINS = (0.2, 0.0)
"""Lower ends of the classes of detail."""
_PRIOR_HELD = 3.0
_PRIOR_COMPARED = 4.0
"""What is assumed before any comparison: three of four verdicts hold."""


class ReliabilityClass(NamedTuple):
    """Verdicts that are counted together."""

    verdict: Firing
    margin: float
    detail: float


def detail_of(assessment: TypeAssessment) -> float:
    """Return the product of the parts that tell of the data's detail: 1 is the best."""
    parts = assessment.confidence_parts.items()
    aside = (*OF_THE_SOURCE, "margin")
    return round(prod(factor for name, factor in parts if name not in aside), 4)


def class_of(assessment: TypeAssessment) -> ReliabilityClass:
    """Return the class in which verdicts like this one are counted."""
    detail = detail_of(assessment)
    least = next(least for least in BINS if detail >= least - 1e-9)
    return ReliabilityClass(
        assessment.firing, assessment.confidence_parts.get("margin", 1.0), least
    )


def reliability_of(assessment: TypeAssessment) -> Reliability:
    """Return how many verdicts on data of the same detail held, and the share to expect.

    Parameters
    ----------
    assessment : TypeAssessment

    Returns
    -------
    Reliability
        The expected share counts three held of four before any comparison.
    """
    held, compared = _measured().get(class_of(assessment), (0, 0))
    share = (_PRIOR_HELD + held) / (_PRIOR_COMPARED + compared)
    return Reliability(
        detail=detail_of(assessment), held=held, compared=compared, share=round(share, 3)
    )


@cache
def _measured() -> dict[ReliabilityClass, tuple[int, int]]:
    text = files("diagnostics.detection.events").joinpath("reliability.yaml").read_text("utf-8")
    rows = read_yaml(text)["classes"]
    return {
        ReliabilityClass(Firing(row["verdict"]), float(row["margin"]), float(row["detail"])): (
            row["held"],
            row["compared"],
        )
        for row in rows
    }
