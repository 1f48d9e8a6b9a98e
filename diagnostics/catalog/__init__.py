"""The catalogue: index operators, detectors and figures under stable names."""

from diagnostics.catalog.registry import Catalog, get_catalog
from diagnostics.catalog.run_operator import (
    compute_field,
    compute_index,
    compute_index_series,
    index_key,
)
from diagnostics.catalog.tool_feasibility import feasibility, gridded_climatology_tools
from diagnostics.quantities.cache import FieldCache
from diagnostics.quantities.tool import Tool

__all__ = [
    "Catalog",
    "FieldCache",
    "Tool",
    "compute_field",
    "compute_index",
    "compute_index_series",
    "feasibility",
    "get_catalog",
    "gridded_climatology_tools",
    "index_key",
]
