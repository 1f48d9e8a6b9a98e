"""Markdown and HTML: whole, escaped, self-contained and the same every time."""

from __future__ import annotations

import base64
import re
from html import escape
from html.parser import HTMLParser
from typing import Any

import pytest

from diagnostics.contracts.enums import ReferenceStatus
from diagnostics.contracts.report import Claim, ClaimKind, Report
from diagnostics.messages import localise
from diagnostics.reporting import build_report, render_html, render_markdown
from diagnostics.reporting.html import keep_together
from diagnostics.reporting.values import fill

_VOID = {"meta", "img", "br", "link", "input"}


class Page(HTMLParser):
    """Collects tags, and refuses ends that do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def parsed(text: str) -> Page:
    page = Page()
    page.feed(text)
    assert page.open == []
    return page


@pytest.fixture(scope="module")
def pictures(finished_run: Any) -> dict[str, bytes]:
    return {name: data for name, data in finished_run.log.files.items() if name.endswith(".png")}


def renamed(material: Any, name: str) -> Report:
    from dataclasses import replace

    request = material.request.model_copy(update={"source": name})
    return build_report(replace(material, request=request))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_is_well_formed_and_self_contained(
    in_language: Any, pictures: dict[str, bytes], language: str
) -> None:
    report = build_report(in_language(language))
    text = render_html(report, pictures)
    page = parsed(text)
    names = [tag for tag, _ in page.tags]
    assert "script" not in names
    assert "link" not in names
    assert "iframe" not in names
    without_pictures = re.sub(r"data:(?:image/png|font/woff);base64,[A-Za-z0-9+/=]*", "", text)
    assert ("font/woff" in text) is (language == "zh")
    assert not re.search(
        r"url\((?!\) format)|@import|(?:href|src)=.?(?:https?:)?//", without_pictures
    )
    sources = [attributes["src"] for tag, attributes in page.tags if tag == "img"]
    assert sources
    assert all(source and source.startswith("data:image/png;base64,") for source in sources)
    assert page.tags[0][1]["lang"] == {"en": "en", "zh": "zh-Hans"}[language]
    assert names.count("h1") == 1
    assert "{claim:" not in text


def test_every_picture_is_shown_with_its_caption(
    finished_run: Any, pictures: dict[str, bytes]
) -> None:
    text = render_html(finished_run.report, pictures)
    section = next(item for item in finished_run.report.sections if item.id == "figures")
    shown = [item.id for item in finished_run.report.evidence if item.artifacts]
    confirmed = finished_run.report.conclusion.confirmed
    assert len(section.figures) == len(set(shown) & set(confirmed)) >= len(confirmed) - 1
    for figure in section.figures:
        assert base64.b64encode(pictures[figure.artifact]).decode() in text
        assert fill(figure.caption, finished_run.report, keep_together) in text


def test_a_picture_that_is_missing_is_an_error(finished_run: Any) -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        render_html(finished_run.report, {})


def test_markup_in_a_source_name_does_not_run(material: Any, pictures: dict[str, bytes]) -> None:
    name = '<script>alert("x")</script><img src=x onerror=alert(1)>'
    text = render_html(renamed(material, name), pictures)
    page = parsed(text)
    assert "script" not in [tag for tag, _ in page.tags]
    assert not any("onerror" in attributes for _, attributes in page.tags)
    assert "&lt;script&gt;" in text


def test_markup_in_a_source_name_does_not_reach_markdown_as_html(material: Any) -> None:
    text = render_markdown(renamed(material, "<script>alert(1)</script>"))
    assert "<script>" not in text
    assert "&lt;script>" in text


def test_a_line_break_in_a_name_does_not_make_a_heading(material: Any) -> None:
    text = render_markdown(renamed(material, "data\n# Forged heading\n\n| a | b |"))
    assert "\n# Forged" not in text


def test_a_placeholder_in_a_name_stays_text(material: Any, pictures: dict[str, bytes]) -> None:
    text = render_html(renamed(material, "{claim:c1} {{ 7 * 7 }}"), pictures)
    assert "{claim:c1} {{ 7 * 7 }}" in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_markdown_has_all_sections_and_whole_tables(in_language: Any, language: str) -> None:
    report = build_report(in_language(language))
    text = render_markdown(report)
    assert text.startswith("# ")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "{claim:" not in text
    for section in report.sections:
        assert f"\n## {section.title}\n" in text
        widths = {len(row) for row in section.table}
        assert len(widths) <= 1
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in rows)


def test_rendering_is_the_same_every_time(finished_run: Any, pictures: dict[str, bytes]) -> None:
    report = finished_run.report
    assert render_html(report, pictures) == render_html(report, dict(reversed(pictures.items())))
    assert render_markdown(report) == render_markdown(report)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_references_that_are_not_verified_stand_under_one_sentence(
    finished_run: Any, pictures: dict[str, bytes], count: int
) -> None:
    whole = finished_run.report.references[:3]
    assert len(whole) == 3
    states = (ReferenceStatus.FROM_KNOWLEDGE, ReferenceStatus.VERIFIED)
    marked = tuple(
        item.model_copy(update={"status": states[place >= count]})
        for place, item in enumerate(whole)
    )
    report = finished_run.report.model_copy(update={"references": marked})
    note = localise("report-references_unverified", report.language)
    for text in (render_markdown(report), render_html(report, pictures)):
        before, found, after = text.partition(note)
        assert bool(found) is bool(count)
        for place, item in enumerate(whole):
            held = after if place < count else before
            assert escape(item.text) in held or item.text in held


def test_stored_files_are_what_the_report_renders_to(
    finished_run: Any, pictures: dict[str, bytes]
) -> None:
    files, report = finished_run.log.files, finished_run.report
    assert files["report.md"].decode() == render_markdown(report)
    assert files["report.html"].decode() == render_html(report, pictures)
    assert Report.model_validate_json(files["diagnosis.json"]) == report


@pytest.mark.parametrize("language", ["en", "zh"])
def test_events_are_listed_by_ids_that_a_request_can_repeat(
    in_language: Any, language: str
) -> None:
    from dataclasses import replace

    material = in_language(language)
    event = material.conclusion.occurrence.event
    assessments = [
        item.model_copy(
            update={
                "objects": (
                    item.objects[0],
                    item.objects[0].model_copy(update={"id": f"{event}-2", "area_km2": 43210.0}),
                )
            }
        )
        if item.event is event
        else item
        for item in material.classification.assessments
    ]
    known = material.classification.model_copy(update={"assessments": tuple(assessments)})
    text = render_markdown(build_report(replace(material, classification=known)))
    named = f"{event}-2" if language == "en" else "暴雨-2"
    assert f"| {named} |" in text
    assert material.request.model_validate(
        {**material.request.model_dump(), "object": named}
    ).object == (f"{event}-2")
    assert "43200 km²" in text


@pytest.mark.parametrize(
    ("kind", "text", "lines"),
    [
        ("place", "32.0° N, 118.0° E (Ho Chi Minh City)", "32.0°_N,_118.0°_E (Ho Chi Minh City)"),
        (
            "place",
            "The Lower Yangtze (27–35° N, 0–6° E)",
            "The Lower Yangtze (27^–^35°_N,_0^–^6°_E)",
        ),
        ("number", "20 m s⁻¹", "20_m_s⁻¹"),
        ("time", "06:00 UTC 5 July 2026", "06:00_UTC_5_July_2026"),
        ("term", "heavy rainstorm", "heavy rainstorm"),
    ],
)
def test_lines_break_between_a_name_and_its_position_but_in_no_value(
    kind: ClaimKind, text: str, lines: str
) -> None:
    claim = Claim(id="c1", source="request", path="x", value=1, kind=kind)
    written = keep_together(claim, text)
    assert written == lines.replace("_", "\N{NO-BREAK SPACE}").replace("^", "\N{WORD JOINER}")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_page_one_is_the_summary(
    in_language: Any, pictures: dict[str, bytes], language: str
) -> None:
    report = build_report(in_language(language))
    page = render_html(report, pictures)
    front = page[page.index('<div class="front">') : page.index(f'id="{report.sections[1].id}"')]
    assert report.sections[0].id == "summary"
    assert "<h1>" in front
    assert all(figure.evidence_id in front for figure in report.sections[0].figures)
    leading = report.conclusion.causes[0].cause
    name = next(claim.value for claim in report.claims if claim.source.endswith(f".{leading}"))
    assert str(name) in front[: front.index("<h1>")], "the cause is named before all else"


def test_evidence_stands_once(finished_run: Any) -> None:
    """A value that a table shows is in no paragraph below it, and no caption repeats a value."""
    report = finished_run.report
    bound = {claim.id: claim for claim in report.claims}
    values = {
        name: (claim.source, claim.path)
        for name, claim in bound.items()
        if claim.kind == "number" and claim.source.startswith("evidence:")
        if not claim.path.endswith(".level")  # a part of the name
    }
    chain = next(item for item in report.sections if item.id == "chain")
    shown = {
        values[name]
        for row in chain.table
        for cell in row
        for name in cell.claims
        if name in values
    }
    told = {values[name] for line in chain.sentences for name in line.claims if name in values}
    captions = [figure.caption for item in report.sections for figure in item.figures]
    assert shown
    assert not shown & told
    assert not [name for caption in captions for name in caption.claims if name in values]
