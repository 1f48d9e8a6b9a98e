"""The operators, detectors and charts there are, from the generated ``catalog.json``.

The web process reads this file instead of importing the catalogue, which would load the whole
science stack.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from hvrmet.core.errors import ApplicationError


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
