"""The feature detectors as the catalogue lists them."""

from diagnostics.catalog.tool import Tool

TOOLS: tuple[Tool, ...] = ()
