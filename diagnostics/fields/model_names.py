"""What people call the model or analysis that wrote a file.

=====================  ===========================================================================
GRIB, NCEP             by the generating process (NCEP Office Note 388, Table A)
GRIB, ECMWF            by class and stream of MARS (ECMWF parameter database, MARS catalogue)
GRIB, other centres    the centre alone
NetCDF                 attributes: ``source_id`` (CMIP), ``model``, also of a variable (NCL)
=====================  ===========================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import xarray as xr

_NCEP = {81: "GFS", 82: "GDAS", 96: "GFS", 83: "HRRR", 84: "NAM", 105: "RAP", 107: "GEFS"}
_MARS = {
    "ea": "ERA5",
    "l5": "ERA5-Land",
    "ei": "ERA-Interim",
    "e4": "ERA-40",
    "rr": "CERRA",
    "ai": "AIFS",
    "s2": "S2S, ECMWF",
    "ti": "TIGGE, ECMWF",
}
_CENTRES = {
    "kwbc": "NCEP",
    "ecmf": "ECMWF IFS",
    "edzw": "DWD ICON",
    "egrr": "Met Office",
    "lfpw": "Météo-France",
    "rjtd": "JMA",
    "babj": "CMA",
    "cwao": "ECCC",
    "rksl": "KMA",
    "ammc": "BoM",
    "lssw": "MeteoSwiss",
    "enmi": "MET Norway",
    "eidb": "Met Éireann",
}
_WRF = re.compile(r"OUTPUT FROM (?:\*\s*)?WRF\s*(V[\d.]+)?", re.IGNORECASE)
_CONVERTER = re.compile(r"^\s*(?:NCL: convert|cdo\b|wgrib2\b|grib_to_netcdf)", re.IGNORECASE)
_LONGEST = 60


def model_of_grib(get: Callable[[str], Any]) -> str:
    """Return the name of the model behind a GRIB message, empty where nothing tells it.

    Parameters
    ----------
    get : callable
        Returns the value of a key, None where it is not defined.
    """
    centre = str(get("centre"))
    if centre == "kwbc":
        return _NCEP.get(int(get("generatingProcessIdentifier") or 0), "NCEP")
    if centre == "ecmf":
        known = _MARS.get(str(get("class")))
        if known is None and str(get("stream")) in {"enfo", "enfh"}:
            return "ECMWF ensemble"
        return known or "ECMWF IFS"
    return _CENTRES.get(centre, "")


def model_of_arrays(dataset: xr.Dataset, attributes: Mapping[str, str]) -> str:
    """Return the name of the model that a NetCDF file states, empty where it states none.

    Parameters
    ----------
    dataset : xarray.Dataset
        Raw.
    attributes : mapping of str to str
        Global ones, by lower-case name.
    """
    stated = attributes.get("source_id") or attributes.get("model", "")
    if not stated:
        said = (str(item.attrs.get("model", "")) for item in dataset.variables.values())
        stated = next((text for text in said if text), "")
    return stated.strip()[:_LONGEST]


def readable_title(title: str) -> str:
    """Return a title as a chart shows it: empty where it only names a converter.

    Examples
    --------
    >>> readable_title("OUTPUT FROM WRF V3.8.1 MODEL")
    'WRF V3.8.1'
    >>> readable_title("NCL: convert-GRIB-to-netCDF")
    ''
    """
    match = _WRF.search(title)
    if match is not None:
        return f"WRF {match[1]}" if match[1] else "WRF"
    return "" if _CONVERTER.match(title) else title.strip()
