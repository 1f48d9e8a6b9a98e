"""Sections on the factors: the evidence chain, and what failed or could not be tested."""

from __future__ import annotations

from diagnostics.contracts.enums import Basis, Category, Language, Verdict
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.report import Section, Sentence
from diagnostics.contracts.space_time import FromPeak
from diagnostics.messages.numbers import digits_apart, threshold_digits
from diagnostics.quantities.reduce import NO_CENTRE
from diagnostics.reporting.causes import mechanisms
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.evidence_labels import (
    area_name,
    asked_area,
    bound_time,
    factor_name,
    feature_name,
    first_feature,
    measured,
    names_of,
    told_apart,
)
from diagnostics.reporting.phase import beside_factor
from diagnostics.reporting.report_inputs import ReportMaterial
from diagnostics.reporting.section_parts import cell, heads, section, tool_name
from diagnostics.reporting.values import FRACTION

_POINT_REDUCTIONS = {"max", "min", "max_abs", "point"}
_LEAST_KM = 1.0
RESERVATIONS = ("ground_at_sea_level", NO_CENTRE)
"""Warnings of values that a sentence below the table says."""
"""Nearer than this a place is that of the peak."""


def _source(item: EvidenceItem) -> str:
    return f"evidence:{item.id}"


def decisive_place(item: EvidenceItem) -> int | None:
    """Return the place in the series of the time that decided the verdict."""
    if item.index is None or item.judgement is None:
        return None
    for place, point in enumerate(item.index.series):
        if point.time == item.judgement.decisive_time:
            return place
    return None


def has_place(item: EvidenceItem, place: int) -> bool:
    """Whether the value at that time belongs to a point, not to the region."""
    if item.index is None or item.index.reduction not in _POINT_REDUCTIONS:
        return False
    return item.index.series[place].latitude is not None


def in_order(material: ReportMaterial) -> list[EvidenceItem]:
    """Return confirmed evidence by category, in the Reporter's order within each."""
    confirmed = {item.id: item for item in material.confirmed}
    order = [name for name in material.outline.mechanisms if name in confirmed]
    order += [name for name in confirmed if name not in order]
    categories = list(Category)

    def rank(name: str) -> int:
        entry = material.entry(confirmed[name])
        return categories.index(entry.category) if entry else len(categories)

    return [confirmed[name] for name in sorted(order, key=rank)]


def chain_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Tell the confirmed factors: a table at a glance, then what each shows and why it counts."""
    items = in_order(material)
    if not items:
        return section(book, "chain")
    rows = [heads(book, "category", "factor", "found", "expected", "strength", "confidence")]
    lines = [*mechanisms(book, material), book.say("chain_intro")]
    for item in items:
        rows.append(_row(book, item))
        lines.append(_factor(book, item, material))
    if material.repeated:
        lines.append(book.say("repeats", names=names_of(book, material.repeated)))
    for warning in RESERVATIONS:
        noted = [item for item in items if _is_noted(item, warning)]
        if noted:
            lines.append(book.say(warning, names=names_of(book, noted)))
    return section(book, "chain", sentences=lines, table=rows)


def _is_noted(item: EvidenceItem, warning: str) -> bool:
    """Whether a value has a reservation that the reader must know."""
    return item.index is not None and warning in item.index.provenance.warnings


def _row(book: ClaimBook, item: EvidenceItem) -> tuple[Sentence, ...]:
    source = _source(item)
    category = f"entry:{item.entry_id}"
    return (
        cell(book, book.bind(category, "category", "term") if item.entry_id else None),
        cell(book, factor_name(book, item)),
        cell(book, _found(book, item)),
        _expected(book, item),
        cell(book, book.bind(source, "judgement.strength", "term")),
        cell(book, book.bind(source, "judgement.confidence", "number", digits=2)),
    )


def _found(book: ClaimBook, item: EvidenceItem) -> str | None:
    """Bind what was found: the decisive value, or the detected feature."""
    place = decisive_place(item)
    if item.index is not None and place is not None:
        return measured(book, item, place)
    return feature_name(book, item) if item.figure is not None else None


def _expected(book: ClaimBook, item: EvidenceItem) -> Sentence:
    """Write what the library expected, in the terms by which it was judged."""
    entry = f"entry:{item.entry_id}"
    if item.entry_id is None or item.judgement is None:
        return book.say("empty")
    if item.index is None:
        names = _expected_features(book, item)
        return cell(book, book.listed(dict.fromkeys(names)))
    comparison = book.bind(entry, "expected.tail", "comparison")
    if item.judgement.basis in (Basis.CLIMATOLOGY_REDUCED, Basis.CLIMATOLOGY_GRIDDED):
        return book.say(
            "expected_clim",
            quantity=book.bind(entry, "expected.clim.stat", "term"),
            comparison=comparison,
            threshold=_climatological_threshold(book, item, entry),
        )
    return book.say("expected", comparison=comparison, threshold=_threshold(book, item))


def _climatological_threshold(book: ClaimBook, item: EvidenceItem, entry: str) -> str:
    """Bind the entry's threshold, or the raised one where grid points were compared."""
    assert item.judgement is not None
    if item.judgement.basis is Basis.CLIMATOLOGY_GRIDDED:
        return book.bind(_source(item), "judgement.threshold", "number", digits=1)
    return book.bind(entry, "expected.clim.threshold", "number", digits=1)


