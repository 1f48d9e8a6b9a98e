"""Quantities that a correction asks for, computed on the very data of the diagnosis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hvrmet.jobs.registries.sources import RegisteredSource

from diagnostics.climatology.open_climatology import open_climatologies
from diagnostics.contracts.base import digest_of
from diagnostics.contracts.corrections import Quantity
from diagnostics.contracts.enums import Modality, Mode, Role
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import ReleasedPreset
from diagnostics.contracts.report import Report
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import DiagnosticsError, InputDataError, ModelOutputError
from diagnostics.loop.open_run import usable_source
from diagnostics.ports import FieldSource
from diagnostics.service.changed_data import report_changed_data
from diagnostics.service.data import DataSelection
from diagnostics.service.requests import FeaturesRequest, IndexRequest
from diagnostics.service.tools import answer_features, answer_index
from tasks.limits import source_limits

POLICY = "correction"
"""What evidence says that a reviewer asked for it; it has no verdict and decides nothing."""


def compute_quantities(
    quantities: Iterable[Quantity],
    report: Report,
    registered: RegisteredSource | None,
    presets: Sequence[ReleasedPreset] = (),
) -> tuple[EvidenceItem, ...]:
    """Compute indices and detect features on the data that a report was made from.

    Parameters
    ----------
    quantities : iterable of Quantity
    report : Report
        Names the digest of its data, and the region and period that quantities share by default.
    registered : RegisteredSource or None
        The job's source; None where it is no longer registered.
    presets : sequence of ReleasedPreset
        Criteria of events that the report's release sets.

    Returns
    -------
    tuple of EvidenceItem
        Without a verdict: they can be said and are not counted.

    Raises
    ------
    InputDataError
        ``source_not_registered``, and ``data_changed`` where the data are not those of the report.
    SourceError
        When the source vanished, changed or could not be read meanwhile.
    ModelOutputError
        ``quantity_failed``, with what was wrong with each in its data.
    """
    if registered is None:
        raise InputDataError(
            "the source of this diagnosis is no longer registered: nothing can be computed on it",
            code="source_not_registered",
        )
    source = usable_source(
        report.request,
        DataSelection(
            registered.readable(),
            run=report.request.run,
            member=report.request.member,
            statistic=report.request.statistic,
            limits=source_limits(),
        ).open(),
        presets,
    )
    if source.digest() != report.data_digest:
        raise InputDataError(
            "the source does not hold the data of this report any more: its content changed; "
            "queue a new diagnosis",
            code="data_changed",
        )
    computed, problems = [], []
    for wanted in quantities:
        try:
            with report_changed_data(source):
                computed.append(_compute(wanted, report, source, registered))
        except DiagnosticsError as error:
            if error.ends_run:
                raise
            problems.append(
                {
                    "where": f"quantity {wanted.id}",
                    "kind": error.code,
                    "text": wanted.name,
                    "message": error.message,
                }
            )
    if problems:
        raise ModelOutputError(
            f"{len(problems)} quantities cannot be computed; first: {problems[0]['message']}",
            code="quantity_failed",
            data={"problems": problems},
        )
    return tuple(computed)


def _compute(
    wanted: Quantity, report: Report, source: FieldSource, registered: RegisteredSource
) -> EvidenceItem:
    region = wanted.region or report.classification.region
    asked = {"tool": wanted.name, "data": report.data_digest, **wanted.model_dump(mode="json")}
    item = EvidenceItem(
        id=wanted.id,
        call_key=digest_of(asked),
        modality=Modality.INDEX,
        role=Role.CODE_EXECUTOR,
        policy=POLICY,
    )
    if wanted.op == "index":
        known = registered.climatology
        request = IndexRequest(
            wanted.name,
            time=wanted.time or report.classification.window,
            region=region,
            level=wanted.level,
            mode=Mode.QA,
            params=wanted.params,
        )
        index = answer_index(
            request,
            lambda: source,
            baseline=open_climatologies([known]) if known else None,
        )
        return item.model_copy(update={"index": index})
    if wanted.time is None or isinstance(wanted.time, TimeWindow) or wanted.level == "2m":
        raise InputDataError("features need one time and a pressure level", code="time_needed")
    asked_for = FeaturesRequest(
        wanted.name, time=wanted.time, region=region, level=wanted.level, params=wanted.params
    )
    (found,) = answer_features(asked_for, lambda: source)
    return item.model_copy(update={"detection": found, "modality": Modality.FIGURE})
