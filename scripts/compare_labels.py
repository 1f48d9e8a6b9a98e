"""Print how labelled real cases are classified, as a table of Markdown.

HVRMET_TEST_DATA=... python scripts/compare_labels.py
"""

from __future__ import annotations

import os
from pathlib import Path

from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.bench.labelled_cases import classified, read_labels, table_row


def main() -> None:
    """Classify every record and print its row."""
    named = os.environ.get(DATA_VARIABLE)
    if not named:
        raise SystemExit(f"{DATA_VARIABLE} is not set: there are no labelled cases")
    root = Path(named)
    print("| Record | Label | Found | | In the file |\n| --- | --- | --- | --- | --- |")
    for label in read_labels(root.parent / "science" / "cases.yaml"):
        print(table_row(label, classified(label, root)))


if __name__ == "__main__":
    main()
