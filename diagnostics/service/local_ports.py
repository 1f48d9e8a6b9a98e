"""Ports of the loop for a run in one process: the carried release, orders, a serial executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.steering import SteeringAction, SteeringOrder
from diagnostics.errors import InputDataError
from diagnostics.guidelines import find_entry, load_release
from diagnostics.ports import ControlSignal

T = TypeVar("T")
R = TypeVar("R")


class CarriedGuidelines:
    """The release that the package carries."""

    def release(self, digest: str | None = None) -> GuidelineRelease:
        """Return the carried release.

        Raises
        ------
        InputDataError
            With code ``release_not_found`` when another one was pinned.
        """
        release = load_release()
        if digest is not None and digest != release.digest:
            raise InputDataError(
                f"the run pinned library release {digest[:12]}, this installation carries "
                f"{release.digest[:12]}; use the installation that made it",
                code="release_not_found",
            )
        return release


class StandingOrders:
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
