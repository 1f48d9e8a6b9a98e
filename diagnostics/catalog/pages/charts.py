"""What the page of a chart says: layers, rules, detectors and questions, from its specification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagnostics.contracts.pages import PageDetector, PageLayer, PageQuestion
from diagnostics.contracts.quantities import QuantityRef, written_form
from diagnostics.detection.features import DETECTORS
from diagnostics.figures import chart_ids, get_chart
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.messages import render
from diagnostics.messages.capitals import uncapitalised
from diagnostics.quantities.registry import QUANTITIES, label

_SIGNS = {">=": "at least", "<=": "at most"}
_FRAMES = {
    "map": "map of the domain {domain}, its projection chosen by latitude and width",
    "section": "vertical section through the region",
    "skewt": "sounding at the middle of the region",
    "time_height": "column above the middle of the region, against time",
    "hovmoller": "mean over 40 to 60 degrees of latitude, longitude against time",
    "timeseries": "series over all times, averaged over the region",
}


def chart_parts(name: str) -> dict[str, Any]:
    """Return the fields of a chart's page that its specification gives."""
    spec = get_chart(name)
    return {
        "summary": spec.summary or _purpose(spec),
        "layers": tuple(_layer(layer) for layer in spec.layers),
        "rules": _rules(spec),
        "detectors": tuple(
            PageDetector(
                name=item.detector,
                title_en=render(DETECTORS[item.detector].title, "en"),
                title_zh=render(DETECTORS[item.detector].title, "zh"),
                events=item.events,
                parameters=written_form(item.params),
            )
            for item in spec.detectors
        ),
        "questions": tuple(
            PageQuestion(text=item.text, answered_by=how_answered(item.test))
            for item in spec.questions
        ),
    }


def charts_judged_by(detector: str) -> tuple[str, ...]:
    """Return the charts that a detector judges."""
    return tuple(
        name
        for name in chart_ids()
        if any(item.detector == detector for item in get_chart(name).detectors)
    )


def _purpose(spec: ChartSpec) -> str:
    """Say what a chart is for, where its author left the summary to its parts."""
    names = dict.fromkeys(uncapitalised(_title(layer.quantity, "en")) for layer in spec.layers)
    events = ", ".join(event.value.replace("_", " ") for event in spec.events)
    return f"Shows {', '.join(names)}, as evidence of the {spec.category.value} of {events}."


def _layer(layer: Layer) -> PageLayer:
    return PageLayer(
        kind=layer.kind,
        quantity=layer.quantity.text,
        title_en=_title(layer.quantity, "en"),
        title_zh=_title(layer.quantity, "zh"),
        unit=_unit(layer.quantity),
        drawing=_drawing(layer),
    )


def _title(asked: QuantityRef | None, language: str) -> str:
    """Return a quantity's name; a vertical chart draws some at every level, and its own lines."""
    if asked is None:
        return ""
    quantity = None if asked.index else QUANTITIES.get(asked.name)
    if quantity is None:
        return asked.at(None).text.replace("_", " ")
    if quantity.has_level and asked.level is None:
        return render(quantity.label, language)
    return label(asked, language)


def _unit(asked: QuantityRef | None) -> str:
    quantity = None if asked is None or asked.index else QUANTITIES.get(asked.name)
    return quantity.unit if quantity else ""


def _drawing(layer: Layer) -> str:
    parts: list[str] = [layer.kind]
    if layer.levels:
        parts.append("at " + ", ".join(f"{value:g}" for value in layer.levels))
    if layer.interval is not None:
        parts.append(f"every {layer.interval:g}")
    if layer.wide_interval is not None and layer.wide_range is not None:
        parts.append(
            f"(every {layer.wide_interval:g} where the field spans more than {layer.wide_range:g})"
        )
    details = [" ".join(parts)]
    if layer.kind == "shading":
        details.append(f"colours {layer.colormap or 'of their own'}")
    elif layer.kind in ("barb", "quiver"):
        details.append(f"about {layer.density} on the map, none below {layer.minimum:g} m s⁻¹")
    else:
        details.append(f"{layer.linestyle} {layer.color}")
    if layer.center is not None:
        details.append(f"neutral colour at {layer.center:g}")
    if layer.blank is not None:
        details.append(f"clear between {layer.blank[0]:g} and {layer.blank[1]:g}")
    if layer.emphasis:
        details.append("emphasised: " + ", ".join(f"{item.value:g}" for item in layer.emphasis))
    if layer.smooth_km:
        details.append(f"smoothed, sigma {layer.smooth_km:g} km")
    if layer.extrema:
        details.append("highs and lows marked with their values")
    return "; ".join(details)


