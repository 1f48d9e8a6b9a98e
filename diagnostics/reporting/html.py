"""A report as one self-contained HTML page."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import partial

from jinja2 import Environment, PackageLoader, StrictUndefined

from diagnostics.contracts.enums import CauseStanding, Language
from diagnostics.contracts.report import PICTURE_PREFIX, Claim, Report
from diagnostics.messages import Measure, Param, localise, term
from diagnostics.reporting.causes import EXPLAINED
from diagnostics.reporting.own_words import own_words_mark
from diagnostics.reporting.page_font import embedded_font, page_characters
from diagnostics.reporting.references import bibliography
from diagnostics.reporting.values import fill, fill_table

_SPACE = re.compile(" ")
_IN_TIME = re.compile(r" (?!\()")
_IN_POSITION = re.compile(r"(?<=°) (?=[NSEW])|(?<=° [NS],) ")


def keep_together(claim: Claim, text: str) -> str:
    """Keep numbers, positions and times on one line by no-break spaces, ranges by word joiners.

    A line may break in the name of a place, and between the name and the position.
    """
    if claim.kind not in ("number", "place", "time"):
        return text
    spaces = {"place": _IN_POSITION, "time": _IN_TIME}.get(claim.kind, _SPACE)
    joined = spaces.sub("\N{NO-BREAK SPACE}", text)
    return joined.replace("–", "\N{WORD JOINER}–\N{WORD JOINER}")


def render_html(report: Report, pictures: Mapping[str, bytes]) -> str:
    """Write a report as one HTML page with its charts inside.

    Parameters
    ----------
    report : Report
    pictures : mapping
        PNG bytes by artifact name.

    Returns
    -------
    str
        A page without scripts and without references to other files.
    """
    environment = Environment(
        loader=PackageLoader("diagnostics.reporting"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("report.html.j2")
    write = partial(
        template.render,
        report=report,
        language=report.language.value,
        title=fill(report.title, report, keep_together),
        fill=lambda sentence: fill(sentence, report, keep_together),
        mark=lambda words: own_words_mark(words, report.language),
        fill_table=lambda table: fill_table(table, report, keep_together),
        term=lambda name: term(name, report.language),
        references=bibliography(report),
        figure_word=localise("report-figure", report.language),
        references_title=localise("report-section_references", report.language),
        pictures={
            name: PICTURE_PREFIX + base64.b64encode(data).decode()
            for name, data in pictures.items()
        },
        badges=badges(report),
        enlarge_word=localise("report-enlarge", report.language),
    )
    page = write(font="")
    font = embedded_font(page_characters(page))
    return write(font=font) if font else page


def badges(report: Report) -> list[str]:
    """Say what happened, and why, each in a few words."""
    language, conclusion = report.language, report.conclusion
    event = conclusion.occurrence.event
    about = term(event.value if event is not None else "any_event", language)
    shown = [
        localise(
            "report-badge_occurrence",
            language,
            event=about[:1].upper() + about[1:],
            status=term(conclusion.occurrence.status_term, language),
        )
    ]
    if conclusion.event is not None:
        explanation = conclusion.explanation
        leading = _leading(report)
        said: dict[str, Param] = {"status": term(explanation.status_term, language)}
        key = "report-badge_explanation"
        if explanation.confidence_level:
            key = "report-badge_explanation_sure"
            said["confidence"] = Measure(measure=explanation.confidence, digits=2)
        if leading and explanation.status in EXPLAINED:
            said["cause"] = leading
            key += "_named"
        shown.append(localise(key, language, **said))
    return shown


def _leading(report: Report) -> str:
    """Name the explanation that leads, as the text names it; empty where none does."""
    weighed = report.conclusion.causes
    if not weighed or weighed[0].standing is not CauseStanding.LEADING:
        return ""
    source = f"cause:{report.conclusion.event}.{weighed[0].cause}"
    names = {claim.path: claim.value for claim in report.claims if claim.source == source}
    return str(names.get("name_zh" if report.language is Language.ZH else "name", ""))
