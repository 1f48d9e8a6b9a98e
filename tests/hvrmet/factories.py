"""A centre with one of everything, and the walk over all addresses: for tests of the whole API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any
from uuid import UUID, uuid4

import numpy as np
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from hvrmet.accounts.models import ApiKey, Invitation, User
from hvrmet.accounts.principals import Principal, PrincipalKind
from hvrmet.accounts.roles import TenantRole, Verb
from hvrmet.accounts.services import api_key_create, member_add
from hvrmet.accounts.views import TenantView
from hvrmet.core.db.scope import SYSTEM, scope
from hvrmet.evidence.services import artifact_register, evidence_put
from hvrmet.evidence.storage import content_write
from hvrmet.evidence.stored_fields import MEDIA_TYPE, StoredField, write_field
from hvrmet.jobs.events.log import append, lock_job
from hvrmet.jobs.models import EventAreas, JobResult, SteeringOrder
from hvrmet.jobs.queue import leases
from hvrmet.jobs.services.answers import answer_create, answer_store
from hvrmet.jobs.services.jobs import Terms
from hvrmet.places.services import region_create
from hvrmet.reports.access import version_shown
from hvrmet.reports.models import ReportVersion
from hvrmet.reports.services import report_version_create
from hvrmet.reviews.corrections import correction_submit
from hvrmet.reviews.models import Correction, Opening, Review
from hvrmet.testing import (
    Centre,
    diagnosis_document,
    queue_job,
    sample_evidence,
    sample_reading,
    sample_report,
    small_library,
)
from hvrmet.webhooks.event_types import EventKind
from hvrmet.webhooks.models import Attempt, Delivery, Subscription
from hvrmet.webhooks.models import Event as WebhookEvent
from hvrmet.webhooks.services import announce, subscription_create

from diagnostics.contracts.computations import ComputationRequest, Operation, QuestionRequest
from diagnostics.contracts.corrections import Edit, EditKind
from diagnostics.contracts.events import Resumed
from diagnostics.contracts.report import Section, Sentence
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from knowledge.models import (
    Adoption,
    Candidate,
    CentreAdjustment,
    Decision,
    Entry,
    ExplanationRevision,
    Overlay,
    Proposal,
    ProposedField,
    Release,
    Remark,
    Wording,
)
from knowledge.selectors import Thread
from knowledge.services import (
    FieldEdit,
    OverlayEdit,
    adjustment_save,
    adoption_propose,
    interest_declare,
    proposal_create,
    proposal_submit,
    remark_write,
)

R = TenantRole
MORE_THAN_ANY = 100
NOBODYS = "00000000-0000-4000-8000-000000000000"
COMPUTATION = ComputationRequest(source="sample", op=Operation.FEATURES)
PUBLICATION = {"authors": ["Li N."], "year": 2026, "title": "Gales"}
REGION_KEPT = Region(west=110, south=20, east=120, north=30)
QUESTION = QuestionRequest(source="sample", text="Where?")
VERSION = "diagnoses/<uuid:job_id>/report/versions/<int:number>/"
# What an address needs after its question mark.
QUERIES = {
    "places/": "?q=hena",
    "guidelines/remarks/": "?proposal=<uuid:proposal_id>",
    "guidelines/library/search/": "?q=wind",
    **{
        f"{kind}/<uuid:job_id>/fields/<str:name>/{part}": query
        for kind in ("diagnoses", "computations")
        for part, query in (("points/", "?point=179,31"), ("line/", "?vertex=178,30&vertex=181,32"))
    },
    "audit/seen/": "?actor=person:a&at=2026-01-01T00:00Z",
    f"{VERSION}diff/": "?against=1",
    f"{VERSION}diff/export/<str:kind>/": "?against=1",
}


@dataclass(frozen=True)
class Things:
    """What a centre has, by the names that addresses use; jobs also by where they are listed."""

    centre: Centre
    values: dict[str, Any]
    sha256: str

    def address(self, route: str) -> str:
        """Return the address of a route with this centre's values in it."""
        for name, value in self.values_of(route).items():
            for kind in ("uuid", "str", "int", "slug"):
                route = route.replace(f"<{kind}:{name}>", str(value))
        assert "<" not in route, route
        return f"/api/v1/{route}"

    def values_of(self, route: str) -> dict[str, Any]:
        """Return what the names in a route stand for: a job's kind is where its route begins."""
        listed = route.removeprefix("/api/v1/").split("/", 1)[0]
        name = "source" if listed == "sources" else "name"
        job_id = self.values.get(listed, self.values["job_id"])
        return {**self.values, "job_id": job_id, "name": self.values[name]}

    @property
    def marks(self) -> tuple[str, ...]:
        """What must not appear in any answer to another tenant."""
        own = (
            *("job_id", "key_id", "username", "adoption_id", "version_id"),
            *("correction_id", "webhook_id", "delivery_id", "computations", "questions"),
            *("adjustment_id", "invitation_id", "region_id"),
        )
        return (*(str(self.values[name]) for name in own), self.sha256, str(self.centre.id))


