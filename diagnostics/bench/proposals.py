"""Forms that a model proposes: what a verifier lets through, and what it must not.

Measured on the open sets of questions and claims, without a language model: a scripted one answers
in its place, over the path that a real one takes.

- **framed**: sentences that the grammar reads, put into a frame that it does not know, with the
  form of the plain sentence proposed. All of them should be accepted.
- **changed**: the same sentences with a form that says something else. None should be accepted.
- **refused**: sentences that the grammar refuses for their words, with the one form that the
  verifier could accept. What is then right is the most that any model can gain, what is wrong the
  most that it can do harm.

With the environment variable ``HVRMET_QUESTION_MODELS`` (a file as for ``--models``) these models
are asked for the refused sentences as well.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic_ai.messages import ModelResponse, ToolCallPart
from pydantic_ai.models.function import FunctionModel

from diagnostics.agents.llm import ModelsConfig, check_models, read_models
from diagnostics.agents.llm.form_reader import ModelFormReader, form_reader
from diagnostics.bench.form_mutations import mutations
from diagnostics.bench.question_scoring import Outcome, score_claim, score_reply
from diagnostics.bench.questions import items_of, open_workspace, sort_of
from diagnostics.bench.rows import BenchRow
from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.contracts.questions import ClaimReport, QuestionReply
from diagnostics.documents import read_yaml
from diagnostics.language.grammar.claims import read_claim
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context
from diagnostics.language.proposals.parts import parts_of
from diagnostics.language.proposals.relaxed import framing, relaxed
from diagnostics.language.proposals.verifier import ASKED_AFTER, speaks_of_nothing, verify
from diagnostics.questions.evaluate.workspace import Workspace
from diagnostics.questions.proposed import attempt
from diagnostics.questions.questions_in_words import answer, context_of
from diagnostics.questions.questions_in_words import verify as verify_claim

SETS = ("set_d_open", "set_e_open")
MODELS = "HVRMET_QUESTION_MODELS"
"""Environment variable: models that are asked for the refused sentences as well."""
_ENDS = ".?!。？！"
_SCRIPTED = ModelsConfig.model_validate({"models": [{"model": "scripted:bench"}]})


@dataclass(frozen=True)
class _Sentence:
    """One sentence of a set with what it is read against."""

    item: dict[str, Any]
    work: Workspace
    context: Context

    @property
    def text(self) -> str:
        return str(self.item["text"])

    @property
    def claim(self) -> bool:
        return sort_of(self.item) == "claim"

    def read(self, text: str) -> Form | ClaimForm:
        reader: Callable[[str, Context], Form | ClaimForm] = (
            read_claim if self.claim else read_question
        )
        return reader(text, self.context)

    def spans(self, text: str) -> list[str]:
        parts = parts_of(text, self.context, statement=self.claim).parts
        return [part.words for part in parts if part.words in text]


def measure() -> Iterator[BenchRow]:
    """Measure the open sets.

    Yields
    ------
    BenchRow

    Raises
    ------
    ExecutionError
        ``no_test_data`` where the files are not at hand.
    """
    for name in SETS:
        read, refused = _sorted(name)
        yield _framed(name, read)
        yield _changed(name, read)
        yield from _refused(name, refused)


def _sorted(name: str) -> tuple[list[_Sentence], list[tuple[_Sentence, NotReadError]]]:
    """Return the sentences that the grammar reads, and those that it refuses for their words."""
    works: dict[tuple[str, ...], Any] = {}
    read, refused = [], []
    for item in items_of(name):
        key = tuple(item.get("files", ()))
        if sort_of(item) == "request":
            continue
        if key not in works:
            works[key] = open_workspace(key)
        if not isinstance(works[key], Workspace):
            continue
        one = _Sentence(item, works[key], context_of(works[key]))
        try:
            form = one.read(one.text)
        except NotReadError as doubt:
            if doubt.code in ASKED_AFTER:
                refused.append((one, doubt))
            continue
        if not speaks_of_nothing(form):
            read.append(one)
    return read, refused


def _framed(name: str, sentences: list[_Sentence]) -> BenchRow:
    begun, accepted, asked = time.perf_counter(), 0, 0
    frames = read_yaml(
        files("diagnostics.bench").joinpath("data", "frames.yaml").read_text("utf-8")
    )
    for one in sentences:
        ended = one.text if one.text[-1] in _ENDS else f"{one.text}."
        text = frames[one.item["lang"]].format(ended)
        try:
            one.read(text)
            continue
        except NotReadError as doubt:
            reader = scripted(one.read(one.text), one.spans(one.text))
            made = attempt(
                text, doubt, one.context, reader, one.read(one.text).language, claim=one.claim
            )
            reader.close()
        asked += 1
        accepted += made is not None and made.form is not None
    return _row(name, "framed", begun, asked, f"{accepted} of {asked} right forms accepted")


def _changed(name: str, sentences: list[_Sentence]) -> BenchRow:
    begun, passed, tried = time.perf_counter(), Counter[str](), 0
    for one in sentences:
        spans = one.spans(one.text)
        for change, wrong in mutations(one.read(one.text)):
            tried += 1
            if verify(one.text, wrong, spans, one.context).form is not None:
                passed[change.split(" at ")[0]] += 1
    note = f"{passed.total()} of {tried} changed forms accepted"
    listed = ", ".join(f"{change}: {count}" for change, count in passed.most_common())
    return _row(name, "changed", begun, tried, f"{note}{f' ({listed})' if listed else ''}")


def _refused(name: str, refused: list[tuple[_Sentence, NotReadError]]) -> Iterator[BenchRow]:
    begun, outcomes = time.perf_counter(), Counter[Outcome]()
    for one, _ in refused:
        outcomes[_best(one)] += 1
    yield _row(name, "refused, best proposal", begun, len(refused), _shares(outcomes))
    path = os.environ.get(MODELS)
    if path is None:
        return
    config = read_models(Path(path).read_text(encoding="utf-8"), path)
    check_models(config)
    reader = form_reader(config)
    begun, outcomes = time.perf_counter(), Counter[Outcome]()
    try:
        for one, _ in refused:
            outcomes[_scored(one, reader)] += 1
    finally:
        reader.close()
    named = ", ".join(spec.model for spec in config.models)
    yield _row(name, f"refused, {named}", begun, len(refused), _shares(outcomes))


def _best(one: _Sentence) -> Outcome:
    """Score a sentence with the form that the verifier could accept, where there is one."""
    for plain in relaxed(one.text, tuple(framing().supporting)):
        try:
            form = one.read(plain.text)
        except NotReadError:
            continue
        reader = scripted(form, one.spans(one.text))
        try:
            return _scored(one, reader)
        finally:
            reader.close()
    return _scored(one, None)


def _scored(one: _Sentence, reader: ModelFormReader | None) -> Outcome:
    reply: ClaimReport | QuestionReply
    if one.claim:
        reply = verify_claim(one.text, one.work, reader=reader)
        return score_claim(reply, one.item["expect"])
    reply = answer(one.text, one.work, reader=reader)
    return score_reply(reply, one.item["expect"])


def scripted(form: Form | ClaimForm, spans: list[str]) -> ModelFormReader:
    """Return a reader whose model always proposes one form.

    Parameters
    ----------
    form : Form or ClaimForm
    spans : list of str
        The words that it names.
    """
    proposal = {"form": form.model_dump(mode="json"), "spans": spans}

    def say(messages: Any, info: Any) -> ModelResponse:
        return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, proposal)])

    return form_reader(_SCRIPTED, connect=lambda spec: FunctionModel(say))


def _shares(outcomes: Counter[Outcome]) -> str:
    return ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in Outcome)


def _row(name: str, what: str, begun: float, count: int, note: str) -> BenchRow:
    seconds = (time.perf_counter() - begun) / max(count, 1)
    return BenchRow(track="proposals", what=f"{name}: {what}", seconds=seconds, note=note)
