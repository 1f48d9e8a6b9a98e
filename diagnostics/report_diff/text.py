"""The difference of two reports as Markdown and as a page, for readers."""

from __future__ import annotations

import json
from html import escape

from pydantic import JsonValue

from diagnostics.contracts.report import Claim
from diagnostics.contracts.report_diff import FigureChange, ReportDiff, TextChange
from diagnostics.report_diff.compare import plain_value

_MARKUP = str.maketrans({char: f"\\{char}" for char in "\\`*_<>#|"})
_STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;"
    "margin:2rem auto;padding:0 1rem}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}"
    "del{background:#f8d7d5;color:#6b1510}ins{background:#d3efd8;color:#0d4a1c}"
    "del,ins{text-decoration:none;display:block;padding:.15rem .5rem;margin:.1rem 0}"
    "del::before{content:'\\2212  '}ins::before{content:'+  '}p{margin:.5rem 0 0;opacity:.8}"
)

Change = tuple[str, str | None, str | None]
"""Where, and what was there before and is there now."""


def diff_parts(diff: ReportDiff) -> list[tuple[str, list[Change]]]:
    """Return the parts of a difference that are not empty: a heading and its changes."""
    parts: list[tuple[str, list[Change]]] = [
        ("Title", [_text(diff.title)] if diff.title else []),
        (
            "Conclusion",
            [(item.field, _json(item.before), _json(item.after)) for item in diff.conclusion],
        ),
    ]
    for section in diff.sections:
        changes = [_text(line) for line in section.lines]
        if not section.in_before:
            changes.insert(0, ("section", None, "added"))
        if not section.in_after:
            changes.insert(0, ("section", "removed", None))
        parts.append((f"Section: {section.title}", changes))
    parts += [
        ("Figures", [_figure(figure) for figure in diff.figures]),
        (
            "Claims added",
            [(_where(claim), None, plain_value(claim)) for claim in diff.claims_added],
        ),
        (
            "Claims removed",
            [(_where(claim), plain_value(claim), None) for claim in diff.claims_removed],
        ),
        (
            "Claims changed",
            [
                (_where(item.after), plain_value(item.before), plain_value(item.after))
                for item in diff.claims_changed
            ],
        ),
        (
            "Evidence",
            [
                *((name, None, "added") for name in diff.evidence_added),
                *((name, "removed", None) for name in diff.evidence_removed),
                *((name, "as before", "not as before") for name in diff.evidence_changed),
            ],
        ),
    ]
    return [(heading, changes) for heading, changes in parts if changes]


def diff_markdown(diff: ReportDiff, *, before: str, after: str) -> str:
    """Write a difference as Markdown.

    Parameters
    ----------
    diff : ReportDiff
    before, after : str
        What to call the two reports, as in "version 1".
    """
    lines = [f"# From {without_markup(before)} to {without_markup(after)}", ""]
    if diff.same:
        lines += ["Nothing that a reader sees differs.", ""]
    for heading, changes in diff_parts(diff):
        lines += [f"## {without_markup(heading)}", ""]
        for where, old, new in changes:
            lines.append(f"- {without_markup(where)}")
            lines += [f"  - before: {without_markup(old)}"] if old is not None else []
            lines += [f"  - after: {without_markup(new)}"] if new is not None else []
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def diff_html(diff: ReportDiff, *, before: str, after: str) -> str:
    """Write a difference as a page without scripts and without references to other files."""
    title = f"From {escape(before)} to {escape(after)}"
    body = [f"<h1>{title}</h1>"]
    if diff.same:
        body.append("<p>Nothing that a reader sees differs.</p>")
    for heading, changes in diff_parts(diff):
        body.append(f"<h2>{escape(heading)}</h2>")
        for where, old, new in changes:
            body.append(f"<p>{escape(where)}</p>")
            body += [f"<del>{escape(old)}</del>"] if old is not None else []
            body += [f"<ins>{escape(new)}</ins>"] if new is not None else []
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def without_markup(text: str) -> str:
    """Write a text as one line of Markdown in which nothing is markup."""
    return " ".join(text.split()).translate(_MARKUP).replace("](", "]\\(")


def _text(line: TextChange) -> Change:
    return line.place, line.before, line.after


def _json(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _where(claim: Claim) -> str:
    return f"{claim.source} {claim.path} ({claim.kind})"


def _figure(figure: FigureChange) -> Change:
    def written(section: str | None, caption: str | None) -> str | None:
        return None if section is None else f"in {section}: {caption}"

    return (
        figure.artifact,
        written(figure.section_before, figure.caption_before),
        written(figure.section_after, figure.caption_after),
    )
