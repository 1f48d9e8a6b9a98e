"""Print what labelled real cases are found to be, as a table of Markdown.

HVRMET_TEST_DATA=... python scripts/compare_labels.py            # how they are classified
HVRMET_TEST_DATA=... python scripts/compare_labels.py diagnosed  # what a whole diagnosis ends with
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.bench.labelled_cases import classified, read_labels, table_row
from diagnostics.bench.outcomes import outcomes


def main() -> None:
    """Go through every record and print its row."""
    named = os.environ.get(DATA_VARIABLE)
    if not named:
        raise SystemExit(f"{DATA_VARIABLE} is not set: there are no labelled cases")
    if "diagnosed" in sys.argv[1:]:
        print("| Record | What happened | Why | First chart | In the file |")
        print("| --- | --- | --- | --- | --- |")
        for item in outcomes():
            print(item.row(), flush=True)
        return
    root = Path(named)
    print("| Record | Label | Found | | In the file |\n| --- | --- | --- | --- | --- |")
    for label in read_labels(root.parent / "science" / "cases.yaml"):
        print(table_row(label, classified(label, root)))


if __name__ == "__main__":
    main()
