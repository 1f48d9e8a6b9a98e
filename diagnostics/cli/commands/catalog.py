"""The command ``hvrmet catalog``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.messages import Message, Param, Term

if TYPE_CHECKING:
    from diagnostics.contracts.tools import ToolSpec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help=help_text("help-tool"))


def run(options: argparse.Namespace, output: Output) -> None:
    """Print the catalogue or one entry."""
    from diagnostics.catalog import get_catalog

    catalogue = get_catalog()
    if options.name:
        _show(catalogue.tool(options.name).spec, output)
        return
    specs = catalogue.specs()
    if output.json:
        document: dict[str, object] = {"digest": catalogue.digest}
        for kind, plural in (
            ("index", "indices"),
            ("detector", "detectors"),
            ("figure", "figures"),
        ):
            document[plural] = [
                spec.model_dump(mode="json") for spec in specs if spec.kind.value == kind
            ]
        output.document(document)
        return
    rows: list[list[Param]] = [
        [
            spec.name,
            Term(term=spec.kind.value),
            spec.title(output.language),
            Term(term=spec.category) if spec.category else "",
            spec.unit or "",
        ]
        for spec in specs
    ]
    title = Message(id="command-tools", params={"count": str(len(rows))})
    output.table(title, ("name", "kind", "title", "category", "unit"), rows)


def _show(spec: ToolSpec, output: Output) -> None:
    """Print one tool: its specification with its page, or the page for people."""
    from diagnostics.documentation.packaged import tool_pages
    from diagnostics.documentation.text import page_markdown

    page = tool_pages().get(spec.name)
    if output.json:
        document = spec.model_dump(mode="json")
        document["page"] = page.model_dump(mode="json") if page else None
        output.document(document)
        return
    if page is not None:
        output.markdown(page_markdown(page))
        return
    rows: list[list[Param]] = [
        [key, str(value)]
        for key, value in spec.model_dump(mode="json").items()
        if value not in (None, "", [], ())
    ]
    titles: dict[str, Param] = {"english": spec.title_en, "chinese": spec.title_zh}
    output.table(Message(id="command-tool_title", params=titles), ("field", "value"), rows)