def _expected_features(book: ClaimBook, item: EvidenceItem) -> list[str]:
    entry = f"entry:{item.entry_id}"
    count = book.sources.resolve(entry, "expected.detectors.#")
    assert isinstance(count, int)
    known = first_feature(item)
    decided = item.judgement.detector if item.judgement is not None else None
    names = []
    for place in range(count):
        path = f"expected.detectors.{place}.detector"
        decisive = book.sources.resolve(entry, path) == decided
        detector = str(book.sources.resolve(entry, path))
        if decisive and known is not None and "limit" in known[1].extra:
            names.append(area_name(book, item, known[0]))
        else:
            asked = asked_area(book, item, detector, _spacing(book))
            names.append(asked or book.bind(entry, path, "term"))
    return names


def _spacing(book: ClaimBook) -> float | None:
    grid = book.sources.inventory.grid
    return None if grid is None else grid.spacing_deg


def _threshold(book: ClaimBook, item: EvidenceItem) -> str:
    assert item.index is not None
    assert item.judgement is not None
    unit, threshold = item.index.unit, item.judgement.threshold
    if threshold is None:
        return book.bind(f"entry:{item.entry_id}", "expected.absolute.value", "number", unit=unit)
    digits = threshold_digits(threshold)
    return book.bind(_source(item), "judgement.threshold", "number", unit=unit, digits=digits)


def _factor(book: ClaimBook, item: EvidenceItem, material: ReportMaterial) -> Sentence:
    """Write one factor as a paragraph: what was found, and why it counts."""
    lines = [*describe_factor(book, item, in_table=True), *_seen_from_peak(book, item)]
    if not material.request.region.holds(*_position(item, decisive_place(item))):
        lines.append(book.say("outside_region"))
    lines += [*beside_factor(book, material, item), *_controls(book, item)]
    entry = material.entry(item)
    if entry is not None:
        chinese = book.language is Language.ZH and entry.rationale_zh
        path = "rationale_zh" if chinese else "rationale"
        lines.append(
            book.say("why_in_general", rationale=book.bind(f"entry:{entry.id}", path, "text"))
        )
    return book.paragraph(*lines)


def _seen_from_peak(book: ClaimBook, item: EvidenceItem) -> list[Sentence]:
    """Say how far from the event's peak that is, in which direction, and how long before."""
    seen = item.judgement.from_peak if item.judgement is not None else None
    if seen is None:
        return []
    known = first_feature(item)
    part = known is not None and bool(known[1].line)
    return [_from_peak(book, item, seen, "judgement.from_peak", "part" if part else "peak")]


def _from_peak(
    book: ClaimBook, item: EvidenceItem, seen: FromPeak, path: str, key: str
) -> Sentence:
    """Bind distance, direction and hours from the peak, as far as there are any."""
    source = _source(item)
    slots = {"origin": book.origin()}
    where = "area"
    if seen.distance_km is not None:
        slots["distance"] = book.bind(source, f"{path}.distance_km", "number", unit="km", digits=0)
        where = "near" if seen.distance_km >= _LEAST_KM else "here"
        if where == "near" and seen.direction:
            slots["direction"] = book.bind(source, f"{path}.direction", "term")
            where = "far"
    when = "same"
    if seen.apart_hours:
        slots["hours"] = book.bind(source, f"{path}.apart_hours", "number", unit="h", digits=0)
        when = "before" if seen.lag_hours < 0 else "after"
    return book.say(f"{key}_{where}_{when}", **slots)


