"""The measurement of proposed forms: changed forms differ, a scripted model takes the real path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagnostics.bench import proposals
from diagnostics.bench.form_mutations import mutations
from diagnostics.contracts.forms import Form
from diagnostics.fields.memory import MemorySource
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.proposals.verifier import differences
from diagnostics.questions import Workspace
from tests.model_server import ModelServer, Say

CHANGES = (
    ("the highest gust in Berlin on 4 September 2023?", "place dropped"),
    ("the highest gust in Berlin on 4 September 2023?", "other day"),
    ("the highest gust in Berlin on 4 September 2023?", "condition added"),
    ("the highest 850-hPa temperature?", "other level"),
    ("Rome minus Oslo, mean temperature?", "order exchanged"),
    ("the mean temperature where the wind speed is above 5 m/s?", "condition dropped"),
    ("Was it never above 30 °C in Berlin?", "other word"),
    ("How many hours was the temperature above 20 °C in Oslo?", "other number"),
)


@pytest.mark.parametrize(("text", "change"), CHANGES)
def test_every_changed_form_means_something_else(text: str, change: str) -> None:
    right = read_question(text)

    changed = list(mutations(right))

    assert any(name.startswith(change) for name, _ in changed)
    assert all(isinstance(form, Form) and differences(form, right) for _, form in changed)


ITEMS: list[dict[str, Any]] = [
    {"id": "1", "lang": "en", "kind": "extreme", "text": "What was the highest 10-m wind speed?",
     "expect": {"type": "number", "value": 28.8, "unit": "m/s", "tolerance": 0.1}},
    {"id": "2", "lang": "zh", "kind": "extreme", "text": "10米风速最大是多少？",
     "expect": {"type": "number", "value": 28.8, "unit": "m/s", "tolerance": 0.1}},
    {"id": "3", "lang": "en", "kind": "extreme",
     "text": "What was the highest 10-m wind speed? The contract hinges on that.",
     "expect": {"type": "number", "value": 28.8, "unit": "m/s", "tolerance": 0.1}},
    {"id": "4", "lang": "en", "kind": "extreme", "text": "What was the highest fluxor wind speed?",
     "expect": {"type": "number", "value": 28.8, "unit": "m/s", "tolerance": 0.1}},
    {"id": "5", "lang": "en", "kind": "claim",
     "text": "The 10-m wind speed exceeded 5 m/s. The contract hinges on that.",
     "expect": {"label": "supported"}},
]  # fmt: skip


@pytest.fixture
def own_items(monkeypatch: pytest.MonkeyPatch, sample: Callable[[str], Any]) -> None:
    work = Workspace(MemorySource(sample("gale")))
    monkeypatch.setattr(proposals, "SETS", ("own",))
    monkeypatch.setattr(proposals, "items_of", lambda name: ITEMS)
    monkeypatch.setattr(proposals, "open_workspace", lambda names: work)


@pytest.mark.usefixtures("own_items")
def test_right_forms_are_accepted_changed_ones_are_not_and_the_best_case_is_counted() -> None:
    rows = {row.what: row.note for row in proposals.measure()}

    assert rows["own: framed"] == "2 of 2 right forms accepted"
    assert rows["own: changed"].startswith("0 of ")
    assert rows["own: refused, best proposal"].startswith("2 right, 0 wrong in silence, 1 refused")


@pytest.mark.usefixtures("own_items")
def test_models_of_ones_own_are_measured_in_the_same_way(
    monkeypatch: pytest.MonkeyPatch, model_server: ModelServer, tmp_path: Path
) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(f"models: [{{model: 'openai:own', base_url: '{model_server.address}'}}]")
    monkeypatch.setenv(proposals.MODELS, str(path))
    model_server.script = lambda asked: Say({"form": None, "spans": []})

    rows = {row.what: row.note for row in proposals.measure()}

    assert rows["own: refused, openai:own"].startswith("0 right, 0 wrong in silence, 3 refused")
    assert len(model_server.asked) == 3
