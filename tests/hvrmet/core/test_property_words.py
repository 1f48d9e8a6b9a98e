"""What the OpenAPI document says of the properties of its schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hvrmet.core.http.property_words import describe_properties, words_of
from hvrmet.webhooks.schemas import DeliveryInfo
from pydantic import BaseModel, Field

FILE = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
SILENT = 1033
"""Properties that nothing describes. It may only fall: describe new ones, and lower it."""


class Sounding(BaseModel):
    """A balloon's way up, e.g. of Payerne; `top` is where it burst. `pressure` falls.

    ``site`` is a name. `top` is null while it rises.

    Attributes
    ----------
    pressure, wind : list of float
        From the
        ground up.
    """

    pressure: list[float]
    wind: list[float]
    top: float | None
    site: str = Field(description="Of the launch")


class Ascent(Sounding):
    """One of two; `number` counts them."""

    number: int


def silent(schemas: dict[str, Any]) -> list[str]:
    """Name the properties without words, be it their own or those of a schema they lead to."""

    def leads_to_words(said: dict[str, Any]) -> bool:
        if said.get("description") or "const" in said or said.get("type") == "null":
            return True
        if "$ref" in said:
            return bool(schemas[said["$ref"].rsplit("/", 1)[-1]].get("description"))
        kinds = said.get("anyOf") or said.get("oneOf")
        inner = kinds or [said["items"]] if kinds or "items" in said else []
        return bool(inner) and all(map(leads_to_words, inner))

    return [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, said in schema.get("properties", {}).items()
        if not leads_to_words(said)
    ]


def test_docstrings_of_a_class_and_of_its_bases_describe_its_fields() -> None:
    assert words_of(Ascent) == {
        "number": "`number` counts them",
        "pressure": "From the ground up",
        "wind": "From the ground up",
        "top": "`top` is where it burst. `top` is null while it rises",
    }


def test_words_of_the_field_itself_come_first_and_units_last() -> None:
    schema = DeliveryInfo.model_json_schema()
    schema["properties"]["layer_hpa"] = {"type": "number"}
    describe_properties({"DeliveryInfo": schema})
    said = {name: part.get("description") for name, part in schema["properties"].items()}
    assert said["id"] == "Of the delivery"
    assert said["attempts"] == "`attempts` counts since it was last asked for"
    assert said["layer_hpa"] == "hPa"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"type": "number"}, "hPa"),
        ({"type": "string"}, None),
        ({"anyOf": [{"type": "null"}]}, None),
    ],
)
def test_a_unit_is_that_of_a_number(said, words) -> None:
    schemas = {"Unknown": {"properties": {"top_hpa": said}}}
    describe_properties(schemas)
    assert schemas["Unknown"]["properties"]["top_hpa"].get("description") == words


def test_properties_without_words_become_fewer() -> None:
    found = silent(json.loads(FILE.read_text(encoding="utf-8"))["components"]["schemas"])
    assert len(found) == SILENT, f"describe new properties or lower SILENT to {len(found)}"
