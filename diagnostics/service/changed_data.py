"""Faults that come of data which changed under the work: the change is their reason."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from diagnostics.errors import DiagnosticsError
from diagnostics.ports import FieldSource
from diagnostics.service.data import OpenSource


@contextlib.contextmanager
def report_changed_data(*sources: FieldSource) -> Iterator[None]:
    """Give a change of the data as the reason of any fault of the program inside the block.

    Raises
    ------
    SourceError
        ``source_vanished`` or ``source_changed``, in place of a fault that is no error of its own.
    """
    try:
        yield
    except DiagnosticsError:
        raise
    except Exception:
        for source in sources:
            source.check_unchanged()
        raise


@contextlib.contextmanager
def report_changes_on_opening(open_source: OpenSource) -> Iterator[OpenSource]:
    """Yield the same function, and do as `report_changed_data` with the source that it opens.

    Raises
    ------
    SourceError
        As `report_changed_data`.
    """
    with contextlib.ExitStack() as sources:

        def opening() -> FieldSource:
            source = open_source()
            sources.enter_context(report_changed_data(source))
            return source

        yield opening
