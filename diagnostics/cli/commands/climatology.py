"""Show what a climatology file holds."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import open_climatology
from diagnostics.cli.output import Output
from diagnostics.errors import ArgumentError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", metavar="show", help="what to do: show")
    parser.add_argument("file", metavar="FILE", help="a climatology file")


def run(options: argparse.Namespace, output: Output) -> None:
    """Print the indices of a climatology."""
    if options.action != "show":
        raise ArgumentError(
            f"climatology {options.action}: the action is `show`", code="invalid_argument"
        )
    baseline = open_climatology(options.file)
    if baseline is None:
        raise ArgumentError("name a climatology file", code="invalid_argument")
    summary = baseline.summary()
    if output.json:
        output.document(summary)
        return
    rows = [
        [item.key, str(item.sample_count), f"{item.mean:.4g}", f"{item.std:.4g}"]
        for item in summary.indices
    ]
    output.table(
        f"{summary.name} ({summary.digest[:12]})", ["index", "samples", "mean", "std"], rows
    )
