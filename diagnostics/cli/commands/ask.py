"""Answer a question in words from the data, or hold a bulletin's sentence against them."""

from __future__ import annotations

import argparse

from diagnostics.cli.arguments import (
    add_climatology,
    add_data,
    add_region,
    open_data,
)
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import ClaimReport, ClaimVerdict, QuestionReply, RequestReading
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.ports import FieldSource
from diagnostics.service.data import open_climatology
from diagnostics.service.parsing import (
    parse_choice,
    parse_region,
    parse_time,
    parse_time_or_window,
)
from diagnostics.service.questions import QuestionContext, ask, check_claim, check_length


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("question", nargs="?", metavar="QUESTION", help="in English or Chinese")
    parser.add_argument("--claim", metavar="SENTENCE", help="check a sentence instead of asking")
    add_data(parser)
    add_region(parser)
    parser.add_argument(
        "--time", metavar="T", help="for questions that name none: a time, or START/END"
    )
    parser.add_argument("--now", metavar="T", help="what 'yesterday' counts from")
    parser.add_argument("--timezone", metavar="Z", help="of times that name none: a zone or +08:00")
    parser.add_argument("--lang", metavar="en|zh", help="default: the question's own")
    add_climatology(parser)


def run(options: argparse.Namespace, output: Output) -> None:
    """Answer or check, and print."""
    text = _text(options)
    language = parse_choice(Language, options.lang, "--lang") if options.lang else None
    region = parse_region(options.region)
    moment = parse_time_or_window(options.time)
    window = (
        moment
        if moment is None or isinstance(moment, TimeWindow)
        else TimeWindow(start=moment, end=moment)
    )
    now = parse_time(options.now, "--now")
    baseline = open_climatology(options.climatology)
    context = QuestionContext(region, window, now, options.timezone, language)

    def open_source() -> FieldSource:
        return open_data(options.data, options)

    if options.claim is not None:
        report = check_claim(text, open_source, context, climatology=baseline)
        if report.verdict is ClaimVerdict.NOT_CHECKABLE:
            output.no_answer()
        if output.json:
            output.document(report)
        else:
            _print_claims(report, output)
        return
    reply = ask(text, open_source, context, climatology=baseline)
    if not reply.answered:
        output.no_answer()
    if output.json:
        output.document(reply)
    else:
        _print_reply(reply, output)


def _text(options: argparse.Namespace) -> str:
    if (options.question is None) == (options.claim is None):
        raise ArgumentError(Message(id="error-question_or_claim"), code="invalid_argument")
    return check_length(str(options.question if options.claim is None else options.claim))


def _print_reply(reply: QuestionReply, output: Output) -> None:
    output.text(reply.sentence)
    if reply.operator:
        mark = "算子：" if reply.language is Language.ZH else "operator: "
        output.progress(f"{mark}{reply.operator}")
    command = reply.detail.get("command")
    if isinstance(command, str):
        output.text(command)
    print_reading(reply.reading, reply.language, output)


def _print_claims(report: ClaimReport, output: Output) -> None:
    from diagnostics.questions.told import told_check, told_verdict

    for check in report.claims:
        joint = "：" if report.language is Language.ZH else ": "
        output.text(f"{check.words}{joint}{told_check(check, report.language)}")
    output.text(f"=> {told_verdict(report.verdict, report.language)}")
    print_reading(report.reading, report.language, output)


def print_reading(reading: RequestReading, language: Language, output: Output) -> None:
    """Say what was understood, what was assumed and what is ambiguous."""
    from diagnostics.questions.told import told_lines

    for line in told_lines(reading, language):
        output.progress(line)
