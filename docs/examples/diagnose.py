"""Ask for a diagnosis, follow it to its end, and keep its report, its charts and its maps.

pip install ./clients/python
HVRMET_KEY=hvr_... python docs/examples/diagnose.py URL SOURCE W,S,E,N FOLDER

The key's scopes are diagnosis.create, diagnosis.view, report.view and report.draft: nobody has
published the report yet.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hvrmet_client import Client, HvrmetError


def main(url: str, source: str, region: str, folder: str) -> None:
    """Run one diagnosis."""
    out = Path(folder)
    with Client(url, key=os.environ["HVRMET_KEY"]) as met:
        job = met.diagnose(source=source, region=[float(edge) for edge in region.split(",")])
        for event in met.follow(job):
            print(event.seq, event.type)
        done = met.diagnosis(job)
        if done.status != "finished":
            raise SystemExit(f"{done.status}: {done.reason}")
        out.mkdir(parents=True, exist_ok=True)
        (out / "report.html").write_text(met.report(done, "html"), encoding="utf-8")
        for file in met.files(done):
            path = out / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(met.fetch(file.url))
        found = done.state["conclusion"]
    print(found["occurrence"]["status"], "/", found["explanation"]["status"], "->", out)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except HvrmetError as error:
        raise SystemExit(str(error)) from error
