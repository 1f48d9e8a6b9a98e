"""NetCDF as wgrib2 writes it: what its names say, and what its files leave unsaid.

The tool joins the name of a GRIB field and its level, without blanks: ``TMP_500mb``,
``UGRD_10maboveground``, ``PRMSL_meansealevel``. In numbers ``D`` stands for the decimal point and
``M`` for the minus sign or a dash (``TMP_0D995sigmalevel``, ``CAPE_180M0mbaboveground``); with
extended names the interval is part of the name (``APCPD0M6_hour_acc_fcst_surface``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.fields.accumulation import NOISE
from diagnostics.fields.axes import text_of
from diagnostics.fields.blocks import Scan, Times
from diagnostics.fields.conversion import tidy_unit
from diagnostics.fields.falling_amounts import sampled_amounts
from diagnostics.fields.levels import VerticalAxis
from diagnostics.messages import Message

if TYPE_CHECKING:
    import xarray as xr

_NUMBER = r"M?\d+(?:D\d+)?"
_NAME = re.compile(
    r"^(?:N(?=\d))?(?P<name>[A-Za-z0-9]+?)"
    r"(?:[D_](?P<begin>\d+)M(?P<end>\d+)_(?P<unit>minute|hour|day)_(?:acc|max|min|ave)"
    r"(?:_fcst|_anl)?)?"
    rf"_(?P<level>(?P<pressure>{_NUMBER})mb|(?P<height>{_NUMBER})maboveground|surface|meansealevel|"
    r"(?P<other>(?:M?\d[\dDM]*)?(?:(?:m|cm|mb)(?:above|below|under)|K|C|sigma|hybrid|entire|tropo|max|"
    r"high|mid|low|cloud|PV|planetary|boundary|top|nominal|convective|equilibrium|level|ocean)"
    r"\w*))$"
)
_HOURS = {"minute": 1.0 / 60.0, "hour": 1.0, "day": 24.0}
_FIXED_RUN = frozenset({1, 3})
"""Values of ``reference_time_type`` that stand for one run for all times."""
_BUCKETS = (24.0, 12.0, 6.0, 3.0, 1.0)
_LONGEST_STEP = 6.0
"""Hours: with a longer step the bucket may be shorter than the step, and no value says so."""
_RAIN = 1.0
"""kg m-2 that must have fallen somewhere in the sample before its falls say anything."""
_SAME = 1e-3
"""kg m-2, by which an amount that stays what it is may differ: packing is coarser."""


@dataclass(frozen=True)
class ToolName:
    """What a name that wgrib2 made says.

    ``place`` is ``sfc`` or ``msl``, ``isbl`` or ``htgl`` where ``vertical`` has the value, and
    ``other`` for a level without a number that is used here.
    """

    bare: str
    place: str
    level: str
    vertical: VerticalAxis
    hours: float | None = None


def read_name(name: str) -> ToolName | None:
    """Return what a name of wgrib2 says; None for other names."""
    match = _NAME.match(name)
    if match is None or (match["other"] and not match["name"].isupper()):
        return None
    hours = None
    if match["begin"] is not None:
        hours = (int(match["end"]) - int(match["begin"])) * _HOURS[match["unit"]]
    vertical, place = VerticalAxis("none"), "other"
    if match["pressure"] is not None:
        vertical, place = VerticalAxis("pressure", None, (_number(match["pressure"]),)), "isbl"
    elif match["height"] is not None:
        vertical, place = VerticalAxis("height", None, (_number(match["height"]),)), "htgl"
    elif match["level"] in {"surface", "meansealevel"}:
        place = "sfc" if match["level"] == "surface" else "msl"
    return ToolName(match["name"].lower(), place, match["level"], vertical, hours)


def _number(text: str) -> float:
    return float(text.replace("M", "-").replace("D", "."))


def is_written_by(dataset: xr.Dataset) -> bool:
    """Whether a file has the mark that the tool leaves on the time axis."""
    return any("reference_time_type" in item.attrs for item in dataset.variables.values())


def run_of(variable: xr.Variable) -> np.datetime64 | None:
    """Return the one run that a time axis of wgrib2 belongs to; None where there are several."""
    kind = variable.attrs.get("reference_time_type")
    seconds = variable.attrs.get("reference_time")
    if kind is None or seconds is None or int(kind) not in _FIXED_RUN:
        return None
    return np.datetime64(round(float(seconds)) * 10**9, "ns")


def bucket_starts(
    dataset: xr.Dataset, name: str, times: Times, runs: Times | None, scan: Scan
) -> Times | None:
    """Find where an accumulation begins from its values: the tool does not write it.

    Within a bucket an amount never falls, and where it stays what it is, no bucket begins: rain
    that stopped is kept. Of totals of the whole run, and of buckets of 24, 12, 6, 3 hours or
    1 hour counted from its start, the one is taken that these signs allow alone. At least two
    times, and rain somewhere are needed.

    Parameters
    ----------
    dataset : xarray.Dataset
        Raw.
    name : str
        Of the accumulation, with dims (time, y, x).
    times, runs : ndarray of datetime64[ns] (time,)
    scan : Scan
        Is warned of what was found.

    Returns
    -------
    ndarray of datetime64[ns] or None
        Begin of the interval of each time; None where the values do not decide.
    """
    variable = dataset.variables[name]
    if runs is None or variable.ndim != 3 or times.size < 2 or np.unique(runs).size > 1:
        return None
    if tidy_unit(text_of(variable, "units")) not in {"kg m-2", "mm"}:
        return None
    lead = (times - runs) / np.timedelta64(1, "h")
    order = np.argsort(lead)
    amounts, lead = sampled_amounts(variable)[order], lead[order]
    if float(np.nanmax(amounts, initial=0.0)) < _RAIN:
        return None
    with np.errstate(invalid="ignore"):
        change = np.diff(amounts, axis=0)
        falls = np.nanmin(change, axis=(1, 2), initial=0.0) < -NOISE
        stays = ((amounts[:-1] > _RAIN) & (np.abs(change) < _SAME)).any(axis=(1, 2))
    step = float(np.diff(lead).max())
    allowed: dict[bytes, tuple[float, NDArray[np.float64]]] = {}
    for length in (np.inf, *_BUCKETS):
        bucket = np.ones(lead.size) if np.isinf(length) else np.ceil(lead / length)
        bucket = np.where(lead > 0, bucket, 0)
        begins = (np.diff(bucket) != 0) & (bucket[:-1] > 0)
        is_own = step == length <= _LONGEST_STEP
        decides = is_own or (np.diff(bucket) == 0)[bucket[:-1] > 0].any()
        if (
            length >= step
            and decides
            and not (falls & ~begins).any()
            and not (stays & begins).any()
        ):
            begin = np.zeros(lead.size) if np.isinf(length) else np.maximum(bucket - 1, 0) * length
            allowed.setdefault(begin.tobytes(), (length, begin))
    if len(allowed) != 1:
        return None
    ((length, begin),) = allowed.values()
    since = Message(id="reader-since_run")
    if not np.isinf(length):
        since = Message(id="reader-in_buckets", params={"hours": f"{length:g}"})
    scan.warn(
        "interval_from_values",
        Message(id="reader-interval_from_values", params={"name": f"{name}", "since": since}),
    )
    found = np.empty(times.size, dtype="datetime64[ns]")
    found[order] = runs[0] + np.round(begin * 3600.0).astype("timedelta64[s]")
    return found
