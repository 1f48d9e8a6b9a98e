"""How evidence is named in a report: its factor with level, and the feature that a chart showed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import EvidenceItem, Feature
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.report import Conclusion
from diagnostics.messages import is_term
from diagnostics.messages.numbers import threshold_digits
from diagnostics.quantities.reduce import DIRECTION
from diagnostics.quantities.registry import resolve
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.section_parts import tool_name

_LEVEL = re.compile(r"\d+[ -]?hPa ?")
_TELLING = frozenset(
    {
        "closed_low", "closed_high", "cutoff_low", "polar_vortex_centre", "subtropical_high",
        "jet_core", "low_level_jet", "threshold_object", "warm_advection", "cold_advection",
        "pressure_rise", "pressure_fall", "atmospheric_river", "vapour_corridor",
        "unstable_profile", "vortex", "pv_streamer", "pv_cutoff",
    }
)  # fmt: skip
"""Kinds of features whose value needs no explanation beside their name."""


_FINE_DEG, _COARSE_DEG = 0.5, 1.0
"""Grids up to the one have the limit of fine grids, from the other on that of coarse ones."""


def factor_name(book: ClaimBook, item: EvidenceItem) -> str:
    """Bind the name of a factor, with its level where the name does not hold it, or its parcel.

    A chart that shares its name with an index is marked as a chart. Where two entries of the
    library look at one quantity, each is named with the explanation that it alone is a sign of.
    """
    name = _quantity_name(book, item)
    entry = book.sources.release.entry(item.entry_id) if item.entry_id else None
    return name if entry is None else told_apart(book, name, entry, _alike(book, item))


def told_apart(
    book: ClaimBook, name: str, entry: GuidelineEntry, others: Iterable[GuidelineEntry]
) -> str:
    """Add to a name what an entry is a sign of and others that bear the name are not."""
    shared = {cause for one in others if one.id != entry.id for cause in (*one.supports, "")}
    own = next((cause for cause in entry.supports if cause not in shared), None)
    if not shared or own is None:
        return name
    field = "name_zh" if book.language is Language.ZH else "name"
    cause = book.bind(f"cause:{entry.event_types[0]}.{own}", field, "text")
    return book.say("named_sign", name=name, cause=cause).text


def _alike(book: ClaimBook, item: EvidenceItem) -> list[GuidelineEntry]:
    """Entries of the report's evidence that look at the same quantity in the same way."""
    return [
        book.sources.release.entry(one.entry_id)
        for one in book.sources.evidence.values()
        if one.entry_id and one.factor == item.factor and _way(one) == _way(item)
    ]


def _way(item: EvidenceItem) -> tuple[object, ...]:
    """What the name of a factor says beside its tool."""
    if item.index is None:
        return ()
    return item.index.level, item.index.provenance.parameters.get("parcel")


def _quantity_name(book: ClaimBook, item: EvidenceItem) -> str:
    name = tool_name(book, item.factor)
    title = _title(book, item.factor)
    if item.index is not None and item.index.provenance.parameters.get("parcel"):
        path = "index.provenance.parameters.parcel"
        parcel = book.bind(f"evidence:{item.id}", path, "term")
        return book.say("named_parcel", name=name, parcel=parcel).text
    level = item.index.level if item.index is not None else None
    if level is not None and f"{level:g}" not in title:
        bound = book.bind(f"evidence:{item.id}", "index.level", "number", unit="hPa", digits=0)
        return book.say("named_level", name=name, level=bound).text
    if item.figure is not None and _shared(book, item.factor, title):
        return book.say("named_chart", name=name).text
    return name


def names_of(book: ClaimBook, items: Iterable[EvidenceItem]) -> str:
    """List the names of factors, each once."""
    return book.named(factor_name(book, item) for item in items)


def counted_path(conclusion: Conclusion) -> str:
    """Return the path to the number of confirmed factors that count."""
    return "explanation.confirmed.#" if conclusion.trivial else "confirmed.#"


def _title(book: ClaimBook, factor: str) -> str:
    spec = book.sources.specs[factor]
    return spec.title_zh if book.language is Language.ZH else spec.title_en


def _shared(book: ClaimBook, factor: str, title: str) -> bool:
    """Whether another tool has the same title, the level in it left aside."""
    bare = _bare(title)
    return any(
        name != factor and bare in (_bare(spec.title_en), _bare(spec.title_zh))
        for name, spec in book.sources.specs.items()
    )


def _bare(title: str) -> str:
    return _LEVEL.sub("", title).casefold()


def passing_answer(item: EvidenceItem) -> int:
    """Return the place of the detector's answer that decided a figure's verdict."""
    assert item.figure is not None
    assert item.judgement is not None
    for place, answer in enumerate(item.figure.features):
        same_time = answer.time == item.judgement.decisive_time
        if answer.detector == item.judgement.detector and same_time:
            return place
    return 0


