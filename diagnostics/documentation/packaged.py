"""The generated catalogue and its pages.

`make catalog` writes them from the declarations of operators, detectors and charts, so that
whoever shows or searches them needs no array library.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from diagnostics.contracts.pages import ToolPage

CATALOG_FILE = "catalog.json"
PAGES_FILE = "pages.json"


@cache
def catalog_document() -> dict[str, Any]:
    """Return the packaged catalogue; empty without the file."""
    document: dict[str, Any] = json.loads(_read(CATALOG_FILE) or "{}")
    return document


def read_pages(text: str) -> Mapping[str, ToolPage]:
    """Read the pages of a document, by the tool's name."""
    pages = (ToolPage.model_validate(item) for item in json.loads(text)["pages"])
    return MappingProxyType({page.name: page for page in pages})


@cache
def tool_pages() -> Mapping[str, ToolPage]:
    """Return every packaged page by its tool's name, in catalogue order; empty without the file."""
    text = _read(PAGES_FILE)
    return read_pages(text) if text else MappingProxyType({})


def _read(name: str) -> str:
    resource = files("diagnostics.documentation") / name
    return resource.read_text(encoding="utf-8") if resource.is_file() else ""
