"""Gamma distribution of accumulated precipitation, and the standardised precipitation index."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

LIMIT = 3.5
"""The index is kept within these standard deviations: no sample speaks of what lies beyond."""
LEAST_WET = 10
"""Fewer amounts above zero than this fit no distribution."""
_NEWTON_STEPS = 8


def fit_gamma(amounts: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Fit a gamma distribution to the amounts above zero, by maximum likelihood.

    With A = ln(mean) - mean(ln x), the shape solves ln(a) - digamma(a) = A; Thom's estimate
    (1 + sqrt(1 + 4 A / 3)) / (4 A) begins, Newton's method ends (McKee et al. 1993 stop at Thom's).

    Parameters
    ----------
    amounts : ndarray (sample, ...)
        kg m-2; NaN for what is not known.

    Returns
    -------
    shape, scale : ndarray (...)
        Of the amounts above zero, scale in kg m-2; NaN with fewer than ten of them.
    dry_share : ndarray (...)
        Share of the known amounts that are zero.
    """
    from scipy.special import digamma, polygamma

    wet = amounts > 0.0
    count = wet.sum(axis=0)
    known = np.isfinite(amounts).sum(axis=0)
    safe = np.where(wet, amounts, 1.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(wet, amounts, 0.0).sum(axis=0) / count
        measure = np.log(mean) - np.log(safe).sum(axis=0) / count
        usable = (count >= LEAST_WET) & (measure > 1e-9)
        a = np.where(usable, measure, 1.0)
        shape = (1.0 + np.sqrt(1.0 + 4.0 * a / 3.0)) / (4.0 * a)
        for _ in range(_NEWTON_STEPS):
            slope = 1.0 / shape - polygamma(1, shape)
            step = (np.log(shape) - digamma(shape) - a) / slope
            shape = np.maximum(shape - step, shape / 10.0)
        dry_share = np.where(known > 0, (known - count) / known, np.nan)
        return (
            np.where(usable, shape, np.nan),
            np.where(usable, mean / shape, np.nan),
            dry_share,
        )


def standardised_precipitation(
    amounts: FloatArray, shape: FloatArray, scale: FloatArray, dry_share: FloatArray
) -> FloatArray:
    """Return the standardised precipitation index of amounts, within 3.5 of zero.

    H = p0 + (1 - p0) G(x), index = inverse normal of H (McKee et al. 1993).

    Parameters
    ----------
    amounts : ndarray (...)
        kg m-2.
    shape, scale, dry_share : ndarray (...)
        As :func:`fit_gamma` gives them.
    """
    from scipy.special import gammainc, ndtri

    with np.errstate(invalid="ignore"):
        below = gammainc(shape, np.maximum(amounts, 0.0) / scale)
        share = dry_share + (1.0 - dry_share) * below
        return np.asarray(np.clip(ndtri(share), -LIMIT, LIMIT))
