"""The stored examples of the API, and the document that they are checked against."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "platform" / "hvrmet" / "core" / "http" / "api_examples.json"
ITEMS, PAIRS, LETTERS = 1, 4, 400
DOCUMENTS = {"application/json": json.loads, "application/yaml": yaml.safe_load}
TEXTS = ("text/", "image/svg")
SECRETS = (
    (re.compile(r"hvr_[A-Za-z0-9]+_[A-Za-z0-9_-]+"), "hvr_PREFIX_SECRET"),
    (re.compile(r"(whsec_)[A-Za-z0-9+/=_-]+"), r"\1SECRET"),
    (re.compile(r"([?&](?:signature|token|ticket)=)[^&\"]+"), r"\1SIGNATURE"),
)
PRIVATE = {
    "csrf_token": "TOKEN",
    "secret": "SECRET",
    "ticket": "TICKET",
    "key": "hvr_PREFIX_SECRET",
}


@dataclass(frozen=True)
class Operation:
    """An operation of the document with its address."""

    path: str
    method: str
    declared: dict[str, Any]

    @property
    def takes_body(self) -> bool:
        """Whether it takes a document."""
        return "requestBody" in self.declared


class Document:
    """The OpenAPI document, asked for what examples need."""

    def __init__(self, whole: dict[str, Any]) -> None:
        self.whole = whole
        self.operations = {
            declared["operationId"]: Operation(path, method, declared)
            for path, methods in whole["paths"].items()
            for method, declared in methods.items()
        }

    @classmethod
    def read(cls) -> Document:
        """Read the file of this repository."""
        return cls(json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8")))

    def mistakes(self, schema: dict[str, Any], value: Any) -> list[str]:
        """Return what is wrong with a value, by a schema of the document."""
        rooted = {**schema, "components": self.whole["components"]}
        return [error.message for error in Draft202012Validator(rooted).iter_errors(value)]


def kept(document: Document, name: str, reply: Any, content: bytes) -> dict[str, Any]:
    """Return what an example keeps of an answer: its status and, as far as it can be read, it."""
    found: dict[str, Any] = {"status": str(reply.status_code)}
    if not content:
        return found
    media = reply["Content-Type"].split(";")[0]
    found["media_type"] = media
    if media not in DOCUMENTS:
        if media.startswith(TEXTS):
            found["answer"] = content.decode()
        return found
    whole = _public(DOCUMENTS[media](content))
    declared = document.operations[name].declared["responses"][found["status"]]
    schema = declared["content"][media]["schema"]
    for form in (_cut(whole, ITEMS), _cut(whole, 2), whole):
        if not document.mistakes(schema, form):
            return {**found, "answer": form}
    raise AssertionError((name, document.mistakes(schema, whole)))


def shortened(example: dict[str, Any]) -> dict[str, Any]:
    """Return an example with texts that can be read, and without secrets."""
    answer = example.get("answer")
    if isinstance(answer, str) and len(answer) > LETTERS:
        example = {**example, "answer": answer[:LETTERS] + "\n…"}
    return _public(example)


def _public(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: PRIVATE[name] if name in PRIVATE and isinstance(item, str) else _public(item)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_public(item) for item in value]
    if isinstance(value, str):
        for pattern, instead in SECRETS:
            value = pattern.sub(instead, value)
    return value


def _cut(value: Any, items: int) -> Any:
    """Cut lists to their first items; pairs and boxes stay whole."""
    if isinstance(value, dict):
        return {name: _cut(item, items) for name, item in value.items()}
    if isinstance(value, list):
        plain = not any(isinstance(item, dict | list) for item in value)
        return [_cut(item, items) for item in value[: PAIRS if plain else items]]
    return value
