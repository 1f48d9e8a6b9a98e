"""Questions, claims and requests in words: what is answered right, and what wrong in silence.

The sets are data of the package: half A was used while the grammar was made, half B was not. A
centre's own set is a file of the same shape (`docs/use/questions.md`), named by the environment
variable ``HVRMET_QUESTIONS``. The files that the questions are about are those of
``HVRMET_TEST_DATA``.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.bench.question_scoring import Outcome, score_claim, score_reply, score_request
from diagnostics.bench.rows import BenchRow
from diagnostics.contracts.space_time import Region
from diagnostics.documents import read_yaml
from diagnostics.errors import DiagnosticsError, ExecutionError
from diagnostics.fields import open_source
from diagnostics.language.diagnosis import LanguageContext, read_asked_diagnosis
from diagnostics.messages import Message
from diagnostics.questions.evaluate.workspace import Workspace
from diagnostics.questions.places import narrowed
from diagnostics.questions.questions_in_words import answer, verify

OWN_SET = "HVRMET_QUESTIONS"
"""Environment variable: files of a centre's own set, separated as a search path is."""
SETS = (
    "half_a", "half_b", "set_d_open", "set_d_kept", "set_e_open", "set_e_kept", "set_g_open",
    "set_g_kept", "set_h_open", "set_h_kept", "set_j_open", "set_j_kept",
    "set_k_kept",
)  # fmt: skip
_ASKED = datetime(2026, 11, 23, 12, tzinfo=UTC)
"""When requests count as asked that state no time of their own: nobody asks at no time."""
_GOALS = {"question": 0.02, "claim": 0.02, "request": 0.10}
"""Share that may be wrong in silence."""


@dataclass(frozen=True)
class Answered:
    """One item with what became of it."""

    item: dict[str, Any]
    outcome: Outcome
    seconds: float
    said: str

    @property
    def group(self) -> tuple[str, str]:
        """Sort of item and language."""
        return sort_of(self.item), str(self.item["lang"])


def sort_of(item: dict[str, Any]) -> str:
    """Return whether an item is a question, a claim or a request."""
    kind = str(item["kind"])
    return kind if kind in ("claim", "request") else "question"


def measure() -> Iterator[BenchRow]:
    """Measure the sets and yield a row for each sort and language, and one for each kind.

    Raises
    ------
    ExecutionError
        ``no_test_data`` where the files are not at hand.
    """
    for name, items in _sets():
        answered = list(answers(items))
        yield from _rows(name, answered)


def _sets() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    own = os.environ.get(OWN_SET)
    if own:
        for path in own.split(os.pathsep):
            yield Path(path).stem, read_yaml(Path(path).read_text(encoding="utf-8"))
        return
    for name in SETS:
        yield name, items_of(name)


def items_of(name: str) -> list[dict[str, Any]]:
    """Return every item of one of the package's sets, which may lack questions."""
    folder = files("diagnostics.bench").joinpath("data")
    found: list[dict[str, Any]] = []
    for sort in ("questions", "claims", "requests"):
        path = folder.joinpath(f"{name}_{sort}.yaml")
        if path.is_file():
            found += read_yaml(path.read_text(encoding="utf-8"))
    return found


def answers(items: list[dict[str, Any]]) -> Iterator[Answered]:
    """Answer every item and score it.

    Raises
    ------
    ExecutionError
        ``no_test_data``.
    """
    sources: dict[tuple[str, ...], Workspace | str] = {}
    for item in items:
        begun = time.perf_counter()
        if sort_of(item) == "request":
            outcome, said = _request(item)
        else:
            key = tuple(item["files"])
            if key not in sources:
                sources[key] = open_workspace(key)
            outcome, said = _ask(item, sources[key])
        yield Answered(item, outcome, time.perf_counter() - begun, said)


def open_workspace(names: tuple[str, ...]) -> Workspace | str:
    """Open the files of a question, or return why they are refused.

    Raises
    ------
    ExecutionError
        ``no_test_data``.
    """
    root = os.environ.get(DATA_VARIABLE)
    if root is None:
        raise ExecutionError(
            Message(id="error-no_test_data", params={"name": DATA_VARIABLE}), code="no_test_data"
        )
    paths = [Path(root) / name for name in names]
    try:
        return Workspace(open_source(paths if len(paths) > 1 else paths[0]))
    except DiagnosticsError as reason:
        return reason.message


def _ask(item: dict[str, Any], work: Workspace | str) -> tuple[Outcome, str]:
    expect = item["expect"]
    if isinstance(work, str):
        # the file itself is refused: so is everything asked about it
        refused = expect.get("type") == "refusal" or expect.get("label") == "not_checkable"
        return (Outcome.RIGHTLY_REFUSED if refused else Outcome.REFUSED), work
    if sort_of(item) == "claim":
        report = verify(item["text"], work)
        said = "; ".join(check.restated or check.reason for check in report.claims)
        return score_claim(report, expect), f"{report.verdict.value}: {said or report.reason}"
    reply = answer(item["text"], work)
    return score_reply(reply, expect), reply.sentence


def _request(item: dict[str, Any]) -> tuple[Outcome, str]:
    now = datetime.fromisoformat(item["now"]) if item.get("now") else _ASKED
    globe = Region(west=-180, south=-90, east=180, north=90)
    reading = read_asked_diagnosis(item["text"], LanguageContext(times=(), region=globe, now=now))
    refusal = item["expect"].get("type") == "refusal" or item["expect"].get("refuse") is True
    if reading.ambiguities:
        outcome = Outcome.RIGHTLY_REFUSED if refusal else Outcome.REFUSED
        return outcome, reading.ambiguities[0].message
    if refusal:
        return Outcome.WRONG, str(reading.events)
    place = narrowed(reading.places)
    outcome = score_request(
        tuple(event.value for event in reading.events),
        place.region if place is not None else None,
        reading.windows,
        item["expect"],
    )
    return outcome, f"{reading.events} {place} {reading.windows}"


def _rows(name: str, answered: list[Answered]) -> Iterator[BenchRow]:
    groups: dict[tuple[str, ...], list[Answered]] = defaultdict(list)
    for one in answered:
        sort, language = one.group
        groups[(sort,)].append(one)
        groups[(sort, language)].append(one)
        if sort == "question":
            groups[(sort, str(one.item["kind"]))].append(one)
    for key in sorted(groups, key=lambda parts: (parts[0], len(parts), parts)):
        part = groups[key]
        yield BenchRow(
            track="questions",
            what=f"{name}: {', '.join(key)}",
            seconds=sum(one.seconds for one in part) / len(part),
            note=_note(part, key[0]),
        )


def _note(part: list[Answered], sort: str) -> str:
    shares = {
        outcome: sum(one.outcome is outcome for one in part) / len(part) for outcome in Outcome
    }
    said = ", ".join(f"{100.0 * share:.1f} % {outcome}" for outcome, share in shares.items())
    goal = "missed: " if shares[Outcome.WRONG] > _GOALS[sort] else ""
    f1 = f"; {_f1(part)}" if sort == "claim" else ""
    return f"{goal}{len(part)} items: {said}{f1}"


def _f1(part: list[Answered]) -> str:
    """Return the F1 of the two verdicts that data can give."""
    said = []
    for label in ("supported", "contradicted"):
        given = [one for one in part if one.said.startswith(label)]
        wanted = [one for one in part if one.item["expect"]["label"] == label]
        both = sum(one.outcome is Outcome.RIGHT for one in given)
        score = 2.0 * both / (len(given) + len(wanted)) if given or wanted else 1.0
        said.append(f"F1 {label} {score:.2f}")
    return ", ".join(said)
