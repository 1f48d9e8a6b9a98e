"""The packaged catalogue of operators, detectors and charts, as the API answers it."""

from __future__ import annotations

import difflib
from functools import cache
from typing import Any

from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.pages import ToolPage
from diagnostics.contracts.tools import ToolSpec
from diagnostics.documentation import packaged
from diagnostics.documentation.packaged import tool_pages


def catalog_document() -> dict[str, Any]:
    """Return the packaged catalogue.

    Raises
    ------
    ApplicationError
        With code ``catalog_missing`` (503) when the package was made without it.
    """
    document = packaged.catalog_document()
    if not document:
        raise ApplicationError(
            "this installation holds no catalogue: run `make catalog`",
            code="catalog_missing",
            http_status=503,
        )
    return document


@cache
def tools_by_name() -> dict[str, ToolSpec]:
    """Return the packaged catalogue's indices, charts and detectors; empty without it."""
    tools = packaged.catalog_document().get("tools", ())
    return {tool["name"]: ToolSpec.model_validate(tool) for tool in tools}


def catalog_page(name: str) -> ToolPage:
    """Return the page of one tool: formula or layers, limits, parameters, an executed example.

    Raises
    ------
    ApplicationError
        With code ``not_found`` (404) for a name that the catalogue does not hold.
    """
    page = tool_pages().get(name)
    if page is None:
        near = difflib.get_close_matches(name, tool_pages(), n=4, cutoff=0.4)
        hint = f"did you mean {', '.join(near)}?" if near else "GET /api/v1/catalog/ lists them"
        raise ApplicationError(
            f"the catalogue holds nothing called {name!r}: {hint}",
            code="not_found",
            http_status=404,
            data={"nearest": near},
        )
    return page
