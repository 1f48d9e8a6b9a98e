"""What sources call their fields: tables of names, and the ingredients they stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.messages import Param, Term, is_term


@dataclass(frozen=True, slots=True)
class Ingredient:
    """Something a file may hold: a canonical field, or what one is derived from."""

    name: str
    unit: str
    kind: FieldKind
    long_name: str


def _ingredients() -> Mapping[str, Ingredient]:
    extra = (
        Ingredient("gh", "m", FieldKind.LEVEL, "Geopotential height"),
        Ingredient("r", "1", FieldKind.LEVEL, "Relative humidity"),
        Ingredient("td", "K", FieldKind.LEVEL, "Dewpoint"),
        Ingredient("mr", "kg kg-1", FieldKind.LEVEL, "Mixing ratio"),
        Ingredient("r2", "1", FieldKind.SURFACE, "2 m relative humidity"),
        Ingredient("q2", "kg kg-1", FieldKind.SURFACE, "2 m specific humidity"),
        Ingredient("mr2", "kg kg-1", FieldKind.SURFACE, "2 m mixing ratio"),
        Ingredient("p", "Pa", FieldKind.LEVEL, "Pressure of a model level"),
        Ingredient("lnsp", "1", FieldKind.SURFACE, "Logarithm of surface pressure"),
        Ingredient("zs", "m2 s-2", FieldKind.STATIC, "Surface geopotential"),
        Ingredient("rf", "kg m-2", FieldKind.ACCUMULATION, "Rainfall"),
        Ingredient("csf", "kg m-2", FieldKind.ACCUMULATION, "Convective snowfall"),
        Ingredient("lsf", "kg m-2", FieldKind.ACCUMULATION, "Large-scale snowfall"),
    )
    known = {
        name: Ingredient(name, field.unit, field.kind, field.long_name)
        for name, field in CANONICAL.items()
    }
    return MappingProxyType({**known, **{item.name: item for item in extra}})


INGREDIENTS: Mapping[str, Ingredient] = _ingredients()


def called(ingredient: str) -> Param:
    """Return what people call an ingredient, in their language where it is a field."""
    name = f"field_{ingredient}"
    return Term(term=name) if is_term(name) else INGREDIENTS[ingredient].long_name


def _aliases(table: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType({alias: key for key, names in table.items() for alias in names.split()})


LEVEL_NAMES: Mapping[str, str] = _aliases(
    {
        "u": "u ua u_component_of_wind u-component_of_wind ugrd u_grd uwnd eastward_wind ugrdprs",
        "v": "v va v_component_of_wind v-component_of_wind vgrd v_grd vwnd northward_wind vgrdprs",
        "t": "t ta temp temperature tmp air air_temperature tmpprs",
        "q": "q hus shum spfh spf_h specific_humidity qv spfhprs",
        "z": "z zg hgt gh geopotential geopotential_height phi z3 hgtprs",
        "w": "w wap omega vvel v_vel vertical_velocity vertical_velocity_pressure "
        "lagrangian_tendency_of_air_pressure vvelprs",
        "r": "r rh hur relhum rhum r_h relative_humidity rhprs",
        "td": "td dpt dew_point_temperature dewpoint_temperature",
        "mr": "mixr mixing_ratio humidity_mixing_ratio",
    }
)
"""Lower-case names of fields on pressure levels (also the GRIB short names)."""

SURFACE_NAMES: Mapping[str, str] = _aliases(
    {
        "msl": "msl prmsl mslet mslp slp psl mean_sea_level_pressure pressure_reduced_to_msl "
        "prmslmsl mslma pmsl air_pressure_at_mean_sea_level",
        "sp": "sp ps psfc aps surface_pressure surface_air_pressure pressure_surface pressfc",
        "t2m": "t2m 2t t2 tas trefht 2m_temperature temperature_2m temp2m tmp2m t_2m",
        "d2m": "d2m 2d td2 2m_dewpoint_temperature dewpoint_2m dpt2m d2 td_2m",
        "u10": "u10 10u u10m 10m_u_component_of_wind uas ugrd10m u_10m",
        "v10": "v10 10v v10m 10m_v_component_of_wind vas vgrd10m v_10m",
        "fg10": "fg10 10fg i10fg fg10_3 10fg3 10fg6 p10fg6 gust gustsfc max_wind_gust "
        "maximum_wind_gust wind_speed_of_gust instantaneous_10m_wind_gust max_i10fg wsgsmax "
        "10m_wind_gust_since_previous_post_processing wind_speed_gust wind_gust vmax_10m",
        "mx2t": "mx2t mx2t1 mx2t3 mx2t6 mx2t24 tmax tasmax t2max t2_max tmax2m tmax_2m "
        "maximum_2m_temperature_since_previous_post_processing maximum_temperature",
        "mn2t": "mn2t mn2t1 mn2t3 mn2t6 mn2t24 tmin tasmin t2min t2_min tmin2m tmin_2m "
        "minimum_2m_temperature_since_previous_post_processing minimum_temperature",
        "tp": "tp tp01 tp06 tp12 tp24 apcp a_pcp total_precipitation total_precipitation_1hr "
        "total_precipitation_6hr total_precipitation_12hr total_precipitation_24hr apcpsfc "
        "precipitation precipitation_amount pr prate pratesfc tprate avg_tprate mtpr "
        "mean_total_precipitation_rate precipitation_rate precipitation_flux tot_prec",
        "sf": "sf snowfall lwe_snowfall snowfall_amount tsnowp prsn snowfall_flux srweq sprate "
        "tsrwe avg_tsrwe msr mean_snowfall_rate solid_precipitation_flux",
        "csf": "csf csfwe convective_snowfall csfr avg_csfr mcsr mean_convective_snowfall_rate "
        "csrate convective_snowfall_rate_water_equivalent",
        "lsf": "lsf lsfwe large_scale_snowfall lssfr avg_lssfr mlssr lsrate lssrate "
        "mean_large_scale_snowfall_rate large_scale_snowfall_rate_water_equivalent",
        "rf": "rainfall rainfall_amount rainfall_flux prra rprate tirf",
        "ssrd": "ssrd sdswrf dswrf dswrfsfc rsds msdwswrf avg_sdswrf "
        "surface_solar_radiation_downwards downward_short_wave_radiation_flux "
        "downward_short-wave_radiation_flux mean_surface_downward_short_wave_radiation_flux "
        "integral_of_surface_downwelling_shortwave_flux_in_air_wrt_time",
        "sd": "sd sdwe weasd swe snow_depth_water_equivalent snow_depth snw",
        "crain": "crain crainsfc categorical_rain categorical_rain_surface",
        "csnow": "csnow csnowsfc categorical_snow categorical_snow_surface",
        "cfrzr": "cfrzr cfrzrsfc categorical_freezing_rain categorical_freezing_rain_surface",
        "cicep": "cicep cicepsfc categorical_ice_pellets categorical_ice_pellets_surface",
        "ptype": "ptype precipitation_type",
        "lsm": "lsm land landmask land_sea_mask land_binary_mask sftlf landsfc fr_land",
        "orog": "orog hgt_surface terrain ter orography surface_altitude topo elevation hgtsfc "
        "geopotential_height_surface hgt hsurf",
        "zs": "z zs geopotential geopotential_at_surface surface_geopotential phis z_surface",
        "r2": "2r r2 rh2m rh2 hurs relative_humidity_2m relhum_2m",
        "q2": "2sh q2m huss sh2 specific_humidity_2m qv_2m",
    }
)
"""Lower-case names of fields without a level."""

STANDARD_NAMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "eastward_wind": ("u", "u10"),
        "x_wind": ("u", "u10"),
        "grid_eastward_wind": ("u", "u10"),
        "northward_wind": ("v", "v10"),
        "y_wind": ("v", "v10"),
        "grid_northward_wind": ("v", "v10"),
        "air_temperature": ("t", ""),
        "specific_humidity": ("q", ""),
        "relative_humidity": ("r", ""),
        "geopotential": ("z", "zs"),
        "geopotential_height": ("z", ""),
        "dew_point_temperature": ("td", ""),
        "lagrangian_tendency_of_air_pressure": ("w", ""),
        "humidity_mixing_ratio": ("mr", ""),
        "air_pressure_at_mean_sea_level": ("", "msl"),
        "air_pressure_at_sea_level": ("", "msl"),
        "surface_air_pressure": ("", "sp"),
        "wind_speed_of_gust": ("", "fg10"),
        "precipitation_amount": ("", "tp"),
        "lwe_thickness_of_precipitation_amount": ("", "tp"),
        "precipitation_flux": ("", "tp"),
        "lwe_precipitation_rate": ("", "tp"),
        "snowfall_amount": ("", "sf"),
        "lwe_thickness_of_snowfall_amount": ("", "sf"),
        "snowfall_flux": ("", "sf"),
        "lwe_snowfall_rate": ("", "sf"),
        "solid_precipitation_flux": ("", "sf"),
        "convective_snowfall_amount": ("", "csf"),
        "lwe_thickness_of_convective_snowfall_amount": ("", "csf"),
        "convective_snowfall_flux": ("", "csf"),
        "lwe_convective_snowfall_rate": ("", "csf"),
        "stratiform_snowfall_amount": ("", "lsf"),
        "lwe_thickness_of_stratiform_snowfall_amount": ("", "lsf"),
        "stratiform_snowfall_flux": ("", "lsf"),
        "lwe_stratiform_snowfall_rate": ("", "lsf"),
        "rainfall_amount": ("", "rf"),
        "rainfall_flux": ("", "rf"),
        "lwe_thickness_of_rainfall_amount": ("", "rf"),
        "thickness_of_rainfall_amount": ("", "rf"),
        "rainfall_rate": ("", "rf"),
        "lwe_thickness_of_surface_snow_amount": ("", "sd"),
        "surface_snow_amount": ("", "sd"),
        "surface_downwelling_shortwave_flux_in_air": ("", "ssrd"),
        "integral_of_surface_downwelling_shortwave_flux_in_air_wrt_time": ("", "ssrd"),
        "integral_wrt_time_of_surface_downwelling_shortwave_flux_in_air": ("", "ssrd"),
        "land_binary_mask": ("", "lsm"),
        "surface_altitude": ("", "orog"),
    }
)
"""CF standard names: (with a pressure level, without one); a height above ground decides more."""

AT_HEIGHT: Mapping[tuple[str, float], str] = MappingProxyType(
    {
        ("u", 10.0): "u10",
        ("v", 10.0): "v10",
        ("t", 2.0): "t2m",
        ("td", 2.0): "d2m",
        ("r", 2.0): "r2",
        ("q", 2.0): "q2",
        ("mr", 2.0): "mr2",
    }
)
"""Level fields at a height above ground (m) that are canonical surface fields."""

HEIGHTS: Mapping[str, frozenset[float]] = MappingProxyType(
    {
        **dict.fromkeys(("u10", "v10", "fg10"), frozenset({0.0, 10.0})),
        **dict.fromkeys(
            ("t2m", "d2m", "mx2t", "mn2t", "r2", "q2", "mr2"), frozenset({0.0, 1.5, 2.0})
        ),
    }
)
"""Heights above ground (m) at which a field of that name is the canonical one; 0: not said."""

PREFERENCE: Mapping[str, int] = MappingProxyType(
    {"mslet": 2, "mslma": 1, "gust": 1, "i10fg": 1, "instantaneous_10m_wind_gust": 1}
)
"""Where two names stand for one field, the lower number is taken."""

WRF_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "T2": "t2m",
        "Q2": "mr2",
        "PSFC": "sp",
        "U10": "u10",
        "V10": "v10",
        "HGT": "orog",
        "LANDMASK": "lsm",
        "SNOW": "sd",
    }
)
"""WRF surface fields; Q2 is a mixing ratio although its name suggests otherwise."""

AT_SURFACE: Mapping[str, str] = MappingProxyType(
    {
        "pres": "sp",
        "pressure": "sp",
        "hgt": "orog",
        "gh": "orog",
        "geopotential_height": "orog",
        "apcp": "tp",
        "a_pcp": "tp",
        "total_precipitation": "tp",
        "weasd": "sd",
        "water_equivalent_of_accumulated_snow_depth": "sd",
        "gust": "fg10",
        "wind_speed_gust": "fg10",
        "land": "lsm",
        "land_cover_0__sea_1__land": "lsm",
    }
)
"""Bare names that mean a canonical field when the file says: at the surface."""

AT_SEA_LEVEL: Mapping[str, str] = MappingProxyType(
    {
        "pres": "msl",
        "pressure": "msl",
        "prmsl": "msl",
        "mslet": "msl",
        "mslp_eta_model_reduction": "msl",
        "eta_model_reduction": "msl",
        "pressure_reduced_to_msl": "msl",
        "mslma": "msl",
    }
)
"""Bare names that mean mean-sea-level pressure when the file says: at sea level."""

NEAR_SURFACE: Mapping[str, str] = MappingProxyType(
    {"u": "u10", "v": "v10", "t": "t2m", "p": "msl", "td": "d2m"}
)
"""What a field of this very name is taken for, with a warning, where nothing at all describes it.
"""

_PLACES = {
    "isobaric": "isbl",
    "height_above_ground": "htgl",
    "msl": "msl",
    "surface": "sfc",
    "ground_or_water_surface": "sfc",
}
_PLACE = re.compile(rf"_({'|'.join(_PLACES)})\d*$")
_STATISTIC = re.compile(
    r"_(?:mixed_intervals|\d+_(?:minute|hour|day))_(?:accumulation|maximum|minimum|average)$"
)
_NCL = re.compile(
    r"^(?P<name>[a-z0-9_]+?)_(?:p\d+_(?:\d+_)?l(?P<code>\d+)_g[a-z0-9]+|"
    r"(?P<grid>\d+)_(?P<level>isbl|sfc|htgl|msl|gnd))(?:_(?P<interval>[a-z]*\d+[a-z]*))?$"
)
_NCL_LEVELS = {"100": "isbl", "1": "sfc", "103": "htgl", "101": "msl"}


def split_name(name: str) -> tuple[str, str]:
    """Return the bare lower-case name and, where the name tells it, the kind of level.

    Knows the styles of NCL (``TMP_2_ISBL``, ``TMP_P0_L100_GLL0``) and of THREDDS
    (``Temperature_isobaric``). The kind is ``isbl``, ``sfc``, ``htgl``, ``msl`` or empty.
    """
    lower = name.lower()
    ncl = _NCL.match(lower)
    if ncl:
        kind = ncl["level"] or _NCL_LEVELS.get(ncl["code"] or "", "other")
        return ncl["name"], kind
    bare = _STATISTIC.sub("", lower)
    place = _PLACE.search(bare)
    if place is None:
        return bare, ""
    return bare[: place.start()], _PLACES[place[1]]
