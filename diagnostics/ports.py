"""What the loop needs from its caller.

The command line and the platform implement these protocols; the loop knows nothing else of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from diagnostics.contracts.base import Contract
from diagnostics.contracts.events import EventBody, RecordedEvent
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.steering import SteeringOrder

if TYPE_CHECKING:
    import xarray

T = TypeVar("T")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class FieldRequest(Contract):
    """What to read: canonical names, levels, a period, a box and a margin in cells.

    Empty `levels_hpa` means every level, no `window` every time, no `region` the whole grid.
    """

    variables: tuple[str, ...]
    levels_hpa: tuple[float, ...] = ()
    window: TimeWindow | None = None
    region: Region | None = None
    halo: int = 0


class FieldSource(Protocol):
    """Gridded data in canonical form, read lazily."""

    def inventory(self) -> Inventory:
        """Say what the source holds, without reading arrays."""

    def load(self, request: FieldRequest) -> xarray.Dataset:
        """Read a window into memory as a canonical dataset (dims time, level, y and x).

        Raises
        ------
        InputDataError
            When a variable, level, time or the region is not in the data.
        SourceError
            When the data vanished, changed or could not be read.
        """

    def digest(self) -> str:
        """Sha256 that changes when the content of the source changes."""

    def check_unchanged(self) -> None:
        """Make sure that the data are still those that were opened.

        Raises
        ------
        SourceError
            ``source_vanished`` or ``source_changed``.
        """


class GuidelineSource(Protocol):
    """Immutable releases of the Guideline Library."""

    def release(self, digest: str | None = None) -> GuidelineRelease:
        """Return the release with this digest, or the current one."""


class ArtifactSink(Protocol):
    """Keeps bytes under their content's address."""

    def put(self, name: str, data: bytes, media_type: str) -> ArtifactRef:
        """Store `data` whole or not at all; the same bytes twice are harmless."""

    def get(self, sha256: str) -> bytes:
        """Return stored bytes."""


class EvidenceSink(Protocol):
    """Keeps evidence, unique by its call key."""

    def put(self, item: EvidenceItem) -> None:
        """Store one piece of evidence; a repeat of the same call is harmless."""


class EventSink(Protocol):
    """The one writer of a run's log."""

    def append(self, body: EventBody, attempt: int) -> RecordedEvent:
        """Number, time and keep one event; refuse a stale `attempt`.

        Raises
        ------
        BudgetError
            With code ``lease_lost`` when another worker holds the run.
        """


class ControlSignal(Contract):
    """What the caller asks of a running loop.

    `orders` are all that are known, in order: the loop takes each once, whenever it has been given.
    """

    action: Literal["continue", "cancel", "yield"] = "continue"
    author: str = ""
    reason: str = ""
    orders: tuple[SteeringOrder, ...] = ()


class ControlSource(Protocol):
    """Asked before each step."""

    def poll(self) -> ControlSignal:
        """Return whether to go on, stop for good or yield the worker, and what people order."""


class Cache(Protocol):
    """Keeps documents by content key."""

    def get(self, key: str) -> bytes | None:
        """Return what was kept under `key`."""

    def put(self, key: str, data: bytes) -> None:
        """Keep `data` under `key`."""


class PendingResult(Protocol[R_co]):
    """A piece of work that was handed on."""

    def take(self) -> R_co | None:
        """Return its result; None where it was not begun, failed or takes too long.

        It is not begun any more then: the caller does the work itself.
        """

    def drop(self) -> None:
        """Say that nobody will ask for it."""


class Executor(Protocol):
    """Runs independent pieces of work, perhaps in other processes."""

    def map(self, function: Callable[[T], R], items: Sequence[T]) -> Iterable[R]:
        """Apply an importable function to each item, results in order."""

    def submit(self, function: Callable[[T], R], item: T) -> PendingResult[R] | None:
        """Have a piece of work begun elsewhere; None where there is no elsewhere."""
