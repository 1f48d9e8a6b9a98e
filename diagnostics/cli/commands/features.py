"""Detect features at one time: with one detector, or with all that the data serve."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import (
    add_data,
    add_object,
    add_region,
    data_extent,
    named_object,
    open_data,
    parse_params,
)
from diagnostics.cli.output import Output, answer_entry
from diagnostics.contracts.narration import reason_of_answer
from diagnostics.messages import Message, Param
from diagnostics.service.parsing import (
    parse_level,
    parse_region,
    parse_time,
)
from diagnostics.service.requests import FeaturesRequest
from diagnostics.service.tools import answer_features, features_document


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("detector", nargs="?", metavar="DETECTOR", help="all by default")
    add_data(parser)
    add_region(parser)
    add_object(parser)
    parser.add_argument("--time", metavar="T", help="a time with a zone; needed with several")
    parser.add_argument("--level", metavar="P", help="pressure level in hPa")
    parser.add_argument("-p", "--param", action="append", default=[], metavar="KEY=VALUE")


def run(options: argparse.Namespace, output: Output) -> None:
    """Detect and print."""
    known = named_object(options)
    request = FeaturesRequest(
        options.detector,
        time=parse_time(options.time) or (known.time if known else None),
        region=known.region if known else parse_region(options.region, data_extent(options)),
        level=parse_level(options.level),
        params=parse_params(options.param),
    )
    answers = answer_features(request, lambda: open_data(options.data, options))
    if output.json:
        output.document(features_document(options.detector, answers))
        return
    rows: list[list[Param]] = [
        [
            item.detector,
            Message(id=answer_entry(item.passed)),
            str(len(item.features)),
            "; ".join(
                f"{feature.latitude:.1f},{feature.longitude:.1f}" for feature in item.features[:4]
            )
            or reason_of_answer(item),
        ]
        for item in answers
    ]
    heads = ("detector", "there", "count", "where")
    output.table(Message(id="command-features"), heads, rows)
    output.choice(answers[0].provenance.choice)
    output.doubts(
        {(doubt.rule, doubt.fields): doubt for item in answers for doubt in item.doubts}.values()
    )
