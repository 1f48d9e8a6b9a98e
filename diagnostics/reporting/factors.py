"""Sections on the factors: the evidence chain, its timeline and charts, and what failed."""

from __future__ import annotations

from diagnostics.contracts.enums import Basis, Category, Verdict
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.report import ReportFigure, Section, Sentence
from diagnostics.reporting.book import ClaimBook, sentence
from diagnostics.reporting.material import ReportChart, ReportMaterial
from diagnostics.reporting.overview import section

_POINT_REDUCTIONS = {"max", "min", "max_abs", "point"}


def _source(item: EvidenceItem) -> str:
    return f"evidence:{item.id}"


def _name(book: ClaimBook, factor: str) -> str:
    return book.bind(f"tool:{factor}", f"title_{book.language.value}", "term")


def _decisive(item: EvidenceItem) -> int | None:
    """Place in the series of the time that decided the verdict."""
    if item.index is None or item.judgement is None:
        return None
    for place, point in enumerate(item.index.series):
        if point.time == item.judgement.decisive_time:
            return place
    return None


def _has_place(item: EvidenceItem, place: int) -> bool:
    if item.index is None or item.index.reduction not in _POINT_REDUCTIONS:
        return False
    return item.index.series[place].latitude is not None


def _index_sentence(
    book: ClaimBook, item: EvidenceItem, place: int, material: ReportMaterial
) -> Sentence:
    """Write what an index showed at the time that decided, and against what."""
    assert item.index is not None
    assert item.judgement is not None
    source, point = _source(item), f"index.series.{place}"
    slots = {
        "name": _name(book, item.factor),
        "value": book.bind(source, f"{point}.value", "number", unit=item.index.unit),
        "time": book.bind(source, f"{point}.time", "time"),
    }
    area = "" if _has_place(item, place) else "_area"
    if not area:
        slots["place"] = book.bind(source, f"{point}.latitude+{point}.longitude", "place")
    if item.judgement.basis is Basis.CLIMATOLOGY_REDUCED and item.index.anomaly is not None:
        slots["z"] = book.bind(source, f"{point}.z", "number", digits=1)
        slots["percentile"] = book.bind(source, f"{point}.percentile", "number", digits=1)
        slots["count"] = book.bind(source, "index.anomaly.sample_count", "count")
        effective = "index.anomaly.effective_sample_size"
        slots["effective"] = book.bind(source, effective, "number", digits=0)
        return book.say(f"factor_index_clim{area}", **slots)
    slots["comparison"] = book.bind(f"entry:{item.entry_id}", "expected.tail", "comparison")
    slots["threshold"] = _threshold(book, item)
    return book.say(f"factor_index{area}", **slots)


def _threshold(book: ClaimBook, item: EvidenceItem) -> str:
    assert item.index is not None
    unit = item.index.unit
    return book.bind(_source(item), "judgement.threshold", "number", unit=unit)


def _figure_sentence(book: ClaimBook, item: EvidenceItem) -> Sentence:
    """Write which feature a chart showed, and where."""
    assert item.figure is not None
    assert item.judgement is not None
    source = _source(item)
    found = _passing(item)
    slots = {
        "name": _name(book, item.factor),
        "time": book.bind(source, "judgement.decisive_time", "time"),
        "feature": book.bind(source, "judgement.detector", "term"),
        "score": book.bind(source, f"figure.features.{found}.score", "number", digits=2),
    }
    if not item.figure.features[found].features:
        return book.say("factor_figure_plain", **slots)
    first = f"figure.features.{found}.features.0"
    slots["place"] = book.bind(source, f"{first}.latitude+{first}.longitude", "place")
    return book.say("factor_figure", **slots)


def _passing(item: EvidenceItem) -> int:
    """Place of the detector's answer that decided a figure's verdict."""
    assert item.figure is not None
    assert item.judgement is not None
    for place, answer in enumerate(item.figure.features):
        same_time = answer.time == item.judgement.decisive_time
        if answer.detector == item.judgement.detector and same_time:
            return place
    return 0


def _ordered(material: ReportMaterial) -> list[EvidenceItem]:
    """Confirmed evidence in the Reporter's order, then whatever it left out."""
    confirmed = {item.id: item for item in material.evidence if _confirmed(item)}
    order = [name for name in material.outline.mechanisms if name in confirmed]
    order += [name for name in confirmed if name not in order]
    return [confirmed[name] for name in order]


def _confirmed(item: EvidenceItem) -> bool:
    return item.judgement is not None and item.judgement.verdict is Verdict.CONFIRMED


