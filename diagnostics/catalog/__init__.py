"""The catalogue: index operators, detectors and figures under stable names."""

from diagnostics.catalog.registry import Catalog, get_catalog
from diagnostics.catalog.tool import Tool

__all__ = ["Catalog", "Tool", "get_catalog"]
