"""Compute one index over a region and a time or period."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import (
    add_climatology,
    add_data,
    add_region,
    open_data,
    parse_params,
)
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.narration import describe_opinion
from diagnostics.service.data import open_climatology
from diagnostics.service.parsing import (
    parse_choice,
    parse_index_level,
    parse_region,
    parse_time_or_window,
)
from diagnostics.service.requests import IndexRequest
from diagnostics.service.tools import answer_index


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", help="an index of the catalogue")
    add_data(parser)
    add_region(parser)
    parser.add_argument("--time", metavar="T", help="a time with a zone, or START/END")
    parser.add_argument("--level", metavar="P", help="pressure level in hPa, or 2m")
    parser.add_argument("--mode", default="qa", metavar="qa|diagnose", help="default: qa")
    add_climatology(parser)
    parser.add_argument(
        "-p",
        "--param",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a parameter of the index, or reduction=NAME",
    )
    parser.add_argument(
        "--second-opinion",
        action="store_true",
        help="compute it by MetPy as well, at the point that decides",
    )


def run(options: argparse.Namespace, output: Output) -> None:
    """Compute and print the answer."""
    baseline = open_climatology(options.climatology)
    request = IndexRequest(
        options.name,
        time=parse_time_or_window(options.time),
        region=parse_region(options.region),
        level=parse_index_level(options.level),
        mode=parse_choice(Mode, options.mode, "--mode"),
        params=parse_params(options.param),
        second_opinion=options.second_opinion,
    )
    answer = answer_index(request, lambda: open_data(options.data, options), baseline=baseline)
    if answer.value is None:
        output.no_answer()
    if output.json:
        output.document(answer)
        return
    value = "no value" if answer.value is None else f"{answer.value:.6g} {answer.unit}"
    output.text(f"{answer.name}: {value} ({answer.status.value}) {answer.message}".rstrip())
    if answer.latitude is not None and answer.longitude is not None:
        output.text(f"at {answer.latitude:.2f}, {answer.longitude:.2f}")
    for key, extra in answer.extra.items():
        output.text(f"{key}: {extra}")
    if answer.second_opinion is not None:
        output.text(describe_opinion(answer.second_opinion))
    for warning in answer.provenance.warnings:
        output.progress(f"note: {warning}")
