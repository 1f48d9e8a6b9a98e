"""Answer a question in words from the data, or hold a bulletin's sentence against them."""

from __future__ import annotations

import argparse
from pathlib import Path

from diagnostics.cli.arguments import (
    add_climatology,
    add_data,
    add_object,
    add_region,
    data_extent,
    named_object,
    open_data,
)
from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Language
from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.contracts.questions import ClaimReport, ClaimVerdict, QuestionReply, RequestReading
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, Param, render
from diagnostics.ports import FieldSource
from diagnostics.service.data import open_climatology
from diagnostics.service.parsing import (
    parse_choice,
    parse_region,
    parse_time,
    parse_time_or_window,
)
from diagnostics.service.questions import (
    QuestionContext,
    answer_form,
    ask,
    check_claim,
    check_form,
    check_length,
    read_form,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("question", nargs="?", metavar="QUESTION", help="in English or Chinese")
    parser.add_argument("--claim", metavar="SENTENCE", help="check a sentence instead of asking")
    parser.add_argument(
        "--form", metavar="FILE|JSON", help="a question or claim as a form, in place of words"
    )
    add_data(parser)
    add_region(parser)
    add_object(parser)
    parser.add_argument(
        "--time", metavar="T", help="for questions that name none: a time, or START/END"
    )
    parser.add_argument("--now", metavar="T", help="what 'yesterday' counts from")
    parser.add_argument("--timezone", metavar="Z", help="of times that name none: a zone or +08:00")
    add_climatology(parser)


def run(options: argparse.Namespace, output: Output) -> None:
    """Answer or check, and print."""
    text, form = _asked(options)
    language = parse_choice(Language, options.lang, "--lang") if options.lang else None
    known = named_object(options)
    region = known.region if known else parse_region(options.region, data_extent(options))
    moment = parse_time_or_window(options.time) or (known.window if known else None)
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

    if isinstance(form, ClaimForm) or options.claim is not None:
        report = (
            check_form(form, open_source, context, climatology=baseline)
            if isinstance(form, ClaimForm)
            else check_claim(text, open_source, context, climatology=baseline)
        )
        if report.verdict is ClaimVerdict.NOT_CHECKABLE:
            output.no_answer()
        if output.json:
            output.document(report)
        else:
            _print_claims(report, output)
        return
    reply = (
        ask(text, open_source, context, climatology=baseline)
        if form is None
        else answer_form(form, open_source, context, climatology=baseline)
    )
    if not reply.answered:
        output.no_answer()
    if output.json:
        output.document(reply)
    else:
        _print_reply(reply, output)


def _asked(options: argparse.Namespace) -> tuple[str, Form | ClaimForm | None]:
    """Return the words, or the form in their place."""
    given = (options.question, options.claim, options.form)
    if sum(item is not None for item in given) != 1:
        raise ArgumentError(Message(id="error-question_or_claim"), code="invalid_argument")
    if options.form is not None:
        text = str(options.form)
        if not text.lstrip().startswith("{"):
            text = Path(text).read_text(encoding="utf-8")
        return "", read_form(text)
    return check_length(str(options.question if options.claim is None else options.claim)), None


def _print_reply(reply: QuestionReply, output: Output) -> None:
    output.text(reply.sentence)
    output.choice(reply.choice)
    if reply.operator:
        operator = Message(id="command-operator", params={"name": reply.operator})
        output.progress(render(operator, reply.language))


def _print_claims(report: ClaimReport, output: Output) -> None:
    from diagnostics.questions.descriptions import describe_check, describe_verdict

    for check in report.claims:
        params: dict[str, Param] = {
            "claim": check.words,
            "verdict": describe_check(check, report.language),
        }
        output.text(render(Message(id="command-claim", params=params), report.language))
    output.text(f"=> {describe_verdict(report.verdict, report.language)}")
    output.choice(report.choice)
    output.doubts(report.doubts)
    print_reading(report.reading, report.language, output)


def print_reading(reading: RequestReading, language: Language, output: Output) -> None:
    """Say what was understood, what was assumed and what is ambiguous."""
    from diagnostics.questions.descriptions import format_lines

    for line in format_lines(reading, language):
        output.progress(line)
