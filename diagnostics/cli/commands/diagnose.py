"""The command ``hvrmet diagnose``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from diagnostics.cli.arguments import (
    add_boundaries,
    add_climatology,
    add_data,
    add_region,
    climatology_paths,
    open_data,
    parse_member,
    tool_files,
)
from diagnostics.cli.diagnosis_summary import ending
from diagnostics.cli.files import write_whole
from diagnostics.cli.llm_options import add_models, chosen_models
from diagnostics.cli.output import Output
from diagnostics.cli.processes import ProcessExecutor, add_jobs, chosen_helpers
from diagnostics.cli.request_text import read_words
from diagnostics.cli.run_folder import FolderEvidence, RunFolder
from diagnostics.cli.usage import help_text
from diagnostics.contracts.enums import (
    Ablation,
    EventType,
    Language,
    Verdict,
)
from diagnostics.contracts.events import JobRetried, RecordedEvent
from diagnostics.contracts.narration import narrate
from diagnostics.contracts.request import (
    MAX_TURNS,
    TARGET_FACTORS,
    DiagnosisRequest,
    LoopOptions,
)
from diagnostics.contracts.validation import describe_problems, joined, list_problems
from diagnostics.errors import ArgumentError, ExecutionError
from diagnostics.guidelines import RELEASE_FILE, load_release, pack_release
from diagnostics.messages import Message, Param
from diagnostics.ports import FieldSource
from diagnostics.service.chart_styles import ChartStyleRequest
from diagnostics.service.contexts import load_ahead
from diagnostics.service.data import open_boundaries, open_climatology
from diagnostics.service.diagnosis import DiagnosisSetting, RunStore, run_diagnosis
from diagnostics.service.local_ports import PresetOrders, RunGuidelines
from diagnostics.service.parsing import (
    parse_choice,
    parse_region,
    parse_time,
    parse_window,
)
from diagnostics.service.requests import FigureRequest
from diagnostics.service.resuming import require_same_run
from diagnostics.service.tools import draw_figure, shows_all
from diagnostics.service.worded_requests import WordedRequest

if TYPE_CHECKING:
    from diagnostics.agents import Team
    from diagnostics.agents.llm import ModelsConfig
    from diagnostics.loop import RunState


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_data(parser)
    add_region(parser)
    parser.add_argument(
        "--request",
        metavar="TEXT",
        help=help_text("help-request"),
    )
    parser.add_argument("--start", metavar="T", help=help_text("help-start"))
    parser.add_argument("--end", metavar="T", help=help_text("help-end"))
    parser.add_argument("--event", metavar="TYPE", help=help_text("help-event"))
    parser.add_argument("--preset", metavar="cma|nws|etccdi", help=help_text("help-preset"))
    parser.add_argument("--timezone", metavar="Z", help=help_text("help-timezone"))
    add_climatology(parser)
    add_boundaries(parser)
    add_models(parser)
    parser.add_argument(
        "--max-turns", default=str(MAX_TURNS), metavar="N", help=help_text("help-max_turns")
    )
    parser.add_argument(
        "--pin",
        action="append",
        default=[],
        metavar="FACTOR",
        help=help_text("help-pin"),
    )
    parser.add_argument(
        "--veto",
        action="append",
        default=[],
        metavar="FACTOR",
        help=help_text("help-veto"),
    )
    parser.add_argument(
        "--without",
        metavar="PART,...",
        help=help_text("help-without", parts=", ".join(part.value for part in Ablation)),
    )
    add_jobs(parser, "help-jobs_diagnose")
    parser.add_argument("--out", required=True, metavar="DIR", help=help_text("help-run_out"))
    parser.add_argument("--resume", action="store_true", help=help_text("help-resume"))
    parser.set_defaults(usage_error=parser.error)


def run(options: argparse.Namespace, output: Output) -> None:
    """Diagnose and print what was concluded."""
    models = chosen_models(options)
    helpers = chosen_helpers(options.jobs, TARGET_FACTORS - 1)
    if options.region is None and options.request is None:
        options.usage_error("name a --region, or say it in words with --request")
    source, words = None, None
    if options.request is not None:
        source = open_data(options.data, options)
        words = read_words(options.request, source, options)
        for line in words.lines():
            output.progress(line)
        if words.charts:
            output.language = words.language
            _draw(words, source, options, output)
            return
    drawn = open_boundaries(options.boundaries).digest if options.boundaries else ""
    request = _request(options, models, words, drawn)
    output.language = request.language
    orders = PresetOrders(options.pin, options.veto)

    def report_progress(event: RecordedEvent) -> None:
        line = narrate(event.body, request.language)
        if line:
            output.progress(line)

    folder = RunFolder(
        Path(options.out),
        resume=options.resume,
        listener=report_progress,
        first={RELEASE_FILE: pack_release(load_release())},
    )
    with ProcessExecutor(helpers) as executor:
        # they load the science while this process does
        reopen = tool_files(options).reopening()
        executor.warm(load_ahead, reopen)
        from diagnostics.loop import fold

        source = source or open_data(options.data, options)
        state = fold(folder.history)
        require_same_run(state, request, source)
        if state.failure is not None:
            # What ended the run may have passed: it goes on from what it had found.
            retried = JobRetried(author="command line", reason=f"after {state.failure.code}")
            folder.history.append(folder.append(retried, 1))
        setting = DiagnosisSetting(
            source,
            RunGuidelines(folder.path),
            orders,
            team=_team(models, folder.history),
            climatology=open_climatology(options.climatology),
            boundaries=open_boundaries(options.boundaries),
            executor=executor,
            reopen=reopen,
        )
        store = RunStore(folder, FolderEvidence(), folder)
        outcome = run_diagnosis(request, setting, store, folder.history)
    if outcome.status == "failed":
        raise ExecutionError(
            Message(
                id="commanderror-diagnosis_failed",
                params={"message": outcome.wording or outcome.message, "folder": options.out},
            ),
            code=outcome.code,
        )
    state = outcome.state
    conclusion = state.conclusion
    if conclusion is None:
        raise ExecutionError(Message(id="commanderror-without_conclusion"), code="unfinished_run")
    folder.complete(
        {
            "data": [
                str(Path(path).resolve()) if "://" not in path else path for path in options.data
            ],
            "climatology": climatology_paths(options.climatology),
            **({"origin": options.origin} if options.origin else {}),
            **_boundaries(options),
            "report_digest": state.report_digest,
            **({} if words is None else {"request": words.record()}),
        }
    )
    report = folder.path / "report.md"
    names = {item.id: item.factor for item in state.evidence}
    if not output.json:
        chinese = output.language == Language.ZH
        causes = {
            cause.id: cause.name_zh if chinese else cause.name for cause in load_release().causes
        }
        for said in ending(conclusion, names, causes):
            output.say(said)
        files = {"markdown": str(report), "page": str(folder.path / "report.html")}
        output.say(Message(id="command-reports", params=dict(files)))
        return
    output.document(
        {
            "conclusion": conclusion.kind.value,
            "occurrence": conclusion.occurrence.model_dump(mode="json"),
            "explanation": conclusion.explanation.model_dump(mode="json"),
            "event": conclusion.event.value if conclusion.event else None,
            "strength": conclusion.strength.value if conclusion.strength else None,
            "confidence": conclusion.confidence,
            "confirmed": [names[item] for item in conclusion.confirmed],
            "counting": [names[item] for item in conclusion.counting],
            "refuted": [names[item] for item in conclusion.refuted],
            "undetermined": [names[item] for item in conclusion.undetermined],
            "not_testable": [item.value for item in conclusion.not_testable],
            "turns": conclusion.turns,
            "report": str(report),
            "report_html": str(folder.path / "report.html"),
            "report_digest": state.report_digest,
            "directory": str(folder.path),
            "figures": _shown(state),
            **({} if words is None else {"request": words.record()}),
        }
    )


def _draw(
    words: WordedRequest, source: FieldSource, options: argparse.Namespace, output: Output
) -> None:
    """Draw the charts that were asked for in the place of a diagnosis."""
    look = ChartStyleRequest(output.language, "light", options.boundaries).look("png")
    region = parse_region(options.region) or words.region
    climatology = open_climatology(options.climatology)
    drawn = {
        Path(options.out) / f"{name}.png": draw_figure(
            FigureRequest(name, time=words.chart_time, region=region, look=look),
            lambda: source,
            climatology=climatology,
        )
        for name in words.charts
    }
    answers = []
    for path, chart in drawn.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, chart.picture)
        answers.append(chart.answer.model_copy(update={"path": str(path)}))
        if not shows_all(chart.answer.check):
            output.no_answer()
    if output.json:
        charts = [answer.model_dump(mode="json") for answer in answers]
        output.document({"charts": charts, "request": words.record()})
        return
    for answer in answers:
        size = f"{answer.width} x {answer.height}"
        shown: dict[str, Param] = {"title": answer.title, "path": answer.path or "", "size": size}
        output.say(Message(id="command-chart", params=shown))
        output.doubts(answer.doubts)


def _shown(state: RunState) -> list[str]:
    """Charts of the confirmed factors, as paths below the run's folder."""
    return sorted(
        item.name
        for evidence in state.with_verdict(Verdict.CONFIRMED)
        for item in evidence.artifacts
        if item.name.startswith("figures/")
    )


