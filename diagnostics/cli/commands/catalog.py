"""List the catalogue's indices, detectors and figures, or show one tool whole."""

from __future__ import annotations

import argparse

from diagnostics.cli.output import Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="one tool; all by default")


def run(options: argparse.Namespace, output: Output) -> None:
    """Print the catalogue or one entry."""
    from diagnostics.catalog import get_catalog

    catalogue = get_catalog()
    if options.name:
        spec = catalogue.tool(options.name).spec
        if output.json:
            output.document(spec)
            return
        rows = [
            [key, str(value)]
            for key, value in spec.model_dump(mode="json").items()
            if value not in (None, "", [], ())
        ]
        output.table(f"{spec.title_en} / {spec.title_zh}", ["field", "value"], rows)
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
    rows = [
        [spec.name, spec.kind.value, spec.title_en, spec.category or "", spec.unit or ""]
        for spec in specs
    ]
    output.table(f"{len(rows)} tools", ["name", "kind", "title", "category", "unit"], rows)
