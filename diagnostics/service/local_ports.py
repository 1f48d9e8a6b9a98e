"""Ports of the loop for a run in one process: the library, orders, a serial executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.steering import SteeringAction, SteeringOrder
from diagnostics.errors import InputDataError
from diagnostics.guidelines import RELEASE_FILE, find_entry, load_release, unpack_release
from diagnostics.messages import Message
from diagnostics.ports import ControlSignal

T = TypeVar("T")
R = TypeVar("R")


class RunGuidelines:
    """The release that the package carries, or the older one that a run keeps in its folder.

    Parameters
    ----------
    folder : Path
        Of the run; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self._kept = folder / RELEASE_FILE

    def release(self, digest: str | None = None) -> GuidelineRelease:
        """Return the release with this digest; without one, that of the package.

        Raises
        ------
        InputDataError
            With code ``release_not_found`` when neither has it, and ``release_damaged`` when the
            folder's file does not serve.
        """
        release = load_release()
        if digest is None or digest == release.digest:
            return release
        if not self._kept.is_file():
            raise InputDataError(
                Message(
                    id="serviceerror-release_not_found",
                    params={
                        "pinned": digest[:12],
                        "found": release.digest[:12],
                        "file": RELEASE_FILE,
                    },
                ),
                code="release_not_found",
            )
        return unpack_release(self._kept.read_bytes(), digest)


class PresetOrders:
    """A control source that says: go on, with the orders that were given at the start.

    Parameters
    ----------
    pins, vetoes : sequence of str
        Factors to try first, and factors to leave out.

    Raises
    ------
    ArgumentError
        With code ``unknown_factor`` for a name that the library does not know.
    """

    def __init__(self, pins: Sequence[str] = (), vetoes: Sequence[str] = ()) -> None:
        named = [(SteeringAction.PIN, name) for name in pins]
        named += [(SteeringAction.VETO, name) for name in vetoes]
        release = load_release()
        for _, name in named:
            find_entry(release, name)
        self._orders = tuple(
            SteeringOrder(
                id=f"{action}:{name}",
                action=action,
                factor=name,
                author="command line",
                reason=f"--{action} {name}",
            )
            for action, name in named
        )

    def poll(self) -> ControlSignal:
        """Go on."""
        return ControlSignal(orders=self._orders)


class SerialExecutor:
    """Runs pieces of work one after the other, in this process."""

    def map(self, function: Callable[[T], R], items: Sequence[T]) -> Iterable[R]:
        """Apply `function` to each item."""
        return map(function, items)

    def submit(self, function: Callable[[T], R], item: T) -> None:
        """Begin nothing: there is no other process."""
