"""The registry: which modules hold tools, and the catalogue made of them.

Registration is explicit. A module that holds tools ends with ``TOOLS = (...)``, a tuple of
:class:`~diagnostics.quantities.tool.Tool`, and stands in :data:`MODULES`; nothing is scanned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from importlib import import_module
from types import MappingProxyType

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.tools import ToolSpec
from diagnostics.quantities.operators import operators, unknown_tool
from diagnostics.quantities.tool import Tool

MODULES: tuple[str, ...] = ("diagnostics.catalog.detectors", "diagnostics.catalog.figures")
"""Modules with a tuple ``TOOLS`` beside the index operators, in the order of their tools."""


class Catalog:
    """Every tool by name.

    Parameters
    ----------
    tools : iterable of Tool

    Raises
    ------
    ValueError
        When two tools share a name.
    """

    def __init__(self, tools: Iterable[Tool]) -> None:
        by_name: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in by_name:
                raise ValueError(f"two tools are called {tool.name!r}; names are unique")
            by_name[tool.name] = tool
        self._tools: Mapping[str, Tool] = MappingProxyType(by_name)

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __len__(self) -> int:
        return len(self._tools)

    def tool(self, name: str, kind: ToolKind | None = None) -> Tool:
        """Return the tool `name`, of `kind` where one is given.

        Raises
        ------
        ArgumentError
            With code ``unknown_tool``; the message names the nearest identifiers.
        """
        found = self._tools.get(name)
        if found is not None and kind in (None, found.spec.kind):
            return found
        names = [item for item, tool in self._tools.items() if kind in (None, tool.spec.kind)]
        raise unknown_tool(name, names, kind.value if kind else "tool")

    def _of(self, kind: ToolKind) -> tuple[Tool, ...]:
        return tuple(tool for tool in self._tools.values() if tool.spec.kind is kind)

    def indices(self) -> tuple[Tool, ...]:
        """Return the index operators, in catalogue order."""
        return self._of(ToolKind.INDEX)

    def figures(self) -> tuple[Tool, ...]:
        """Return the figures, in catalogue order."""
        return self._of(ToolKind.FIGURE)

    def detectors(self) -> tuple[Tool, ...]:
        """Return the feature detectors, in catalogue order."""
        return self._of(ToolKind.DETECTOR)

    def specs(self) -> tuple[ToolSpec, ...]:
        """Return the specification of every tool, in catalogue order."""
        return tuple(tool.spec for tool in self._tools.values())

    @cached_property
    def digest(self) -> str:
        """Sha256 of the canonical JSON of all specifications, sorted by name."""
        ordered = sorted(self.specs(), key=lambda spec: spec.name)
        return digest_of([spec.model_dump(mode="json") for spec in ordered])


@cache
def get_catalog() -> Catalog:
    """Return the catalogue, built at the first call: index operators, then :data:`MODULES`."""
    others = (tool for name in MODULES for tool in import_module(name).TOOLS)
    return Catalog((*operators().values(), *others))
