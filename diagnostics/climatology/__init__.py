"""Climatologies of reduced indices and of grid points, and what many tests do to significance.

A baseline holds, for one index over one region at one level with one reduction, its values at
each analysis hour on the days around the event's date in many years: the climatology of the very
number that a verdict judges (mode A). A grid climatology holds statistics of fields at each point
of a grid (mode B). Arrays are read when a climatology is opened or asked, not at import.
"""

from diagnostics.climatology.baseline import Baseline, open_baseline
from diagnostics.climatology.build import Draws, ReducedSeries, build_baseline
from diagnostics.climatology.collection import Climatologies
from diagnostics.climatology.gridded import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.climatology.series import BaselineSeries, IndexKey
from diagnostics.climatology.significance import (
    benjamini_yekutieli,
    effective_number_of_tests,
    effective_sample_size,
    false_discovery_rates,
)
from diagnostics.contracts.climatology import BaselineSummary, IndexSummary

__all__ = [
    "Baseline",
    "BaselineSeries",
    "BaselineSummary",
    "Climatologies",
    "Draws",
    "GridClimatology",
    "GridItem",
    "GridKey",
    "GridKind",
    "IndexKey",
    "IndexSummary",
    "ReducedSeries",
    "benjamini_yekutieli",
    "build_baseline",
    "effective_number_of_tests",
    "effective_sample_size",
    "false_discovery_rates",
    "open_baseline",
]
