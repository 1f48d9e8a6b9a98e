"""The benchmark's rows, its states, and what it says where MetPy is absent."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.bench import TRACKS, BenchRow, run_track, tracks
from diagnostics.bench.states import global_state, regional_state
from diagnostics.errors import ArgumentError, ExecutionError
from diagnostics.messages import Message, Param, render
from diagnostics.physics.parcel import cape_cin


def row(**changes: object) -> BenchRow:
    given = {"track": "columns", "what": "w", "seconds": 0.5, "instead_seconds": 100.0, **changes}
    return BenchRow.model_validate(given)


def test_a_row_says_what_was_promised_and_whether_it_was_missed() -> None:
    assert not row(goal=200.0).missed
    assert row(goal=201.0).missed
    assert row(budget_seconds=0.4).missed
    assert not row().missed
    cells = [in_words(cell) for cell in row(goal=5000.0, note="noisy").cells()]
    assert cells[4] == "200 x (goal 5,000 x)"
    assert cells[5] == "missed; noisy"
    assert in_words(row(seconds=8.0).cells()[4]) == "12.5 x"


def in_words(cell: Param) -> str:
    return render(Message(id="problem-all", params={"problems": cell}), "en")


@pytest.mark.parametrize("track", ["columns", "kinematics"])
def test_a_comparison_without_its_tool_says_so(track: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError("No module named 'metpy'", name="metpy")

    monkeypatch.setattr(tracks, "import_module", absent)
    with pytest.raises(
        ExecutionError, match="compares with metpy, which is not installed"
    ) as refused:
        run_track(track, progress=lambda _: None)
    assert refused.value.code == "comparison_missing"


def test_an_unknown_track_names_the_nearest() -> None:
    with pytest.raises(ArgumentError, match="did you mean memory"):
        run_track("memry", progress=lambda _: None)
    assert {"columns", "kinematics", "catalogue", "memory", "charts", "diagnosis"} <= set(TRACKS)


def test_the_states_are_those_of_the_usual_grids() -> None:
    for state, shape in ((global_state(), (13, 121, 240)), (regional_state(), (37, 161, 241))):
        assert state.temperature.shape == shape
        assert (np.diff(state.pressure) > 0).all()
        assert (np.diff(state.height, axis=0) < 0).all()
        assert 0.0 < state.specific_humidity.min() < state.specific_humidity.max() < 0.025
    assert global_state().grid.cyclic
    cape = cape_cin(state.pressure, state.temperature[:, ::8, ::8],
                    state.specific_humidity[:, ::8, ::8]).cape  # fmt: skip
    assert 0.2 < (cape > 100.0).mean() < 0.9
    assert cape.max() < 6000.0
