"""The unit in which the evidence holds a value, for the checker."""

from __future__ import annotations

from diagnostics.contracts.enums import Basis
from diagnostics.contracts.report import Claim
from diagnostics.quantities.registry import resolve
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.values import FRACTION

_BY_NAME = {
    "z": None,
    "percentile": None,
    "score": None,
    "confidence": None,
    "mean_factor_confidence": None,
    "level": "hPa",
    "hours": "h",
    "severity": None,
    "effective_sample_size": None,
    "cluster_z": None,
    "sample_count": None,
    "area_fraction": FRACTION,
    "land_fraction": FRACTION,
    "area_km2": "km2",
    "max_object_area_km2": "km2",
    "volume_km3": "km3",
    "base_rate": FRACTION,
    "spacing_deg": "°",
    "mean_within_deg": "°",
    "bergeron": None,
}
_BY_ENDING = {
    "_km2": "km2",
    "_km3": "km3",
    "_km": "km",
    "_hours": "h",
    "_hpa": "hPa",
    "_gpm": "gpm",
    "_ms": "m s⁻¹",
    "_k": "K",
}
"""Units that the name of a field ends in."""
_UNITLESS_PARENTS = ("confidence_parts", "false_discovery_rates", "clim")


def unit_of_claim(claim: Claim, sources: ClaimSources) -> str | None:
    """Return the unit of the value that a claim points to; None for a plain number.

    The unit stands beside the value or in what contains it (a criterion, an index, an
    expectation); the threshold of a judgement is in the unit of its index, unless it was a
    threshold on an anomaly, and that of a detector in the unit of the field it looks at.
    """
    parents = claim.path.split(".")[:-1]
    leaf = claim.path.split(".")[-1]
    if leaf in _BY_NAME:
        return _BY_NAME[leaf]
    for ending, unit in _BY_ENDING.items():
        if leaf.endswith(ending):
            return unit
    if any(parent in _UNITLESS_PARENTS for parent in parents):
        return None
    if claim.source.startswith("evidence:") and parents == ["judgement"]:
        basis = sources.resolve(claim.source, "judgement.basis")
        parents = ["index"] if basis == Basis.ABSOLUTE.value else []
    if parents[-1:] == ["parameters"] and leaf.startswith("threshold"):
        field = sources.resolve(claim.source, ".".join((*parents, "field")))
        return resolve(str(field)).quantity.unit
    while parents:
        try:
            beside = sources.resolve(claim.source, ".".join((*parents, "unit")))
        except LookupError:
            parents = parents[:-1]
            continue
        return str(beside) if beside not in (None, "", "1") else None
    return None
