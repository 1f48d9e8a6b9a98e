"""The command ``hvrmet library``."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diagnostics.cli.arguments import add_language
from diagnostics.cli.examples import epilog_of
from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import PAPER_LICENCES
from diagnostics.guidelines import release_yaml
from diagnostics.messages import Message, Param
from diagnostics.service.parsing import parse_choice, unknown_choice

if TYPE_CHECKING:
    from diagnostics.literature import Licence, Paper, PaperDrafts

PASSAGES, DRAFTS = "passages.json", "drafts.yaml"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    about = help_text("help-library_read_paper")
    paper = actions.add_parser(
        "read-paper", help=about, description=about, epilog=epilog_of("library")
    )
    paper.add_argument("file", metavar="FILE", help=help_text("help-paper_file"))
    paper.add_argument("--out", required=True, metavar="DIR", help=help_text("help-paper_out"))
    paper.add_argument("--licence", metavar="NAME", help=help_text("help-paper_licence"))
    paper.add_argument("--reference", metavar="TEXT", help=help_text("help-paper_reference"))
    paper.add_argument(
        "--event", action="append", default=[], metavar="EVENT", help=help_text("help-paper_event")
    )
    paper.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help=help_text("help-json")
    )
    add_language(paper, default=argparse.SUPPRESS)


def run(options: argparse.Namespace, output: Output) -> None:
    """Read the paper, write both files, and say what was found."""
    from diagnostics.literature import (
        draft_entries,
        find_statements,
        licence_of,
        read_paper,
    )

    if options.licence is not None and options.licence not in PAPER_LICENCES:
        raise unknown_choice("--licence", options.licence, PAPER_LICENCES)
    events = [parse_choice(EventType, name, "--event") for name in options.event]
    paper = read_paper(Path(options.file))
    licence = licence_of(paper, options.licence)
    found = draft_entries(
        paper,
        find_statements(paper.pages),
        licence,
        reference=options.reference,
        events=events,
    )
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    document = _document(paper, licence, found)
    written = json.dumps(document, ensure_ascii=False, indent=1)
    (folder / PASSAGES).write_text(written + "\n", encoding="utf-8")
    (folder / DRAFTS).write_text(release_yaml(found.release), encoding="utf-8")
    if output.json:
        output.document(document)
    else:
        _print(output, paper, licence, found, folder / DRAFTS)


def _document(paper: Paper, licence: Licence, found: PaperDrafts) -> dict[str, Any]:
    return {
        "file": paper.name,
        "sha256": paper.sha256,
        "title": paper.title,
        "doi": paper.doi,
        "pages": len(paper.pages),
        "pages_without_text": list(paper.without_text),
        "licence": {**asdict(licence), "quotes": licence.quotes},
        "drafts": [entry.id for entry in found.release.entries],
        "passages": [
            {**asdict(one.statement), "drafts": list(one.entries), "no_draft": one.reason}
            for one in found.drafts
        ],
    }


def _label(quantity: str, output: Output) -> str:
    from diagnostics.language import lexicon

    entry = lexicon.entries()[quantity]
    return entry.label_zh if output.is_translated() else entry.label_en


def _print(
    output: Output, paper: Paper, licence: Licence, found: PaperDrafts, drafts: Path
) -> None:
    from diagnostics.literature.drafts import reasons_counted

    rows: list[list[Param]] = [
        [
            str(one.statement.page),
            Message(id=f"paper-kind_{one.statement.kind}"),
            _label(one.statement.quantity, output),
            one.statement.number,
            Message(id=f"paper-reason_{one.reason}") if one.reason else ", ".join(one.entries),
        ]
        for one in found.drafts
    ]
    counts: dict[str, Param] = {
        "pages": str(len(paper.pages)),
        "statements": str(len(found.drafts)),
        "drafts": str(len(found.release.entries)),
    }
    output.table(
        Message(id="command-paper_read", params=counts),
        ("page", "kind", "quantity", "number", "draft"),
        rows,
    )
    if licence.quotes:
        output.say(Message(id="command-paper_quoted", params={"licence": str(licence.name)}))
    else:
        output.say(Message(id="command-paper_not_quoted"))
    if paper.without_text:
        pages = ", ".join(map(str, paper.without_text))
        output.say(Message(id="command-paper_pictures", params={"pages": pages}))
    for reason, count in reasons_counted(found.drafts).items():
        why = Message(id=f"paper-reason_{reason}")
        params: dict[str, Param] = {"count": str(count), "reason": why}
        output.say(Message(id="command-paper_left", params=params))
    output.say(Message(id="command-paper_next", params={"path": str(drafts)}))
