"""The charts that ship with the package: one YAML file each in ``charts/``."""

from __future__ import annotations

import difflib
from functools import cache
from importlib.resources import files

from diagnostics.documents import read_yaml
from diagnostics.errors import ArgumentError
from diagnostics.figures.spec import ChartSpec
from diagnostics.messages import Message, message


@cache
def _charts() -> dict[str, ChartSpec]:
    folder = files("diagnostics.figures") / "charts"
    found: dict[str, ChartSpec] = {}
    for path in sorted(folder.iterdir(), key=lambda item: item.name):
        if path.name.endswith(".yaml"):
            document = read_yaml(path.read_text(encoding="utf-8"))
            title = message(f"figure-{document['id']}")
            chart = ChartSpec.model_validate({**document, "title": title})
            if path.name != f"{chart.id}.yaml":
                raise ValueError(f"the chart in {path.name} calls itself {chart.id}")
            found[chart.id] = chart
    return found


def chart_ids() -> tuple[str, ...]:
    """Return the identifiers of every chart, sorted."""
    return tuple(sorted(_charts()))


def get_chart(name: str) -> ChartSpec:
    """Return the specification of one chart.

    Raises
    ------
    ArgumentError
        With code ``unknown_figure``; the message names the nearest identifiers.
    """
    found = _charts().get(name)
    if found is None:
        near = difflib.get_close_matches(name, chart_ids(), n=4, cutoff=0.4) or chart_ids()
        raise ArgumentError(
            Message(
                id="figureerror-unknown_figure",
                params={"name": f"{name!r}", "near": ", ".join(near)},
            ),
            code="unknown_figure",
            data={"name": name, "nearest": list(near)},
        )
    return found