def sample_field() -> StoredField:
    """Return a field of two times on a grid that crosses 180 degrees; one cell has no value."""
    values = np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 10
    values[0, 0, 0] = np.nan
    return StoredField(
        name="precip_24h",
        title="Precipitation in 24 h",
        unit="mm",
        warnings=("coarse_levels",),
        times=(datetime(2026, 7, 1, tzinfo=UTC), datetime(2026, 7, 1, 6, tzinfo=UTC)),
        values=values,
        latitude=np.array([30.0, 31.0, 32.0]),
        longitude=np.array([178.0, 179.0, 180.0, 181.0]),
    )


def person(centre: Centre, name: str, *roles: TenantRole) -> User:
    """Make a member of a centre."""
    user = User.objects.create_user(username=name, password="a-long-password")
    member_add(tenant_id=centre.id, user=user, roles=roles)
    return user


def key_headers(
    centre: Centre, name: str, *roles: TenantRole, scopes: Iterable[Verb] = ()
) -> dict[str, str]:
    """Make a key of a centre and return the headers that it sends."""
    key = api_key_create(tenant_id=centre.id, name=name, roles=roles, scopes=scopes)
    return {"Authorization": f"Bearer {key.text}"}


def furnish(centre: Centre, release: Any) -> Things:
    """Give a centre one of everything."""
    reference_key = small_library()
    entry_id = Entry.objects.filter(release=release).values_list("entry_id")[0][0]
    job_id = queue_job(centre)
    lease = leases.claim(job_id=job_id, tenant_id=centre.id, worker="w")
    assert lease is not None
    data = f"figure of {centre.slug}".encode()
    sha256 = content_write(centre.id, data)
    field = write_field(sample_field())
    field_sha256 = content_write(centre.id, field)
    report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()))
    summary = Section(id="summary", title="Summary", sentences=(Sentence(text="It was quiet."),))
    report = report.model_copy(update={"sections": (summary,)})
    member = person(centre, f"member-of-{centre.slug}", R.VIEWER)
    curator = person(centre, f"curator-of-{centre.slug}", R.CURATOR)
    principal = Principal(
        PrincipalKind.PERSON, curator.pk, curator.username, centre.id, (R.CURATOR,)
    )
    key = api_key_create(tenant_id=centre.id, name="spare")
    answered, asked = _ask(centre, COMPUTATION), _ask(centre, QUESTION)
    # None waits: the queue shows for how long, which is never the same twice.
    answering, _ = (
        leases.claim(job_id=job, tenant_id=centre.id, worker="w") for job in (answered, asked)
    )
    assert answering is not None
    with scope(centre.id):
        for job, holder in ((job_id, lease), (answered, answering)):
            artifact_register(
                job_id=job,
                name="fields/precip_24h.nc",
                sha256=field_sha256,
                media_type=MEDIA_TYPE,
                size=len(field),
                attempt=holder.attempt,
            )
        answer_store(
            job_id=answered,
            document={"of": centre.slug, "features": []},
            artifacts=(),
            attempt=answering.attempt,
        )
        evidence_put(job_id=job_id, item=sample_evidence(), attempt=lease.attempt)
        artifact_register(
            job_id=job_id,
            name="figures/a.png",
            sha256=sha256,
            media_type="image/png",
            size=len(data),
            attempt=lease.attempt,
        )
        version = report_version_create(
            job=lock_job(job_id),
            report=report,
            markdown="# A",
            html="<p>A",
            author="hvrmet",
            readings=[sample_reading(report)],
        )
        version_shown(principal, job_id, 1)
        correction = correction_submit(
            principal=principal,
            job_id=job_id,
            number=1,
            edits=[Edit(op=EditKind.REPLACE, at="summary.1", text="It was calm.")],
            note="clearer",
        )
        webhook, _ = subscription_create(
            principal=principal, name="hook", url="https://1.1.1.1/", events=[*EventKind]
        )
        announce(EventKind.REPORT_PUBLISHED, subject_id=job_id, data={"of": centre.slug})
        delivery = Delivery.objects.get()
        invitation = Invitation.objects.create(
            username=f"invited-to-{centre.slug}",
            roles=["viewer"],
            invited_by=principal.label,
            inviter_kind=principal.kind,
            inviter_id=principal.id,
            expires_at=timezone.now() + timedelta(days=1),
        )
        adoption = adoption_propose(principal=principal, digest=release.digest)
        adjusted = FieldEdit("entry", entry_id, "weight", 0, 2)
        adjustment_save(principal=principal, edits=[OverlayEdit(adjusted, release.digest)])
        region = region_create(
            principal=principal, name=f"Coast of {centre.slug}", region=REGION_KEPT
        )
        adjustment_id: UUID = CentreAdjustment.objects.get().pk
        key_id: UUID = ApiKey.objects.get(prefix=key.prefix).pk
    with scope(SYSTEM):
        proposal = propose_weight(principal, entry_id)
        remark = remark_write(
            principal=principal, thread=Thread(proposal=proposal.pk), text="Why 1?"
        )
        cause_key = ExplanationRevision.objects.values_list("item__key", flat=True)[0]
        candidate = prepare(principal, release)
    return Things(
        centre,
        {
            "job_id": job_id,
            "computations": answered,
            "questions": asked,
            "number": 1,
            "version_id": version.pk,
            "correction_id": correction.pk,
            "webhook_id": webhook.pk,
            "delivery_id": delivery.pk,
            "kind": "md",
            "name": "precip_24h",
            "digest": release.digest,
            "other": release.digest,
            "entry_id": entry_id,
            "proposal_id": proposal.pk,
            "field_id": ProposedField.objects.get(proposal=proposal).pk,
            "candidate_id": candidate.pk,
            "reference_key": reference_key,
            "preset_name": "cma",
            "event": cause_key.partition("/")[0],
            "cause_id": cause_key.partition("/")[2],
            "remark_id": remark.pk,
            "library_file": "entries.csv",
            "adoption_id": adoption.pk,
            "adjustment_id": adjustment_id,
            "key_id": key_id,
            "username": member.username,
            "invitation_id": invitation.pk,
            "region_id": region.pk,
            "source": "private" if centre.slug == "beta" else "sample",
        },
        sha256,
    )