def _controls(book: ClaimBook, item: EvidenceItem) -> list[Sentence]:
    """Say what was found at quiet places and times, and what follows for the factor."""
    known = item.controls
    if known is None:
        return []
    lines = []
    for place, test in enumerate(known.tests):
        seen, path = test.from_peak, f"controls.tests.{place}"
        slots = {"finding": book.bind(_source(item), f"{path}.finding", "term")}
        if seen.apart_hours:
            where = "before" if seen.lag_hours < 0 else "after"
            slots["hours"] = book.bind(
                _source(item), f"{path}.from_peak.apart_hours", "number", unit="h", digits=0
            )
        else:
            where = "place"
            slots["distance"] = book.bind(
                _source(item), f"{path}.from_peak.distance_km", "number", unit="km", digits=0
            )
            slots["direction"] = book.bind(_source(item), f"{path}.from_peak.direction", "term")
        lines.append(book.say(f"control_{where}", **slots))
    standing = book.bind(_source(item), "controls.standing", "term")
    return [*lines, book.say("control_standing", standing=standing)]


def _elsewhere(book: ClaimBook, item: EvidenceItem) -> list[Sentence]:
    """Say where the anomaly was found that is no evidence of the event."""
    seen = item.judgement.elsewhere if item.judgement is not None else None
    if seen is None:
        return []
    return [_from_peak(book, item, seen, "judgement.elsewhere", "elsewhere")]


def describe_factor(
    book: ClaimBook, item: EvidenceItem, *, in_table: bool = False
) -> list[Sentence]:
    """Write what was found of a factor, where and when; nothing where no time decided.

    What a table beside it shows is not said again.
    """
    place, known, source = decisive_place(item), first_feature(item), _source(item)
    if item.figure is None and place is None:
        return []
    path, point = "judgement.decisive_time", known[0] if known else None
    if item.figure is None and place is not None:
        path = f"index.series.{place}.time"
        point = f"index.series.{place}" if has_place(item, place) else None
    slots = {"name": factor_name(book, item), "time": bound_time(book, item, path)}
    if point is not None:
        slots["place"] = book.bind(source, f"{point}.latitude+{point}.longitude", "place")
    key = "at"
    if item.figure is not None and not in_table:
        key, slots["feature"] = "figure", feature_name(book, item)
    elif place is not None and not in_table:
        key, slots["value"] = "index", measured(book, item, place)
    lines = [book.say(f"factor_{key}" if point else f"factor_{key}_area", **slots)]
    return lines if place is None else [*lines, *_beside_normals(book, item, place)]


def sign_of_environment(book: ClaimBook, item: EvidenceItem) -> str:
    """Write a factor with its value, where and when that is, and what the library expects."""
    place, source = decisive_place(item), _source(item)
    assert place is not None
    point = f"index.series.{place}"
    slots = {
        "name": factor_name(book, item),
        "value": measured(book, item, place),
        "time": bound_time(book, item, f"{point}.time"),
        "expected": _expected(book, item).text,
    }
    if not has_place(item, place):
        return book.say("sign_area", **slots).text
    slots["place"] = book.bind(source, f"{point}.latitude+{point}.longitude", "place")
    return book.say("sign_at", **slots).text


def _position(item: EvidenceItem, place: int | None) -> tuple[float | None, float | None]:
    """Where the decisive extremum or feature lies; nothing for areas."""
    known = first_feature(item)
    if known is not None:
        return known[1].latitude, known[1].longitude
    if item.index is None or place is None or not has_place(item, place):
        return None, None
    point = item.index.series[place]
    return point.latitude, point.longitude


def _beside_normals(book: ClaimBook, item: EvidenceItem, place: int) -> list[Sentence]:
    """Say how often the test is met without an event, and where the value stands among normals."""
    assert item.judgement is not None
    sentences = []
    if item.judgement.base_rate is not None:
        rate = book.bind(_source(item), "judgement.base_rate", "number", unit=FRACTION)
        sentences.append(book.say("factor_base_rate", rate=rate))
    if item.judgement.basis in (Basis.CLIMATOLOGY_REDUCED, Basis.CLIMATOLOGY_GRIDDED):
        sentences += _climatology_sentences(book, item, place)
    return sentences


