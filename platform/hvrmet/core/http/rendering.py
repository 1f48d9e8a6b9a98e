"""How answers are written as JSON: contracts, and plain data that hold some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_json
from rest_framework.renderers import JSONRenderer


def json_bytes(document: Any) -> bytes:
    """Return the JSON of a contract, or of plain data with contracts in them, as UTF-8."""
    return to_json(document, inf_nan_mode="null")


@dataclass(frozen=True)
class WrittenJson:
    """An answer that is JSON already."""

    content: bytes


def page_of(page: BaseModel, documents: Iterable[bytes]) -> WrittenJson:
    """Return a page whose results, the last of its fields, are written already.

    Parameters
    ----------
    page : BaseModel
        With empty `results`.
    documents : iterable of bytes
        The JSON of each.
    """
    whole = json_bytes(page)
    head = whole.removesuffix(b"]}")
    if not whole.endswith(b'"results":[]}'):
        raise ValueError(f"{type(page).__name__} does not end with empty results")
    return WrittenJson(head + b",".join(documents) + b"]}")


class ContractRenderer(JSONRenderer):
    """Writes contracts directly, without a copy of each as plain data in between."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the answer's body; no data are no body."""
        if isinstance(data, WrittenJson):
            return data.content
        return b"" if data is None else json_bytes(data)