def propose_weight(principal: Principal, entry_id: str) -> Proposal:
    """Hand in another weight of an entry."""
    edit = FieldEdit("entry", entry_id, "weight", 1, 1)
    interest_declare(principal=principal, text="")
    proposal = proposal_create(principal=principal, reason="rarely seen", edits=[edit])
    return proposal_submit(principal=principal, proposal_id=proposal.pk)


def prepare(principal: Principal, release: Any, version: str = "9") -> Candidate:
    """Prepare a release that says what another one says."""
    return Candidate.objects.create(
        version=version,
        title=release.title,
        note="limits",
        digest=release.digest,
        document=release.document,
        since=release,
        prepared_by=principal.label,
        prepared_by_id=principal.id,
    )


def grow_curation(things: Things, count: int) -> None:
    """Add `count` proposals and prepared releases, and as many publications to the one there is."""
    principal = things.centre.principal
    proposal = Proposal.objects.get(pk=things.values["proposal_id"])
    release = Release.objects.get(digest=things.values["digest"])
    by = {"author": principal.label, "author_id": principal.id}
    for number in range(count):
        new = {"kind": "reference", "item": f"x{uuid4().hex}", "revision": 0}
        more = Proposal.objects.create(
            owner=principal.label,
            owner_id=principal.id,
            saved_at=timezone.now(),
            state=proposal.state,
        )
        for row, (path, value) in product((proposal, more), PUBLICATION.items()):
            said = {"value": value, **by}
            made = ProposedField.objects.create(proposal=row, path=path, **new, **said)
            wording = Wording.objects.create(field=made, number=1, revision=0, **said)
            Decision.objects.create(
                wording=wording,
                author_id=principal.id,
                verdict="approve",
                reviewer="person:x",
                reviewer_id=uuid4(),
            )
        about = {"text": "Why?", "author": "person:x", "author_id": uuid4()}
        for row in (proposal, more):
            Remark.objects.create(proposal=row, **about)
        prepare(principal, release, version=f"9.{number}")


