"""Generating the knowledge base: a page for each tool, from its declarations."""

from diagnostics.catalog.pages.examples import ExampleCases, choose_example, run_example
from diagnostics.catalog.pages.tool_page import build_page

__all__ = ["ExampleCases", "build_page", "choose_example", "run_example"]
