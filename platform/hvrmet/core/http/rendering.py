"""How answers are written as JSON: contracts, and plain data that hold some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic_core import to_json
from rest_framework.renderers import JSONRenderer


def json_bytes(document: Any) -> bytes:
    """Return the JSON of a contract, or of plain data with contracts in them, as UTF-8."""
    return to_json(document, inf_nan_mode="null")


class ContractRenderer(JSONRenderer):
    """Writes contracts directly, without a copy of each as plain data in between."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the answer's body; no data are no body."""
        return b"" if data is None else json_bytes(data)
