"""Jobs, their events, and the rows that carry them from queue to worker."""

from __future__ import annotations

from uuid import UUID

from django.db import models
from django.db.models.functions import Now

from diagnostics.contracts.inventory import Inventory
from hvrmet.core.db.contract_field import ContractField
from hvrmet.core.db.models import BaseModel, OwnedModel
from hvrmet.jobs.states import JobKind, JobState, JobStatus, Priority

MOST_PARSED = 32
_parsed: dict[str, Inventory] = {}


def _choices(values: type[JobKind] | type[JobStatus] | type[Priority]) -> list[tuple[str, str]]:
    return [(item.value, item.value) for item in values]


class Job(OwnedModel):
    """One piece of queued work.

    `state` is the fold of the events (`states.JobState`); `status` repeats it for filters.
    `writer_attempt` is the fencing token: the only attempt whose events are taken, or null while
    no worker holds the job. `moved_at` is when the status last changed, by the database's clock.
    `requested_by` is the label of who asked, as it was then, and `requested_by_id` the person's or
    the key's own id, which rules compare.
    `parent` is the job that this one runs again, perhaps with changes. `change_digest` is of the
    change of the library whose effect is measured. `asked_digest` is of a request for a field,
    contours or a sounding and of the state of the data: the same again is answered by this job.
    """

    kind = models.CharField(max_length=20, choices=_choices(JobKind))
    status = models.CharField(max_length=20, choices=_choices(JobStatus))
    source = models.CharField(max_length=200)
    request = models.JSONField()
    asked_digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    release_digest = models.CharField(max_length=64)
    change_digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    state = ContractField(JobState)
    last_seq = models.PositiveIntegerField(default=0)
    writer_attempt = models.PositiveIntegerField(null=True)
    requested_by = models.CharField(max_length=200)
    requested_by_id = models.UUIDField(null=True)
    cancel_requested_by = models.CharField(max_length=200, blank=True)
    cancel_reason = models.CharField(max_length=500, blank=True)
    updated_at = models.DateTimeField(auto_now=True)
    priority = models.CharField(max_length=10, choices=_choices(Priority), default=Priority.NORMAL)
    deadline = models.DateTimeField(null=True)
    parent = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="+", null=True, db_index=False
    )
    parent_id: UUID | None
    moved_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta(OwnedModel.Meta):
        constraints = [models.UniqueConstraint(fields=("tenant", "id"), name="job_tenant_id")]
        indexes = [
            models.Index(fields=("tenant", "-created_at", "-id"), name="job_tenant_newest"),
            models.Index(fields=("tenant", "status", "-created_at"), name="job_tenant_status"),
            models.Index(fields=("tenant", "moved_at", "id"), name="job_tenant_moved"),
            models.Index(fields=("tenant", "parent"), name="job_tenant_parent"),
            models.Index(
                fields=("tenant", "change_digest", "-created_at"),
                condition=models.Q(kind=JobKind.EFFECT),
                name="job_tenant_effect",
            ),
            models.Index(
                fields=("tenant", "asked_digest", "-created_at"),
                condition=~models.Q(asked_digest=""),
                name="job_tenant_asked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class JobEvent(OwnedModel):
    """One recorded event; the database refuses to change or delete it."""

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    schema_version = models.PositiveSmallIntegerField()
    type = models.CharField(max_length=40)
    body = models.JSONField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "job", "seq"), name="jobevent_tenant_job_seq")
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.seq}"


class JobResult(OwnedModel):
    """The answer to a computation or a question, or an effect; the database keeps it as it is."""

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+", db_index=False)
    job_id: UUID
    document = models.JSONField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "job"), name="jobresult_tenant_job")
        ]

    def __str__(self) -> str:
        return f"answer of {self.job_id}"


class EventAreas(OwnedModel):
    """Where the events are that a diagnosis found, for maps that show many diagnoses.

    `objects_shown` are the first few `contracts.EventObject` of its classification, the one that is
    diagnosed before the others; `found` is how many there are.
    """

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+", db_index=False)
    job_id: UUID
    objects_shown = models.JSONField()
    found = models.PositiveIntegerField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "job"), name="eventareas_tenant_job")
        ]

    def __str__(self) -> str:
        return f"areas of {self.job_id}"


class SteeringOrder(OwnedModel):
    """An order to a running diagnosis; the event that takes it says what became of it."""

    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+", db_index=False)
    number = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=20)
    factor = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=500)
    author = models.CharField(max_length=200)

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "job", "number"), name="steering_tenant_job_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.factor}".rstrip()


class IdempotencyKey(OwnedModel):
    """The job that an actor's ``Idempotency-Key`` made, with the digest of its request."""

    principal_id = models.UUIDField()
    key = models.CharField(max_length=200)
    request_digest = models.CharField(max_length=64)
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+", null=True)
    job_id: UUID | None

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=("tenant", "principal_id", "key"), name="idempotency_tenant_actor_key"
            )
        ]

    def __str__(self) -> str:
        return self.key


