"""A tool of the catalogue: what it says of itself, and the callable that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from diagnostics.contracts.tools import ToolSpec


@dataclass(frozen=True)
class Tool:
    """One entry of the catalogue.

    Parameters
    ----------
    spec : ToolSpec
        Everything that other layers may know of the tool.
    run : callable
        What computes it. The catalogue calls index operators itself; detectors and figures are
        called by the package that wrote them, which gives its own callable here.
    """

    spec: ToolSpec
    run: Callable[..., Any]

    @property
    def name(self) -> str:
        """The stable identifier."""
        return self.spec.name
