"""The packaged catalogue of operators, detectors and charts, as the API answers it."""

from __future__ import annotations

import difflib
from typing import Any

from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.pages import ToolPage
from diagnostics.documentation import packaged
from diagnostics.documentation.packaged import tool_pages
from diagnostics.messages import Listing, message


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
            message("refusal-catalog_missing"),
            code="catalog_missing",
            http_status=503,
        )
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
        wording = (
            message("refusal-catalog_unknown_near", name=name, near=Listing(items=tuple(near)))
            if near
            else message("refusal-catalog_unknown", name=name)
        )
        raise ApplicationError(
            wording,
            code="not_found",
            http_status=404,
            data={"nearest": near},
        )
    return page