def first_feature(item: EvidenceItem) -> tuple[str, Feature] | None:
    """Return the strongest feature that decided a figure's verdict, with the path to it."""
    if item.figure is None or not item.figure.features:
        return None
    place = passing_answer(item)
    found = item.figure.features[place].features
    return (f"figure.features.{place}.features.0", found[0]) if found else None


def bound_time(book: ClaimBook, item: EvidenceItem, path: str, *, clock: bool = False) -> str:
    """Bind a time of evidence, where asked for by the clock of the event's place as well.

    A value of a whole day stands for the day, not for its start.
    """
    spec = book.sources.specs.get(item.factor)
    if item.index is None or spec is None or "date" not in spec.extra_outputs:
        bind = book.bind_clock if clock else partial(book.bind, kind="time")
        return bind(f"evidence:{item.id}", path)
    zone = item.index.provenance.parameters.get("timezone") or "UTC"
    return book.bind(f"evidence:{item.id}", path, "day", unit=str(zone))


def area_name(book: ClaimBook, item: EvidenceItem, path: str) -> str:
    """Bind the area that a chart showed by the limit that bounds it."""
    source = f"evidence:{item.id}"
    feature = first_feature(item)
    assert feature is not None
    limit = feature[1].extra["limit"]
    return book.say(
        "area_beyond",
        comparison=book.bind(source, f"{path}.extra.comparison", "comparison"),
        limit=book.bind(
            source,
            f"{path}.extra.limit",
            "number",
            unit=feature[1].unit,
            digits=threshold_digits(limit) if isinstance(limit, (int, float)) else None,
        ),
    ).text


def asked_area(
    book: ClaimBook, item: EvidenceItem, detector: str, spacing: float | None
) -> str | None:
    """Bind the area that was looked for by its limit, or None where no one number bounds it.

    Between grids of 0.5 and of 1 degree the limit is a blend of two, which no source holds.
    """
    if item.figure is None or spacing is None:
        return None
    for place, answer in enumerate(item.figure.features):
        chosen = answer.provenance.parameters
        if answer.detector != detector or not {"op", "threshold", "field"} <= chosen.keys():
            continue
        limit = "threshold"
        if chosen.get("threshold_coarse") is not None and spacing > _FINE_DEG:
            if spacing < _COARSE_DEG:
                return None
            limit = "threshold_coarse"
        source = f"evidence:{item.id}"
        path = f"figure.features.{place}.provenance.parameters"
        value = chosen[limit]
        return book.say(
            "area_beyond",
            comparison=book.bind(source, f"{path}.op", "comparison"),
            limit=book.bind(
                source,
                f"{path}.{limit}",
                "number",
                unit=resolve(str(chosen["field"])).quantity.unit,
                digits=threshold_digits(value) if isinstance(value, (int, float)) else None,
            ),
        ).text
    return None


def measured(book: ClaimBook, item: EvidenceItem, place: int) -> str:
    """Bind the value of an index at one of its times, with the scale of its smoothing."""
    assert item.index is not None
    source = f"evidence:{item.id}"
    point = f"index.series.{place}"
    value = book.bind(source, f"{point}.value", "number", unit=item.index.unit)
    value = book.blowing(value, source, f"{point}.from_deg")
    if item.index.provenance.smoothed_km is None:
        return value
    return smoothed(book, value, source, "index.provenance.smoothed_km")


def smoothed(book: ClaimBook, value: str, source: str, path: str) -> str:
    """Say with a value the scale of the smoothing behind it."""
    sigma = book.bind(source, path, "number", unit="km", digits=0)
    return book.say("smoothed", value=value, sigma=sigma).text


def feature_name(book: ClaimBook, item: EvidenceItem) -> str:
    """Bind what a chart showed: the kind of feature, with its value where that is telling."""
    source = f"evidence:{item.id}"
    known = first_feature(item)
    if known is None or not is_term(known[1].kind):
        return book.bind(source, "judgement.detector", "term")
    path, feature = known
    if feature.kind == "threshold_object" and "limit" in feature.extra:
        value = book.bind(source, f"{path}.value", "number", unit=feature.unit)
        blowing = book.blowing(value, source, f"{path}.extra.{DIRECTION}")
        key = "feature_limited" if blowing == value else "feature_limited_wind"
        return book.say(key, area=area_name(book, item, path), value=blowing).text
    name = book.bind(source, f"{path}.kind", "term")
    if feature.kind not in _TELLING or feature.value is None:
        return name
    value = book.bind(source, f"{path}.value", "number", unit=feature.unit)
    blowing = book.blowing(value, source, f"{path}.extra.{DIRECTION}")
    if blowing != value:
        return book.say("feature_wind", feature=name, value=blowing).text
    if "smoothed_km" not in feature.extra:
        return book.say("feature_valued", feature=name, value=value).text
    sigma = book.bind(source, f"{path}.extra.smoothed_km", "number", unit="km", digits=0)
    return book.say("feature_smoothed", feature=name, value=value, sigma=sigma).text
