"""The command ``hvrmet features``."""

from __future__ import annotations

import argparse
from pathlib import Path

from diagnostics.cli.arguments import (
    add_data,
    add_region,
    open_data,
    parse_params,
)
from diagnostics.cli.files import write_whole
from diagnostics.cli.output import Output, answer_entry
from diagnostics.cli.usage import help_text
from diagnostics.contracts.narration import reason_of_answer
from diagnostics.messages import Message, Param
from diagnostics.service.extract_parts import features_file
from diagnostics.service.parsing import (
    parse_level,
    parse_region,
    parse_time,
)
from diagnostics.service.requests import FeaturesRequest
from diagnostics.service.tools import answer_features, features_document


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("detector", nargs="?", metavar="DETECTOR", help=help_text("help-detector"))
    add_data(parser)
    add_region(parser)
    parser.add_argument("--time", metavar="T", help=help_text("help-one_time"))
    parser.add_argument("--level", metavar="P", help=help_text("help-level_hpa"))
    parser.add_argument(
        "-p",
        "--param",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=help_text("help-detector_param"),
    )
    parser.add_argument("--out", metavar="FILE", help=help_text("help-features_out"))


def run(options: argparse.Namespace, output: Output) -> None:
    """Detect and print."""
    request = FeaturesRequest(
        options.detector,
        time=parse_time(options.time),
        region=parse_region(options.region),
        level=parse_level(options.level),
        params=parse_params(options.param),
    )
    answers = answer_features(request, lambda: open_data(options.data, options))
    if options.out is not None:
        write_whole(Path(options.out), features_file(answers).data)
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
