"""Run a whole diagnosis: classify, hypothesise, verify, replan, report."""

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
    add_object,
    add_region,
    climatology_paths,
    data_extent,
    is_of_a_run,
    named_object,
    open_data,
    parse_member,
    tool_files,
)
from diagnostics.cli.diagnosis_summary import ending
from diagnostics.cli.llm_options import add_models, chosen_models
from diagnostics.cli.output import Output
from diagnostics.cli.processes import ProcessExecutor, add_jobs, chosen_helpers
from diagnostics.cli.request_text import TextRequest, read_words
from diagnostics.cli.run_folder import FolderEvidence, RunFolder
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
from diagnostics.service.resuming import require_same_run

if TYPE_CHECKING:
    from diagnostics.agents import Team
    from diagnostics.agents.llm import ModelsConfig
    from diagnostics.loop import RunState


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_data(parser)
    add_region(parser)
    add_object(parser, more="; an ID alone is that of an event in the region of this diagnosis")
    parser.add_argument(
        "--request",
        metavar="TEXT",
        help="what is asked, in words; region, period, event, preset and language come from it",
    )
    parser.add_argument("--start", metavar="T", help="start of the period, with a zone")
    parser.add_argument("--end", metavar="T", help="end of the period, with a zone")
    parser.add_argument("--event", metavar="TYPE", help="declare the type of event")
    parser.add_argument("--preset", metavar="cma|nws|etccdi", help="default: cma")
    parser.add_argument("--timezone", metavar="Z", help="for days: a zone name or +08:00")
    add_climatology(parser)
    add_boundaries(parser)
    add_models(parser)
    parser.add_argument("--max-turns", default=str(MAX_TURNS), metavar="N", help="default: 50")
    parser.add_argument(
        "--pin",
        action="append",
        default=[],
        metavar="FACTOR",
        help="a factor or entry of the library to try before all others; repeatable",
    )
    parser.add_argument(
        "--veto",
        action="append",
        default=[],
        metavar="FACTOR",
        help="a factor or entry of the library not to try; repeatable",
    )
    parser.add_argument(
        "--without",
        metavar="PART,...",
        help="leave out roles or knowledge, to measure what they are worth: "
        + ", ".join(part.value for part in Ablation),
    )
    add_jobs(parser, "the factors of a turn; default: the processors that are idle")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder of the run")
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out")
    parser.set_defaults(usage_error=parser.error)


def run(options: argparse.Namespace, output: Output) -> None:
    """Diagnose and print what was concluded."""
    models = chosen_models(options)
    helpers = chosen_helpers(options.jobs, TARGET_FACTORS - 1)
    if options.region is None and options.request is None and not is_of_a_run(options):
        options.usage_error("name a --region or an --object, or say it in words with --request")
    source, words = None, None
    if options.request is not None:
        source = open_data(options.data, options)
        words = read_words(options.request, source, options)
        for line in words.lines():
            output.progress(line)
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
        guidelines = RunGuidelines(folder.path)
        pinned = state.started.release_digest if state.started else None
        require_same_run(state, request, source, guidelines.release(pinned).presets)
        if state.failure is not None:
            # What ended the run may have passed: it goes on from what it had found.
            retried = JobRetried(author="command line", reason=f"after {state.failure.code}")
            folder.history.append(folder.append(retried, 1))
        setting = DiagnosisSetting(
            source,
            guidelines,
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
        output.choice(source.inventory().choice)
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
    words: TextRequest | None,
    boundaries: str,
) -> DiagnosisRequest:
    region = parse_region(options.region, data_extent(options))
    window = parse_window(options.start, options.end)
    event = parse_choice(EventType, options.event, "--event") if options.event else None
    known = named_object(options) if is_of_a_run(options) else None
    if known is not None:
        region, window = known.with_room(), window or known.window
        event = event or known.event
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
            source=", ".join(Path(path.rstrip("/")).name for path in options.data),
            run=parse_time(options.forecast_run, "--run"),
            members=() if (member := parse_member(options.member)) is None else (member,),
            statistic=options.statistic,
            region=region,
            window=window,
            timezone=timezone,
            preset=preset or "cma",
            event=event,
            object=None if known is not None else options.object,
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
