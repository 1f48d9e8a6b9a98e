"""Generating the knowledge base: a page for each tool, from its declarations."""

from diagnostics.catalog.pages.build import build_page
from diagnostics.catalog.pages.examples import ExampleCases, choose_example, run_example

__all__ = ["ExampleCases", "build_page", "choose_example", "run_example"]
