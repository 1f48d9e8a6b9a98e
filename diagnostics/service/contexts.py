"""What the steps of a workflow run on, opened from paths: the same in every process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from diagnostics.service.data import DataSelection, open_boundaries, open_climatology

if TYPE_CHECKING:
    from diagnostics.workflow import ToolContext


@dataclass(frozen=True)
class ToolFiles:
    """Data, climatologies and boundaries by their paths."""

    data: DataSelection
    climatology: tuple[str, ...] = ()
    boundaries: str | None = None

    def open(self) -> ToolContext:
        """Open them.

        Raises
        ------
        InputDataError
            When the data cannot be read.
        ArgumentError
            For a climatology or boundaries that cannot be used.
        """
        from diagnostics.catalog import FieldCache
        from diagnostics.workflow import ToolContext

        source = self.data.open()
        return ToolContext(
            source=source,
            data_digest=source.digest(),
            baseline=open_climatology(self.climatology),
            boundaries=open_boundaries(self.boundaries),
            cache=FieldCache(),
            reopen=self.reopening(),
        )

    def reopening(self) -> Callable[[], ToolContext]:
        """Return a function that opens them in another process, once."""
        return partial(_opened, self)


@lru_cache(maxsize=1)
def _opened(files: ToolFiles) -> ToolContext:
    return files.open()


def load_ahead(reopen: Callable[[], ToolContext]) -> None:
    """Load what charts need and open the data."""
    from diagnostics.figures.preload import warm_up

    reopen()
    warm_up()