def _climatology_sentences(book: ClaimBook, item: EvidenceItem, place: int) -> list[Sentence]:
    """Write where the value stands in its climatology, as far as the climatology says."""
    assert item.index is not None
    known, source, point = item.index.series[place], _source(item), f"index.series.{place}"
    # runs recorded before each time kept its own sample have it with the anomaly alone
    where = point if known.sample_count is not None else "index.anomaly"
    context = known if known.sample_count is not None else item.index.anomaly
    if known.z is None:
        return []
    z = book.bind(source, f"{point}.z", "number", digits=1)
    whole = (
        known.percentile is not None
        and context is not None
        and context.sample_count is not None
        and context.effective_sample_size is not None
    )
    if whole:
        found = [
            book.say(
                "factor_clim",
                z=z,
                percentile=book.bind(source, f"{point}.percentile", "number", digits=1),
                count=book.bind(source, f"{where}.sample_count", "count"),
                effective=book.bind(source, f"{where}.effective_sample_size", "number", digits=0),
            )
        ]
    else:
        found = [book.say("factor_clim_z", z=z)]
    if known.cluster_z is not None:
        cells = book.bind(source, f"{point}.cluster_z", "number", digits=1)
        found.append(book.say("factor_clim_cells", z=cells))
    return found


def refuted_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Report what was tested and not found: refuted factors count as results."""
    rows = [heads(book, "factor", "closest", "time", "expected")]
    lines: list[Sentence] = []
    for item in material.counted:
        judgement = item.judgement
        if judgement is None or judgement.verdict is not Verdict.REFUTED:
            continue
        name = factor_name(book, item)
        beyond = _elsewhere(book, item)
        lines += beside_factor(book, material, item)
        if beyond:
            told = book.say("refuted_elsewhere", name=name, origin=book.origin())
            lines.append(book.paragraph(told, *beyond))
        elif _missed(item):
            time = judgement.decisive_time is not None
            bound = bound_time(book, item, "judgement.decisive_time") if time else None
            rows.append(
                (cell(book, name), _closest(book, item), cell(book, bound), _expected(book, item))
            )
        else:
            reason = book.bind_reason(_source(item), "judgement")
            lines.append(book.say("refuted_reason", name=name, reason=reason))
    verdicts = {
        item.judgement.verdict
        for item in material.counted
        if item.judgement is not None and not item.restates_criterion
    }
    if verdicts == {Verdict.CONFIRMED}:
        lines.append(book.say("none_refuted"))
    elif verdicts == {Verdict.CONFIRMED, Verdict.UNDETERMINED}:
        lines.append(book.say("none_refuted_of_judged"))
    return section(book, "refuted", sentences=lines, table=rows if len(rows) > 1 else [])


def _missed(item: EvidenceItem) -> bool:
    """Whether the expected value or feature was never there (not: there, yet not counted)."""
    if item.figure is not None:
        return not any(answer.passed for answer in item.figure.features)
    judgement = item.judgement
    return (
        judgement is not None
        and judgement.margin is not None
        and judgement.margin < 0
        and decisive_place(item) is not None
    )


def _closest(book: ClaimBook, item: EvidenceItem) -> Sentence:
    """Write how near a refuted factor came: its best value, or the best score of a chart."""
    if item.figure is None:
        return cell(book, _nearly(book, item))
    return book.say("closest" if item.figure.features else "empty")


def _nearly(book: ClaimBook, item: EvidenceItem) -> str | None:
    """Bind the best value of a refuted index with digits enough to tell it from the threshold."""
    place, judgement = decisive_place(item), item.judgement
    if item.index is None or place is None or judgement is None:
        return None
    value, threshold = item.index.series[place].value, judgement.threshold
    digits = None
    if value is not None and threshold is not None and judgement.basis is Basis.ABSOLUTE:
        digits = digits_apart(value, threshold)
    path = f"index.series.{place}.value"
    return book.bind(_source(item), path, "number", unit=item.index.unit, digits=digits)


def untested_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Name the factors that could not be tested, and those left undetermined."""
    lines: list[Sentence] = []
    for item in material.counted:
        if item.judgement is not None and item.judgement.verdict is Verdict.UNDETERMINED:
            reason = book.bind_reason(_source(item), "judgement")
            name = factor_name(book, item)
            told = book.say("undetermined", name=name, reason=reason)
            beyond = _elsewhere(book, item)
            lines.append(book.paragraph(told, *beyond) if beyond else told)
    entries = [
        material.release.entry(entry_id) for entry_id in (*material.failed, *material.blocked)
    ]
    tried = [one for item in material.evidence if (one := material.entry(item)) is not None]
    names = [
        told_apart(
            book,
            tool_name(book, entry.factor),
            entry,
            (one for one in tried if one.factor == entry.factor),
        )
        for entry in entries
        if entry.factor in material.specs
    ]
    if names:
        lines.append(book.say("untested", names=book.named(names)))
    return section(book, "untested", sentences=lines)