class QueueRow(models.Model):
    """A job that still needs a worker. Crosses tenants, so it holds ids, rank and a lease only.

    `traceparent` is the trace of the request that queued the job, where requests are traced.
    """

    job_id = models.UUIDField(primary_key=True)
    tenant_id = models.UUIDField()
    queue = models.CharField(max_length=40)
    priority = models.PositiveSmallIntegerField(default=1)
    deadline = models.DateTimeField(null=True)
    queued_at = models.DateTimeField(db_default=Now(), editable=False)
    attempt = models.PositiveIntegerField(default=0)
    lost_leases = models.PositiveIntegerField(default=0)
    worker = models.CharField(max_length=200, blank=True)
    lease_expires_at = models.DateTimeField(null=True)
    dispatched_at = models.DateTimeField()
    traceparent = models.CharField(max_length=55, blank=True, default="", db_default="")

    class Meta:
        indexes = [
            models.Index(fields=("lease_expires_at",), name="queue_lease"),
            models.Index(fields=("dispatched_at",), name="queue_dispatched"),
        ]

    def __str__(self) -> str:
        return f"{self.queue} {self.job_id}"


class QueueTurn(models.Model):
    """When a worker last took a job of a tenant. Crosses tenants: an id and a time."""

    tenant_id = models.UUIDField(primary_key=True)
    served_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.tenant_id)


class CentreSource(OwnedModel):
    """Data that a centre has registered itself, below a root that the operator names.

    Attributes
    ----------
    name : str
        As requests of the centre name it.
    root : str
        Name of the root in the operator's settings.
    below : list of str
        Paths below the root.
    created_by : str
        Label of who registered it, as it was then.
    """

    name = models.CharField(max_length=63)
    root = models.CharField(max_length=63)
    below = models.JSONField()
    title = models.CharField(max_length=100)
    title_zh = models.CharField(max_length=100)
    attribution = models.CharField(max_length=200)
    late_after_hours = models.FloatField(null=True)
    created_by = models.CharField(max_length=200)

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "name"), name="centresource_tenant_name")
        ]

    def __str__(self) -> str:
        return self.name


class SourceHolding(BaseModel):
    """What a source holds, as a worker last read it, and the state of its files. Of no tenant.

    Which tenant may know of a source is in the operator's registry, or in its `CentreSource`.

    Attributes
    ----------
    source : str
        The name of one that the operator registered; the key of a centre's tenant, a slash and its
        name of one that a centre registered.
    newest_at, looked_at : datetime
        When the newest file was written, and when a worker looked at the files.
    files : str
        State of the files as they were last seen; empty where any of them are remote.
    read_at, read_files : datetime, str
        When and in which state the inventory was read.
    document, document_digest : dict, str
        The inventory.
    region, first, last, times, step_hours
        Its extent, for lists that need no more.
    members : list of int
        Of an ensemble, one of which a request must name.
    failure : dict or None
        The message that says why the files could not be read in the state `asked_files`.
    asked_at, asked_files, tries
        When and in which state workers were last asked to read it, and how often without success.
    begun : int
        How often a worker has begun since; one that died has not ended.
    """

    source = models.CharField(max_length=200, unique=True)
    newest_at = models.DateTimeField(null=True)
    looked_at = models.DateTimeField(db_default=Now(), editable=False)
    files = models.CharField(max_length=64, default="")
    read_at = models.DateTimeField(null=True)
    read_files = models.CharField(max_length=64, default="")
    document = models.JSONField(null=True)
    document_digest = models.CharField(max_length=64, default="")
    region = models.JSONField(null=True)
    first = models.DateTimeField(null=True)
    last = models.DateTimeField(null=True)
    times = models.PositiveIntegerField(default=0)
    step_hours = models.FloatField(null=True)
    members = models.JSONField(default=list)
    failure = models.JSONField(null=True)
    asked_at = models.DateTimeField(null=True)
    asked_files = models.CharField(max_length=64, default="")
    tries = models.PositiveIntegerField(default=0)
    begun = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.source

    @property
    def stale(self) -> bool:
        """Whether files have changed since the inventory was read."""
        return self.read_at is not None and self.files != self.read_files

    @property
    def inventory(self) -> Inventory | None:
        """The inventory; each is parsed once in a process."""
        if not self.document_digest:
            return None
        if self.document_digest not in _parsed:
            while len(_parsed) >= MOST_PARSED:
                _parsed.pop(next(iter(_parsed)), None)
            _parsed[self.document_digest] = Inventory.model_validate(self.document, extra="ignore")
        return _parsed[self.document_digest]


class OutboxRow(BaseModel):
    """A message to send once its transaction is there. Crosses tenants: ids only."""

    task = models.CharField(max_length=100)
    queue = models.CharField(max_length=40)
    tenant_id = models.UUIDField()
    subject_id = models.UUIDField()

    class Meta:
        indexes = [models.Index(fields=("created_at",), name="outbox_oldest")]

    def __str__(self) -> str:
        return f"{self.task} {self.subject_id}"
