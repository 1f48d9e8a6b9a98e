"""Of several files, those that cannot be used: each is named with the reason, the rest is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from diagnostics.errors import InputDataError, UnitsError
from diagnostics.fields.blocks import Block, Scan, shown
from diagnostics.fields.grid_set import overlap
from diagnostics.messages import Message

LeftOutFiles = dict[str, InputDataError | UnitsError]
"""Path of a file, or its name in messages, and why it cannot be used."""

LEFT_OUT = "file_left_out"
MOST_NAMED = 20
"""Files that a finding of its own names; the others are counted."""
_OF_THE_REQUEST = {"several_members", "missing_member", "missing_run"}
"""What is wrong with what was asked for, and not with a file."""


@contextmanager
def leaving_out(path: str, left_out: LeftOutFiles, *, named: bool = False) -> Iterator[None]:
    """Keep why a file cannot be used, instead of raising it.

    Parameters
    ----------
    path : str
    left_out : dict
        Grows by the file.
    named : bool
        Whether the caller named this file: that it does not exist is then a mistake in the
        request, and is raised.

    Raises
    ------
    InputDataError
        For what is wrong with the request: ``several_members`` and others.
    """
    try:
        yield
    except (InputDataError, UnitsError) as error:
        if error.code in _OF_THE_REQUEST or (named and error.code == "file_not_found"):
            raise
        left_out[path] = error


def overlapping(groups: Sequence[list[Block]]) -> tuple[list[list[Block]], LeftOutFiles]:
    """Return the grids on which most files lie, and the files on grids apart from them.

    Parameters
    ----------
    groups : sequence of list of Block
        Of one grid each, the main grid first.

    Raises
    ------
    InputDataError
        ``different_grids`` where as many files lie elsewhere: two places are two questions.
    """
    clusters = []
    for first in groups:
        rest = [group for group in groups if group is not first]
        near = [group for group in rest if overlap(first[0].grid, group[0].grid)]
        clusters.append([first, *near])
    best = max(clusters, key=lambda cluster: len(_paths(cluster)))
    apart = [group for group in groups if not any(group is item for item in best)]
    kept, lost = _paths(best), _paths(apart)
    problems: LeftOutFiles = {
        path: _different_grids(best[0][0], block)
        for path, block in lost.items()
        if path not in kept
    }
    if apart and (len(problems) < len(lost) or len(kept) <= len(lost)):
        raise _different_grids(best[0][0], apart[0][0])
    return best, problems


def _paths(groups: Sequence[list[Block]]) -> dict[str, Block]:
    """Return the files of some grids, each with one of its blocks."""
    return {block.path: block for group in groups for block in group}


def _different_grids(first: Block, block: Block) -> InputDataError:
    return InputDataError(
        Message(
            id="dataerror-different_grids",
            params={
                "source": f"{first.source_name}",
                "path": f"{shown(first.path)}",
                "grid": f"{first.grid.describe()}",
                "source2": f"{block.source_name}",
                "path2": f"{shown(block.path)}",
                "grid2": f"{block.grid.describe()}",
            },
        ),
        code="different_grids",
        data={
            "grids": [
                {"path": item.path, "grid": item.grid.info().model_dump(mode="json")}
                for item in (first, block)
            ]
        },
    )


def note_left_out(scan: Scan, left_out: LeftOutFiles) -> None:
    """Say of each file that is left out why, before anything else that was noticed."""
    noticed = scan.findings
    scan.findings = []
    for path, error in list(left_out.items())[:MOST_NAMED]:
        params = {"path": shown(path), "reason": error.text}
        scan.warn(LEFT_OUT, Message(id="reader-file_left_out", params=params))
    more = len(left_out) - MOST_NAMED
    if more > 0:
        scan.warn(LEFT_OUT, Message(id="reader-files_left_out", params={"count": more}))
    scan.findings += noticed
