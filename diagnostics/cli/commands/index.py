"""Compute one index over a region and a time or period."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import (
    add_climatology,
    add_data,
    add_object,
    add_region,
    data_extent,
    named_object,
    open_data,
    parse_params,
)
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.evidence import IndexAnswer
from diagnostics.contracts.narration import opinion_message
from diagnostics.messages import Message, Param, Term
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
    add_object(parser)
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
    known = named_object(options)
    request = IndexRequest(
        options.name,
        time=parse_time_or_window(options.time) or (known.window if known else None),
        region=known.region if known else parse_region(options.region, data_extent(options)),
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
    _print(answer, output)


def _print(answer: IndexAnswer, output: Output) -> None:
    params: dict[str, Param] = {
        "name": answer.name,
        "value": value_of(answer.value, answer.unit),
        "status": Term(term=f"status_{answer.status.value}"),
    }
    if answer.wording is None:
        output.say(Message(id="command-index_value", params=params))
    else:
        params["reason"] = answer.wording
        output.say(Message(id="command-index_value_because", params=params))
    if answer.latitude is not None and answer.longitude is not None:
        place: dict[str, Param] = {
            "latitude": f"{answer.latitude:.2f}",
            "longitude": f"{answer.longitude:.2f}",
        }
        output.say(Message(id="command-index_place", params=place))
    for key, extra in answer.extra.items():
        output.say(Message(id="command-index_extra", params={"name": key, "value": str(extra)}))
    if answer.second_opinion is not None:
        output.say(opinion_message(answer.second_opinion))
    output.choice(answer.provenance.choice)
    output.doubts(answer.doubts)
    for warning in answer.provenance.warnings:
        output.report(Message(id="command-note", params={"note": Term(term=f"note_{warning}")}))


def value_of(value: float | None, unit: str) -> Param:
    """Return a value with its unit as it is printed, or that there is none."""
    return Message(id="command-no_value") if value is None else f"{value:.6g} {unit}"