def chain_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Tell the confirmed factors by physical category, each with its reason and strength."""
    lines: list[Sentence] = []
    items = _ordered(material)
    for category in Category:
        members = [item for item in items if _category(material, item) is category]
        if not members:
            continue
        entry = members[0].entry_id
        names = ", ".join(_name(book, item.factor) for item in members)
        chain = book.bind(f"entry:{entry}", "category", "term")
        lines.append(book.say("chain", category=chain, names=names))
        for item in members:
            lines.extend(_factor(book, item, material))
    return section(book, "chain", sentences=lines)


def _category(material: ReportMaterial, item: EvidenceItem) -> Category | None:
    entry = material.entry(item)
    return entry.category if entry else None


def _factor(book: ClaimBook, item: EvidenceItem, material: ReportMaterial) -> list[Sentence]:
    place = _decisive(item)
    if item.figure is not None:
        lines = [_figure_sentence(book, item)]
    elif place is not None:
        lines = [_index_sentence(book, item, place, material)]
    else:
        lines = []
    source, entry = _source(item), material.entry(item)
    if entry is not None:
        chinese = book.language.value == "zh" and entry.rationale_zh
        path = "rationale_zh" if chinese else "rationale"
        lines.append(book.say("why", rationale=book.bind(f"entry:{entry.id}", path, "text")))
    lines.append(
        book.say(
            "strength",
            strength=book.bind(source, "judgement.strength", "term"),
            confidence=book.bind(source, "judgement.confidence", "number", digits=2),
            basis=book.bind(source, "judgement.basis", "term"),
        )
    )
    return lines


def timeline_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Order onset, peak, end and the decisive times of the confirmed factors."""
    event = material.conclusion.event
    if event is None:
        return section(book, "timeline")
    moments: list[tuple[str, int, Sentence]] = []
    names = [item.event for item in material.classification.assessments]
    path = f"assessments.{names.index(event)}"
    metrics = material.classification.assessment(event).metrics
    shown = book.bind("classification", f"{path}.event", "term")
    for rank, (field, key) in enumerate(
        (("onset", "at_onset"), ("peak_time", "at_peak"), ("end", "at_end"))
    ):
        moment = getattr(metrics, field, None)
        if moment is not None:
            time = book.bind("classification", f"{path}.metrics.{field}", "time")
            moments.append((str(moment), rank, book.say(key, time=time, event=shown)))
    for item in _ordered(material):
        if item.judgement is not None and item.judgement.decisive_time is not None:
            time = book.bind(_source(item), "judgement.decisive_time", "time")
            said = book.say("at_factor", time=time, name=_name(book, item.factor))
            moments.append((str(item.judgement.decisive_time), 9, said))
    moments.sort(key=lambda moment: (moment[0], moment[1]))
    return section(book, "timeline", sentences=[said for _, _, said in moments])


def charts_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Show the charts that were accepted, with captions that say what to see."""
    shown = {name: item for item in material.evidence for name in _pictures(item)}
    order = {item.id: place for place, item in enumerate(_ordered(material))}
    charts = [chart for chart in material.charts if chart.artifact in shown]
    charts = [chart for chart in charts if chart.evidence_id in order]
    charts.sort(key=lambda chart: order[chart.evidence_id])
    figures = [
        ReportFigure(
            evidence_id=chart.evidence_id,
            artifact=chart.artifact,
            caption=_caption(book, shown[chart.artifact], chart),
        )
        for chart in charts
    ]
    return section(book, "figures", figures=figures)


def _pictures(item: EvidenceItem) -> list[str]:
    return [ref.name for ref in item.artifacts if ref.media_type == "image/png"]


def _caption(book: ClaimBook, item: EvidenceItem, chart: ReportChart) -> Sentence:
    source = _source(item)
    title = _name(book, item.factor)
    place = _decisive(item)
    if item.index is not None and place is not None:
        point = f"index.series.{place}"
        time = book.bind(source, f"{point}.time", "time")
        if not _has_place(item, place):
            return book.say("caption_plain", title=title, time=time)
        return book.say(
            "caption_index",
            title=title,
            time=time,
            value=book.bind(source, f"{point}.value", "number", unit=item.index.unit),
            place=book.bind(source, f"{point}.latitude+{point}.longitude", "place"),
        )
    time = book.bind(source, "judgement.decisive_time", "time")
    found = _passing(item)
    answers = item.figure.features if item.figure is not None else ()
    if not answers or not answers[found].features:
        return book.say("caption_plain", title=title, time=time)
    first = f"figure.features.{found}.features.0"
    seen = book.say(
        "caption_seen",
        feature=book.bind(source, "judgement.detector", "term"),
        place=book.bind(source, f"{first}.latitude+{first}.longitude", "place"),
    )
    return sentence(book.say("caption", title=title, time=time, seen=seen.text).text)


def refuted_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Report what was tested and not found: refuted factors count as results."""
    lines: list[Sentence] = []
    for item in material.evidence:
        if item.judgement is None or item.judgement.verdict is not Verdict.REFUTED:
            continue
        place = _decisive(item)
        name = _name(book, item.factor)
        if place is not None and item.index is not None and _by_threshold(item):
            point, source = f"index.series.{place}", _source(item)
            entry = f"entry:{item.entry_id}"
            lines.append(
                book.say(
                    "refuted_index",
                    name=name,
                    value=book.bind(source, f"{point}.value", "number", unit=item.index.unit),
                    time=book.bind(source, f"{point}.time", "time"),
                    comparison=book.bind(entry, "expected.tail", "comparison"),
                    threshold=_threshold(book, item),
                )
            )
        else:
            reason = book.bind(_source(item), "judgement.reason", "text")
            lines.append(book.say("refuted_reason", name=name, reason=reason))
    if material.evidence and not lines:
        lines.append(book.say("none_refuted"))
    return section(book, "refuted", sentences=lines)


def _by_threshold(item: EvidenceItem) -> bool:
    return item.judgement is not None and item.judgement.basis is Basis.ABSOLUTE


def untested_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Name the factors that could not be tested, and those left undetermined."""
    lines: list[Sentence] = []
    for item in material.evidence:
        if item.judgement is not None and item.judgement.verdict is Verdict.UNDETERMINED:
            reason = book.bind(_source(item), "judgement.reason", "text")
            lines.append(book.say("untested", name=_name(book, item.factor), reason=reason))
    names = []
    for entry_id in (*material.failed, *material.blocked):
        factor = material.release.entry(entry_id).factor
        if factor in material.specs:
            names.append(_name(book, factor))
    if names:
        lines.append(book.say("untested_intro"))
        joint = "、" if book.language.value == "zh" else ", "
        lines.append(book.say("untested_short", name=joint.join(dict.fromkeys(names))))
    return section(book, "untested", sentences=lines)