def grow(things: Things, count: int) -> None:
    """Add `count` more of everything that lists show, most of it to the same job."""
    centre, job_id = things.centre, things.values["job_id"]
    request = DiagnosisRequest.model_validate(diagnosis_document())
    with scope(centre.id):
        version = ReportVersion.objects.get(pk=things.values["version_id"])
        release_id = Adoption.objects.get().release_id
    for number in range(2, count + 2):
        data = f"figure {number} of {centre.slug}".encode()
        sha256 = content_write(centre.id, data)
        other = queue_job(centre)
        answered, _ = _ask(centre, COMPUTATION), _ask(centre, QUESTION)
        member = person(centre, f"{number}-of-{centre.slug}", R.REVIEWER)
        api_key_create(tenant_id=centre.id, name=f"spare-{number}")
        report = sample_report(request, digest=f"{number:064d}")
        with scope(centre.id):
            Invitation.objects.create(
                username=f"{number}-invited",
                invited_by="boss",
                inviter_kind="person",
                inviter_id=member.pk,
                expires_at=timezone.now() + timedelta(days=1),
            )
            EventAreas.objects.create(job_id=other, objects_shown=[], found=0)
            evidence_put(job_id=job_id, item=sample_evidence(number), attempt=1)
            artifact_register(
                job_id=job_id,
                name=f"figures/{number}.png",
                sha256=sha256,
                media_type="image/png",
                size=len(data),
                attempt=1,
            )
            JobResult.objects.create(job_id=answered, document={"of": centre.slug})
            job = lock_job(job_id)
            append(job, Resumed(attempt=1, after=number))
            SteeringOrder.objects.create(
                job=job, number=number + MORE_THAN_ANY, action="pin", reason="", author="hvrmet"
            )
            report_version_create(
                job=job,
                report=report,
                markdown="# A",
                html="<p>A",
                author="hvrmet",
                readings=[sample_reading(report)],
            )
            common = {"report_id": version.report_id, "version": version}
            Review.objects.create(
                **common, reviewer=member.username, reviewer_id=member.pk, verdict="approve"
            )
            Opening.objects.create(
                version=version, person_id=member.pk, part="section", name="summary"
            )
            Correction.objects.create(
                **common,
                author=member.username,
                author_id=member.pk,
                note="words",
                edits=[],
                status="refused",
            )
            region_create(
                principal=things.centre.principal, name=f"Region {number}", region=REGION_KEPT
            )
            _grow_webhooks(things, number)
            Adoption.objects.create(
                release_id=release_id,
                proposed_by=member.username,
                proposed_by_id=member.pk,
                withdrawn_at=timezone.now(),
            )
            _grow_overlay(things.centre.principal, release_id, number)
    with scope(SYSTEM):
        grow_curation(things, count)


def _grow_overlay(principal: Principal, release_id: UUID, number: int) -> None:
    CentreAdjustment.objects.create(
        kind="entry",
        item=f"removed_{number}",
        author=principal.label,
        author_id=principal.id,
        saved_at=timezone.now(),
    )
    Overlay.objects.create(
        number=number + MORE_THAN_ANY,
        base_id=release_id,
        version=f"1+centre.{number}",
        entries=1,
        digest=f"{number:064x}",
        document={},
        adjustments=[],
        made_by=principal.label,
        made_by_id=principal.id,
    )


def _ask(centre: Centre, request: ComputationRequest | QuestionRequest) -> UUID:
    with scope(centre.id):
        job, _ = answer_create(principal=centre.principal, request=request, terms=Terms())
        return UUID(str(job.pk))


def _grow_webhooks(things: Things, number: int) -> None:
    webhook = Subscription.objects.get(pk=things.values["webhook_id"])
    delivery = Delivery.objects.get(pk=things.values["delivery_id"])
    # Ended ones are listed too, and do not count against the limit.
    for row, changes in (
        (webhook, {"name": f"hook-{number}", "ended_at": timezone.now()}),
        (WebhookEvent.objects.get(pk=delivery.event_id), {}),
    ):
        row.pk, row._state.adding = uuid4(), True
        vars(row).update(changes)
        row.save()
    Attempt.objects.create(delivery=delivery, duration_ms=1)
    delivery.pk, delivery._state.adding, delivery.event = uuid4(), True, row
    delivery.save()


def client_of(centre: Centre, role: TenantRole) -> tuple[Client, dict[str, str]]:
    """Return a client that has one role, and the headers that it sends."""
    if role is R.SERVICE:
        return Client(), centre.headers
    client = Client()
    client.force_login(person(centre, f"only-{role}", role))
    return client, {}


def routes() -> set[tuple[str, str]]:
    """Return method and route, below ``api/v1/``, of every operation that works in a tenant."""

    def walk(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, str]]:
        for entry in resolver.url_patterns:
            route = prefix + str(entry.pattern)
            if isinstance(entry, URLPattern):
                view = getattr(entry.callback, "view_class", None)
                if view is not None and issubclass(view, TenantView):
                    yield from ((verb, route.removeprefix("api/v1/")) for verb in view.verbs)
            else:
                yield from walk(entry, route)

    return set(walk(get_resolver(), ""))
