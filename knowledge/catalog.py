"""The operators, detectors and charts there are, from the generated ``catalog.json``.

The web process reads this file instead of importing the catalogue, which would load the whole
science stack.
"""

from __future__ import annotations

import difflib
import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.pages import ToolPage, tool_pages


@lru_cache(maxsize=1)
def catalog_document() -> dict[str, Any]:
    """Return the packaged catalogue.

    Raises
    ------
    ApplicationError
        With code ``catalog_missing`` (503) when the package was made without it.
    """
    resource = files("diagnostics.contracts") / "catalog.json"
    if not resource.is_file():
        raise ApplicationError(
            "this installation holds no catalogue: run `make catalog`",
            code="catalog_missing",
            http_status=503,
        )
    document: dict[str, Any] = json.loads(resource.read_text(encoding="utf-8"))
    return document


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
