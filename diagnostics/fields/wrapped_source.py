"""A source around another one: what both have in common is that of the inner one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnostics.contracts.inventory import Inventory
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr


class WrappedSource:
    """A source that gives what another one gives; those made of it change a part.

    Parameters
    ----------
    source : FieldSource
    """

    def __init__(self, source: FieldSource) -> None:
        self._source = source

    def inventory(self) -> Inventory:
        """Return the other source's inventory."""
        return self._source.inventory()

    def digest(self) -> str:
        """Return the other source's digest: what is changed follows from its content."""
        return self._source.digest()

    def check_unchanged(self) -> None:
        """Make sure that the other source's data are still those that were opened.

        Raises
        ------
        SourceError
            As the other source does.
        """
        self._source.check_unchanged()

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read a window of fields.

        Raises
        ------
        InputDataError
            As the other source does.
        """
        return self._source.load(request)
