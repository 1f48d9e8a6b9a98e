"""Ask for a diagnosis, follow it to its end, and keep its report and charts.

make client && pip install build/client
HVRMET_KEY=hvr_... python docs/examples/diagnose.py URL SOURCE W,S,E,N FOLDER

The key's scopes are diagnosis.create, diagnosis.view, report.view and report.draft: nobody has
published the report yet.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from uuid import uuid4

from hvrmet_client import AuthenticatedClient
from hvrmet_client.api.diagnoses import (
    diagnoses_artifacts,
    diagnoses_create,
    diagnoses_events,
    diagnoses_retrieve,
)
from hvrmet_client.models import Diagnosis, JobStatus, NewDiagnosisRequest, Problem

ENDED = {JobStatus.FINISHED, JobStatus.FAILED, JobStatus.CANCELLED, JobStatus.PARKED}


def checked(answer):
    """Return an answer of the API, or end with what it says is wrong."""
    if isinstance(answer, Problem) or answer is None:
        raise SystemExit(f"{answer.code}: {answer.detail}" if answer else "no answer")
    return answer


def follow(client: AuthenticatedClient, job: Diagnosis) -> Diagnosis:
    """Print each event once, in order, until there will be no more."""
    after = 0
    while True:
        page = checked(diagnoses_events.sync(job.id, client=client, after=after))
        for event in page.results:
            after = event.seq
            print(event.seq, event.body.type_)
        if page.status in ENDED and after == page.last_seq:
            return checked(diagnoses_retrieve.sync(job.id, client=client))
        time.sleep(0.5)


def main(url: str, source: str, region: str, folder: str) -> None:
    """Run one diagnosis."""
    client = AuthenticatedClient(base_url=url, token=os.environ["HVRMET_KEY"])
    job = checked(
        diagnoses_create.sync(
            client=client,
            body=NewDiagnosisRequest(source=source, region=[float(x) for x in region.split(",")]),
            # Sent again after a broken connection, it gives the same job.
            idempotency_key=uuid4().hex,
        )
    )
    ended = follow(client, job)
    if ended.status != JobStatus.FINISHED:
        raise SystemExit(f"{ended.status}: {ended.state.failure}")
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    # Files are no JSON: the client's own connection fetches them.
    files = client.get_httpx_client()
    version = ended.state.report_version
    report = files.get(f"{job.url}report/versions/{version}/export/html/").raise_for_status()
    (out / "report.html").write_bytes(report.content)
    for artifact in checked(diagnoses_artifacts.sync(job.id, client=client)).results:
        path = out / artifact.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files.get(artifact.url).raise_for_status().content)
    found = ended.state.conclusion
    print(found.occurrence.status, "/", found.explanation.status, "->", out)


if __name__ == "__main__":
    main(*sys.argv[1:])
