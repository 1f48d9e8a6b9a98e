"""Plant each fault in each case, and see what the checks of data say."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.bench.faults.cases import BaseCase
from diagnostics.bench.faults.planting import Fault, changed_fields
from diagnostics.contracts.checking import Weight
from diagnostics.contracts.enums import Severity
from diagnostics.data_checks import examine
from diagnostics.errors import DiagnosticsError
from diagnostics.fields import open_source
from diagnostics.temporary import owned_folder

if TYPE_CHECKING:
    import xarray as xr


class Outcome(StrEnum):
    """What became of a planted fault."""

    REFUSED = "refused"
    DOUBTED = "doubted"
    TOLD = "told"
    SILENT = "silent"
    INVISIBLE = "invisible"
    """Nothing in the data betrays it, and it was used."""


@dataclass(frozen=True)
class Answer:
    """One fault in one case.

    Attributes
    ----------
    fault, case : str
    outcome : Outcome
    rules : tuple of str
        That noticed it, by the names of rules, or the code of the reader's refusal.
    held_out : bool
        Whether the pair is in the half that no threshold was set on.
    hard : bool
    """

    fault: str
    case: str
    outcome: Outcome
    rules: tuple[str, ...]
    held_out: bool
    hard: bool = False


def held_out(fault: str, case: str) -> bool:
    """Whether a pair is in the half that is kept for measuring: by its name alone."""
    return hashlib.sha256(f"{fault}/{case}".encode()).digest()[0] % 2 == 1


@dataclass(frozen=True)
class Noticed:
    """What reading and checking a file says: rule or code, weight and fields."""

    findings: frozenset[tuple[str, str, frozenset[str]]]
    refusal: str = ""


def notice(dataset: xr.Dataset, folder: Path) -> Noticed:
    """Write data to a file, open it as a user would, and check it."""
    path = folder / "data.nc"
    plain = dataset.copy()
    for variable in plain.variables.values():
        variable.encoding.clear()
    plain.to_netcdf(path, engine="netcdf4")
    try:
        source = open_source(path)
        check = examine(source)
        inventory = source.inventory()
    except DiagnosticsError as error:
        return Noticed(frozenset(), error.code)
    finally:
        path.unlink(missing_ok=True)
    found = {(item.rule, item.weight.value, frozenset(item.fields)) for item in check.findings}
    found |= {
        (item.code, Weight.TELL.value, frozenset[str]())
        for item in inventory.findings
        if item.severity is not Severity.INFO
    }
    return Noticed(frozenset(found))


def answers(
    faults: Mapping[str, Fault], cases: Iterable[BaseCase], *, part: bool | None = None
) -> Iterator[Answer]:
    """Yield what became of every fault in every case.

    Parameters
    ----------
    faults : mapping
    cases : iterable of BaseCase
    part : bool, optional
        True for the held-out pairs only, False for the others only.
    """
    with owned_folder("faults") as folder:
        for case in cases:
            clean = notice(case.dataset, folder)
            for fault in faults.values():
                kept = held_out(fault.name, case.name)
                if part is not None and kept is not part:
                    continue
                bad = fault.plant(case.dataset)
                if bad is None or bad.identical(case.dataset):
                    continue
                outcome, rules = judged(case.dataset, bad, clean, notice(bad, folder))
                if not fault.visible_in(case.dataset) and outcome is Outcome.SILENT:
                    outcome = Outcome.INVISIBLE
                yield Answer(fault.name, case.name, outcome, rules, kept, fault.hard)


def judged(
    dataset: xr.Dataset, bad: xr.Dataset, clean: Noticed, noticed: Noticed
) -> tuple[Outcome, tuple[str, ...]]:
    """Say whether what was noticed is due to the fault: new, and about a field that it changed."""
    if noticed.refusal:
        return Outcome.REFUSED, (noticed.refusal,)
    touched = changed_fields(dataset, bad)
    new = [item for item in noticed.findings - clean.findings if not item[2] or item[2] & touched]
    rules = tuple(sorted({rule for rule, _, _ in new}))
    for weight, outcome in (
        (Weight.REFUSE, Outcome.REFUSED),
        (Weight.DOUBT, Outcome.DOUBTED),
        (Weight.TELL, Outcome.TOLD),
    ):
        if any(item[1] == weight.value for item in new):
            return outcome, rules
    return Outcome.SILENT, ()


@dataclass(frozen=True)
class Rates:
    """Shares of the visible pairs."""

    pairs: int
    found: int
    silent: int
    invisible: int

    @property
    def found_share(self) -> float:
        """Refused, doubted or told, of the visible pairs."""
        return self.found / self.pairs if self.pairs else float("nan")

    @property
    def silent_share(self) -> float:
        """Used in silence, of the visible pairs."""
        return self.silent / self.pairs if self.pairs else float("nan")


def rates(found: Iterable[Answer]) -> Rates:
    """Count answers; pairs in which nothing betrays the fault are counted apart."""
    listed = list(found)
    invisible = sum(item.outcome is Outcome.INVISIBLE for item in listed)
    silent = sum(item.outcome is Outcome.SILENT for item in listed)
    pairs = len(listed) - invisible
    return Rates(pairs, pairs - silent, silent, invisible)


def wilson(count: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    if not total:
        return 0.0, 1.0
    z = 1.96
    share = count / total
    centre = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * np.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    half /= 1 + z * z / total
    return max(0.0, float(centre - half)), min(1.0, float(centre + half))
