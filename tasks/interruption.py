"""Stopping the step of a job at once, where its job was cancelled or belongs to another worker.

The heartbeat's thread sends the main thread a signal, whose handler raises. What the platform
writes and reads is shielded: there the interruption waits for the end, so that no connection, file
or message is left half-way. So is every import: a library with native code that was half imported
cannot be imported again, and every later job of the process would fail of it. Native code is not
interrupted before it comes back to Python.
"""

from __future__ import annotations

import signal
import threading
from contextlib import ContextDecorator
from types import FrameType, TracebackType

SIGNAL = signal.SIGUSR2
_IMPORTER = "<frozen importlib._bootstrap>"


class StepInterruptedError(BaseException):
    """The step is of no more use.

    No `Exception`: readers of data would take it for their own trouble and go on.
    """


class _Watch:
    """No lock: a signal handler must not wait for one."""

    stoppable = False
    wanted = False
    shields = 0


class Interruptible:
    """The block that `interrupt` may end, in a main thread; elsewhere it ends by itself."""

    def __enter__(self) -> None:
        """Allow interruptions from now on."""
        if not _in_main_thread():
            return
        _Watch.wanted = False
        _Watch.shields = 0
        # For good: a signal that comes late must not meet the system's answer to it, which kills.
        signal.signal(SIGNAL, _raise)
        _Watch.stoppable = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Allow no more."""
        settle()


class _Shield(ContextDecorator):
    def __enter__(self) -> None:
        if _in_main_thread():
            _Watch.shields += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not _in_main_thread():
            return
        _Watch.shields -= 1
        if error is None:
            _stop_if_wanted()


def shielded() -> _Shield:
    """Let a block, or a decorated function, come to its end before an interruption."""
    return _Shield()


def interrupt() -> None:
    """Interrupt the main thread's block, if it is in one; harmless else.

    Native code may swallow an exception: whoever wants the end asks again until it has come.
    """
    if _Watch.stoppable:
        _Watch.wanted = True
        main = threading.main_thread().ident
        assert main is not None
        signal.pthread_kill(main, SIGNAL)


def settle() -> None:
    """Take no more interruptions: an exception may have come before the block's own end."""
    if _in_main_thread():
        _Watch.stoppable = False


def importing(frame: FrameType | None) -> bool:
    """Whether a frame works for an import, which an exception would leave half-done."""
    while frame is not None:
        if frame.f_code.co_filename == _IMPORTER:
            return True
        frame = frame.f_back
    return False


def _raise(_signal: int, frame: FrameType | None) -> None:
    # Whoever wants the end asks again.
    if not importing(frame):
        _stop_if_wanted()


def _stop_if_wanted() -> None:
    if _Watch.stoppable and _Watch.wanted and not _Watch.shields:
        # Once for each time of asking: what cleans up behind the step is not interrupted as well.
        _Watch.wanted = False
        raise StepInterruptedError


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
