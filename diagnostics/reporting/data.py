"""The section on data, methods and limits."""

from __future__ import annotations

from diagnostics.contracts.enums import Language
from diagnostics.contracts.report import Section, Sentence
from diagnostics.guidelines import DRAFT, REVIEWED
from diagnostics.messages import localise
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.data_check_summary import findings_of_checks
from diagnostics.reporting.evidence_labels import names_of
from diagnostics.reporting.extremes import counted_days
from diagnostics.reporting.report_inputs import Findings, ReportMaterial
from diagnostics.reporting.section_parts import section, tool_name
from diagnostics.reporting.values import FRACTION


def data_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say what was used, what its check found, what was repaired, and by which rules."""
    inventory = material.inventory
    spacing = (
        book.bind("inventory", "grid.spacing_deg", "number", unit="°", digits=2)
        if inventory.grid is not None
        else localise("report-no_value", book.language)
    )
    lines = [
        book.say(
            "data_source",
            source=book.bind("request", "source", "text"),
            origin=book.bind("inventory", "origin", "term"),
            times=book.bind("inventory", "times.#", "count"),
            levels=book.bind("inventory", "levels_hpa.#", "count"),
            spacing=spacing,
        )
    ]
    lines += _choice(book, material)
    if inventory.attribution:
        text = book.bind("inventory", "attribution", "text")
        lines.append(book.say("attribution", text=text))
    lines.append(book.paragraph(*_methods(book, material)))
    lines += findings_of_checks(book, material)
    lines += _checks(book, material)
    checked = material.retrieval.checked
    repeated = [item.reason for item in checked.findings] if checked is not None else []
    for place, known in enumerate(inventory.findings):
        if (known.wording or known.message) in repeated:
            continue
        told = known.wording is not None
        if told and known.code == "fields_left_out":
            # names of a hundred variables say nothing to readers
            count = book.bind("inventory", f"findings.{place}.wording.params.count", "text")
            lines.append(book.say("finding_left_out", count=count))
            continue
        path = f"findings.{place}.{'wording' if told else 'message'}"
        message = book.bind("inventory", path, "message" if told else "text")
        lines.append(book.say("finding", message=message))
    return section(book, "data", sentences=lines)


def held(book: ClaimBook, found: Findings, message: str = "held") -> list[Sentence]:
    """Say what the data hold of the region and the period, where that is not all."""
    coverage = found.inventory.coverage
    if coverage is None:
        return []
    lines = []
    if coverage.area_fraction is not None:
        slots = {"share": book.bind("inventory", "coverage.area_fraction", "number", unit=FRACTION)}
        if coverage.region is not None:
            slots["box"] = book.bind("inventory", "coverage.region", "place")
        lines.append(book.say(f"{message}_{'box' if coverage.region else 'share'}", **slots))
    if coverage.period is not None:
        ends = {
            name: book.bind_clock("inventory", f"coverage.period.{name}")
            for name in ("start", "end")
        }
        lines.append(book.say(f"{message}_period", **ends))
    if coverage.apart is not None:
        count = book.bind("inventory", "coverage.apart", "count")
        lines.append(book.say(f"{message}_apart", count=count))
    return lines


def of_statistic(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say that what was read is a statistic of an ensemble, where the request chose one."""
    if material.request.statistic is None:
        return []
    statistic = book.bind("request", "statistic", "text")
    return [book.say("data_of_statistic", statistic=statistic)]


def _choice(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Name the run, the member and the statistic that the request chose of the data."""
    lines = of_statistic(book, material)
    chosen = {}
    if material.request.run is not None:
        chosen["run"] = book.bind("request", "run", "time")
    if material.request.member is not None:
        chosen["member"] = book.bind("request", "members.0", "count")
    match tuple(chosen):
        case ("run", "member"):
            lines.append(book.say("data_of_run_member", **chosen))
        case ("run",):
            lines.append(book.say("data_of_run", **chosen))
        case ("member",):
            lines.append(book.say("data_of_member", **chosen))
    return lines


def _methods(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    known = {
        "preset": book.bind("software", "preset", "term"),
        "release": book.bind("software", "release", "text"),
        "version": book.bind("software", "version", "text"),
    }
    if material.software.preset_adjusted:
        numbers = book.bind("software", "preset_adjusted", "count")
        methods = [book.say("methods_adjusted", **known, numbers=numbers)]
    else:
        methods = [book.say("methods", **known)]
    methods += counted_days(book, material)
    if material.software.preset_revised:
        numbers = book.bind("software", "preset_revised", "count")
        methods.append(book.say("criteria_revised", numbers=numbers))
    if material.request.timezone_assumed:
        zone = book.bind("request", "timezone", "text")
        methods.append(book.say("zone_assumed", zone=zone))
    own = material.set_by_centre
    if own:
        methods.append(book.say("library_own", names=names_of(book, own)))
    if material.unused:
        names = book.named(tool_name(book, item.factor) for item in material.unused)
        methods.append(book.say("library_unused", names=names))
    methods += _standing(book, material, shared=bool(own))
    if material.request.options.without:
        parts = book.bind("request", "options.without", "term")
        methods.append(book.say("ablation", parts=parts))
    return methods


def _standing(book: ClaimBook, material: ReportMaterial, *, shared: bool) -> list[Sentence]:
    """Say who approved the release, and which of the entries used nobody has reviewed."""
    lines = []
    approval = material.software.release_approval
    if approval is not None:
        path = "release_approval"
        people = (
            book.bind("software", f"{path}.by.{place}", "words")
            for place in range(len(approval.by))
        )
        at = book.bind("software", f"{path}.at", "time")
        lines.append(book.say("library_approved", people=book.listed(people), at=at))
    drafts = material.of_status(DRAFT)
    if shared:  # what the centre has adjusted was of the shared release before
        if any(entry.curation.status == DRAFT for entry in material.release.entries):
            lines.append(book.say("library_draft_shared"))
    elif drafts and material.of_status(REVIEWED):
        lines.append(book.say("library_draft_some", names=names_of(book, drafts)))
    elif drafts:
        lines.append(book.say("library_draft"))
    elif material.evidence:
        lines.append(book.say("library_reviewed"))
    return lines


def _checks(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Tell what the check on arrival found, each thing once, and which levels were made."""
    lines: list[Sentence] = []
    seen: set[str] = set()
    covered: set[tuple[str, str]] = set()
    for turn, review in enumerate(material.retrieval.reviews):
        for place, finding in enumerate(review.findings):
            about = {(finding.code, name) for name in finding.fields}
            # a later, smaller box lacks the values of the same fields
            if finding.message in seen or (about and about <= covered):
                continue
            seen.add(finding.message)
            covered |= about
            chinese = book.language is Language.ZH and finding.message_zh
            field = "message_zh" if chinese else "message"
            path = f"reviews.{turn}.findings.{place}.{field}"
            lines.append(book.say("data_check", message=book.bind("retrieval", path, "text")))
    for place, repair in enumerate(material.retrieval.repairs):
        path = f"repairs.{place}"
        lines.append(
            book.say(
                "data_repair",
                fields=book.listed(
                    book.bind("retrieval", f"{path}.fields.{number}", "term")
                    for number in range(len(repair.fields))
                ),
                level=_level(book, f"{path}.level_hpa"),
                above=_level(book, f"{path}.above_hpa"),
                below=_level(book, f"{path}.below_hpa"),
            )
        )
    return lines


def _level(book: ClaimBook, path: str) -> str:
    return book.bind("retrieval", path, "number", unit="hPa", digits=0)