def _rules(spec: ChartSpec) -> tuple[str, ...]:
    rules = [_FRAMES[spec.kind].format(domain=spec.domain) + "."]
    count = len(spec.layers)
    rules.append(
        f"{count} layer{'s' if count > 1 else ''}: {spec.difficulty}; drawn in this order."
    )
    if any(layer.kind == "shading" for layer in spec.layers):
        rules.append("Shading has fixed classes, a colour bar with the unit, and lies lowest.")
    if any(layer.smooth_km for layer in spec.layers):
        rules.append("Only contours are smoothed; printed values are those of the field itself.")
    if any(layer.kind == "barb" for layer in spec.layers):
        rules.append(
            "Barbs are half 5, full 10, flag 50 kt (on Chinese charts 2, 4, 20 m s⁻¹), flipped "
            "south of the equator, thinned to an "
            "even spacing in kilometres."
        )
    rules.append(
        "The Image Checker reads what was drawn and asks for changes until nothing above a remark "
        "is left, five times at most."
    )
    return tuple(rules)


def how_answered(test: Mapping[str, Any]) -> str:
    """Say in words what a question's test compares."""
    if not test:
        return "Not decided from one chart."
    return _phrase(test)[:1].upper() + _phrase(test)[1:] + "."


def _phrase(test: Mapping[str, Any]) -> str:
    if "all" in test or "any" in test:
        word = "all" if "all" in test else "any"
        return f"{word} of: " + "; ".join(_phrase(item) for item in test[word])
    if "not" in test:
        return f"not: {_phrase(test['not'])}"
    if "detector" in test and not _FORMS.keys() & test.keys():
        chosen = ", ".join(
            f"{name} = {value}" for name, value in _shown(test.get("params", {})).items()
        )
        extra = ", ".join(
            f"{name} {' or '.join(map(str, wanted))}"
            for name, wanted in test.get("extra", {}).items()
        )
        return f"`{test['detector']}` finds it" + "".join(
            f" ({part})" for part in (chosen, extra) if part
        )
    asked = test.get("quantity")
    name, unit = _title(asked, "en"), _unit(asked)
    sign = _SIGNS.get(test.get("op", ">="), test.get("op", ""))
    if "reduce" in test:
        return f"{test['reduce']} of {name} over the region is {sign} {test['value']:g} {unit}"
    if "share" in test:
        return (
            f"{name} is {sign} {test['value']:g} {unit} over {100 * test['share']:g} % of the "
            "region"
        )
    if "wind_from" in test:
        start, end = test["wind_from"]
        return f"mean {name} over the region comes from {start:g} to {end:g} degrees"
    if "extreme_inside" in test:
        return f"the {test['extreme_inside']} of {name} in the domain lies in the region"
    if "zonal_band" in test:
        return f"the largest object of {name} {sign} {test['zonal_band']:g} {unit} lies east-west"
    for form, words in _FORMS.items():
        if form in test:
            return words.format(name=name)
    return "a test of the arrays: " + ", ".join(str(key) for key in test)


def _shown(params: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.text if isinstance(value, QuantityRef) else value
        for name, value in params.items()
    }


_FORMS = {
    "at_extreme": "{name} where the chart's leading field is most extreme in the region",
    "steep": "the extreme lies where {name} has one of the tightest gradients around",
    "trend": "{name} in or near the region, now against an earlier time",
    "approaches": "the centre of {name} is nearer to the region than at an earlier time",
    "agree": "{name} and another field go together over and around the region",
    "shape": "length, width and direction of the largest object of {name} near the region",
    "aligned": "two objects touch and lie the same way",
    "connects": "one object of {name} reaches both the place named and the region",
    "relative": "direction of a detected centre from the middle of an area",
    "side": "the side of the strongest gradient of {name}",
    "part": "where in the region the largest values of {name} lie",
    "dipole": "the smallest value of {name} lies east of the largest, both marked",
    "departure": "the largest departure of {name} from the zonal mean in a belt",
    "overlap_moves": "a detected feature keeps to an area from an earlier time to now",
    "upstream": "{name} at points against the mean wind from the region",
    "advected": "mean advection of {name} over the region by the wind",
    "jet_side": "along-stream change and side of the jet at the extreme of {name}",
    "ahead": "mean of {name} east of the trough axis near the region",
    "along_coast": "the axis keeps to a coastline",
    "profile": "the profile above the middle of the region",
    "section": "the vertical section through the region",
    "column": "the column above the middle of the region, against time",
    "sector": "{name} in longitude against time",
    "series": "the series at the middle of the region",
}
