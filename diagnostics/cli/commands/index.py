"""Compute one index over a region and a time or period."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import (
    add_data,
    add_region,
    open_climatology,
    open_data,
    parse_choice,
    parse_level,
    parse_params,
    parse_region,
    parse_time_or_window,
)
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Mode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", help="an index of the catalogue")
    add_data(parser)
    add_region(parser)
    parser.add_argument("--time", metavar="T", help="a time with a zone, or START/END")
    parser.add_argument("--level", metavar="P", help="pressure level in hPa")
    parser.add_argument("--mode", default="qa", metavar="qa|diagnose", help="default: qa")
    parser.add_argument("--climatology", metavar="CLIM", help="a climatology file")
    parser.add_argument(
        "-p",
        "--param",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a parameter of the index, or reduction=NAME",
    )


def run(options: argparse.Namespace, output: Output) -> None:
    """Compute and print the answer."""
    from diagnostics.catalog import compute_index, get_catalog
    from diagnostics.contracts.enums import ToolKind
    from diagnostics.errors import ArgumentError

    mode = parse_choice(Mode, options.mode, "--mode")
    region = parse_region(options.region)
    time = parse_time_or_window(options.time)
    level = parse_level(options.level)
    params = parse_params(options.param)
    get_catalog().tool(options.name, ToolKind.INDEX)
    reduction = params.pop("reduction", None)
    if "level" in params:
        level = parse_level(str(params.pop("level")))
    if reduction is not None and not isinstance(reduction, str):
        raise ArgumentError("reduction is a name, such as max or mean", code="invalid_parameter")
    answer = compute_index(
        options.name,
        open_data(options.data, options),
        time=time,
        region=region,
        level=level,
        mode=mode,
        reduction=reduction,
        params=params,
        baseline=open_climatology(options.climatology),
    )
    if output.json:
        output.document(answer)
        return
    value = "no value" if answer.value is None else f"{answer.value:.6g} {answer.unit}"
    output.text(f"{answer.name}: {value} ({answer.status.value}) {answer.message}".rstrip())
    if answer.latitude is not None and answer.longitude is not None:
        output.text(f"at {answer.latitude:.2f}, {answer.longitude:.2f}")
    for key, extra in answer.extra.items():
        output.text(f"{key}: {extra}")
    for warning in answer.provenance.warnings:
        output.progress(f"note: {warning}")
