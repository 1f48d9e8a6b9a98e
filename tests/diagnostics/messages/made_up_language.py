"""A made-up third language: every word of the English texts between brackets."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as ftl

from diagnostics.messages import Catalogue
from diagnostics.messages.catalogue import SOURCE


def source_text() -> str:
    """Return the file of the source language."""
    path = files("diagnostics.messages").joinpath(f"{SOURCE}.ftl")
    return path.read_text(encoding="utf-8")


@cache
def made_up_language() -> Catalogue:
    """Return the catalogue of the made-up language; the formats of values are the English ones."""
    resource = FluentParser(with_spans=False).parse(source_text())
    for entry in resource.body:
        if isinstance(entry, ftl.Message) and not entry.id.name.startswith("format-"):
            for node in nodes_of(entry, ftl.TextElement):
                node.value = re.sub(r"\w+", lambda match: f"〖{match[0]}〗", node.value)
    text = FluentSerializer().serialize(resource)
    return Catalogue("eo", text.replace("### section", "\n### section"))


def words_in_english(written: str) -> set[str]:
    """Return the words of a text that no text of the made-up language has written."""
    return set(re.findall(r"[A-Za-z]+", re.sub(r"〖\w+〗", "", written)))


def nodes_of(node: ftl.BaseNode, kind: type[ftl.BaseNode]) -> list[ftl.BaseNode]:
    """Return the nodes of a kind in a tree of Fluent."""
    found = [node] if isinstance(node, kind) else []
    for value in vars(node).values():
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ftl.BaseNode):
                found += nodes_of(child, kind)
    return found