def _boundaries(options: argparse.Namespace) -> dict[str, str]:
    path = options.boundaries
    return {"boundaries": str(Path(path).resolve())} if path else {}


LONGEST_LABEL = 120
"""Of the files' names in a request; more are counted."""


def _label_of(paths: Sequence[str]) -> str:
    """Name the files of a source: all of a few, the first of many."""
    names = [Path(path.rstrip("/")).name for path in paths]
    label = ", ".join(names)
    if len(label) <= LONGEST_LABEL or len(names) == 1:
        return label
    return f"{names[0]} (+{len(names) - 1})"


def _model_name(models: ModelsConfig | None) -> str | None:
    return models.models[0].model if models else None


def _team(models: ModelsConfig | None, history: Sequence[RecordedEvent]) -> Team:
    from diagnostics.agents import expert_team

    if models is None:
        return expert_team()
    from diagnostics.agents.llm import model_team, tokens_used

    return model_team(models, spent=tokens_used(history))


def _request(
    options: argparse.Namespace,
    models: ModelsConfig | None,
    words: WordedRequest | None,
    boundaries: str,
) -> DiagnosisRequest:
    region = parse_region(options.region)
    window = parse_window(options.start, options.end)
    event = parse_choice(EventType, options.event, "--event") if options.event else None
    language = parse_choice(Language, options.lang, "--lang") if options.lang else Language.EN
    timezone, preset = options.timezone, options.preset
    if words is not None:
        region, window, event = region or words.region, window or words.window, event or words.event
        timezone, preset = timezone or words.timezone, preset or words.preset
        language = language if options.lang else words.language
    if not options.max_turns.isdecimal() or not 1 <= int(options.max_turns) <= MAX_TURNS:
        params: dict[str, Param] = {"text": options.max_turns, "most": MAX_TURNS}
        raise ArgumentError(Message(id="error-max_turns", params=params), code="invalid_request")
    without = tuple(
        parse_choice(Ablation, part.strip(), "--without")
        for part in (options.without or "").split(",")
        if part.strip()
    )
    try:
        return DiagnosisRequest(
            source=_label_of(options.data),
            run=parse_time(options.forecast_run, "--run"),
            members=() if (member := parse_member(options.member)) is None else (member,),
            region=region,
            window=window,
            timezone=timezone,
            preset=preset or "cma",
            event=event,
            climatology=", ".join(Path(path.rstrip("/")).name for path in options.climatology or ())
            or None,
            boundaries=boundaries or None,
            language=language,
            options=LoopOptions(
                max_turns=int(options.max_turns), model=_model_name(models), without=without
            ),
        )
    except ValidationError as error:
        raise ArgumentError(
            joined(list_problems(error)),
            code="invalid_request",
            data={"problems": describe_problems(error)},
        ) from error
