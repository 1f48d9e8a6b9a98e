"""The index operators by name.

Registration is explicit. A module of :mod:`diagnostics.quantities.functions` ends with
``OPERATORS = (...)``, the records of its functions, and stands in :data:`MODULES`; nothing is
scanned.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from diagnostics.errors import ArgumentError
from diagnostics.messages import Listing, Message, Param, Term
from diagnostics.quantities.index_tool import IndexTool, make_index_tool
from diagnostics.quantities.operator_record import Operator

MODULES: tuple[str, ...] = (
    "pressure",
    "pressure_changes",
    "winds_10m",
    "jets",
    "winds_aloft",
    "kinematics",
    "ascent",
    "heights",
    "temperature",
    "daily",
    "fronts",
    "parcels",
    "thunderstorms",
    "stability",
    "humidity",
    "transport",
    "near_surface",
    "precipitation",
    "melting",
    "dynamics",
    "circulation",
    "subtropical_high",
    "cyclone",
    "vorticity",
    "storms",
    "gusts",
    "downdrafts",
    "anomalies",
    "excess_heat",
    "drought",
    "terrain",
    "troughs",
)
"""Modules with a tuple ``OPERATORS``, in the order in which their operators are listed."""


@cache
def operators() -> Mapping[str, IndexTool]:
    """Return every index operator by name, in catalogue order."""
    found: dict[str, IndexTool] = {}
    for module in MODULES:
        records: tuple[Operator, ...] = import_module(
            f"diagnostics.quantities.functions.{module}"
        ).OPERATORS
        for tool in map(make_index_tool, records):
            if tool.name in found:
                raise ValueError(f"two index operators are called {tool.name!r}")
            found[tool.name] = tool
    return MappingProxyType(found)


def index_tool(name: str) -> IndexTool:
    """Return the index operator `name`.

    Raises
    ------
    ArgumentError
        ``unknown_tool``, naming the nearest identifiers.
    """
    found = operators().get(name)
    if found is None:
        raise unknown_tool(name, operators(), "index")
    return found


def unknown_tool(name: str, names: Iterable[str], what: str) -> ArgumentError:
    """Return the error for a name that is none of `names`, which names the nearest."""
    known = list(names)
    near = difflib.get_close_matches(name, known, n=4, cutoff=0.4)
    identifier = "error-unknown_tool_near"
    if not near:
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.0)
        identifier = "error-unknown_tool"
    params: dict[str, Param] = {
        "what": Term(term=what),
        "name": name,
        "near": Listing(items=tuple(near)),
    }
    return ArgumentError(
        Message(id=identifier, params=params),
        code="unknown_tool",
        data={"name": name, "nearest": near},
    )
