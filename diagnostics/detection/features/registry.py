"""The table of detectors and the one way to run them."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from pydantic import JsonValue

from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.evidence import FeaturesAnswer, Provenance
from diagnostics.contracts.tools import ParameterSpec
from diagnostics.detection.features import (
    axes,
    bands,
    extremes,
    flow,
    front_types,
    fronts,
    jets,
    moisture,
    sections,
    series,
    soundings,
    thresholds,
    tropopause,
)
from diagnostics.detection.features.answers import Detection
from diagnostics.detection.features.domain import NOTHING, Amount, DomainNeed, around, degrees
from diagnostics.detection.features.ground import above_ground, decided
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.geometry import KM_PER_DEGREE
from diagnostics.messages import Message, message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.quantities.refs import QuantityRef, at_level, quantity_at
from diagnostics.quantities.scene import Scene

MISSING_CODES = frozenset(
    {
        "missing_input",
        "missing_level",
        "missing_time",
        "incomplete_window",
        "level_missing",
        "layer_outside_levels",
        "too_few_levels",
        "grid_too_small",
        "point_outside_data",
    }
)
"""Errors that say what the data lack: the detector cannot tell, and says so."""


@dataclass(frozen=True)
class AtLevel:
    """A need: a quantity at the level that a parameter of the detector gives."""

    name: str
    parameter: str = "level"

    def read(self, params: Mapping[str, JsonValue]) -> str:
        """Return the written form of the quantity, with these values of all parameters."""
        return quantity_at(self.name, params.get(self.parameter)).text


@dataclass(frozen=True)
class Given:
    """A need: the quantity that a parameter of the detector names."""

    parameter: str

    def read(self, params: Mapping[str, JsonValue]) -> str:
        """Return the quantity as the parameter writes it, with these values of all parameters."""
        return at_level(str(params.get(self.parameter)), params.get("level"))


Need = QuantityRef | AtLevel | Given


@dataclass(frozen=True)
class Detector:
    """One detector: its function and what the catalogue says of it.

    `needs` are the quantities that it reads, `helps` those that it reads where the data hold them.
    `margin_deg` is how far around the region data are read, west, south, east, north, and
    `hours_before` how far back in time. `domain` is the least that the data must hold before a
    feature that is not found is not there.
    """

    name: str
    function: Callable[..., Detection]
    needs: tuple[Need, ...]
    helps: tuple[Need, ...] = ()
    domain: DomainNeed = NOTHING
    margin_deg: tuple[float, float, float, float] = (15.0, 15.0, 15.0, 15.0)
    references: tuple[str, ...] = ()
    every_time: bool = False
    hours_before: float = 0.0

    @property
    def title(self) -> Message:
        """What it is called, for readers."""
        return message(f"detector-{self.name}")

    @cached_property
    def parameters(self) -> tuple[ParameterSpec, ...]:
        """Every parameter with its default, read from the function's signature."""
        specs = []
        for name, item in list(inspect.signature(self.function).parameters.items())[1:]:
            default = None if item.default is inspect.Parameter.empty else item.default
            kind = "text" if "str" in str(item.annotation) else "number"
            specs.append(ParameterSpec(name=name, kind=kind, default=default))
        return tuple(specs)

    def quantities(self, params: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return the quantities that a call with `params` cannot do without."""
        return self._named(self.needs, params)

    def helpful(self, params: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return the quantities that sharpen the answer of a call with `params`."""
        return self._named(self.helps, params)

    def settings(self, params: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return the values of all parameters in a call with `params`."""
        return {spec.name: spec.default for spec in self.parameters} | dict(params)

    def _named(self, needs: tuple[Need, ...], params: Mapping[str, JsonValue]) -> tuple[str, ...]:
        known = self.settings(params)
        return tuple(
            need.text if isinstance(need, QuantityRef) else need.read(known) for need in needs
        )


BERRY = "Berry, Thorncroft and Hewson 2007, Mon. Wea. Rev. 135, 1251-1267"
SCHEMM = "Schemm, Ruedisuehli and Sprenger 2020, Weather Clim. Dynam. 1, 459-479"
WERNLI = "Wernli and Schwierz 2006, J. Atmos. Sci. 63, 2486-2507"
GUAN = "Guan and Waliser 2015, J. Geophys. Res. 120, 12514-12535"
BROWNING = "Browning 1997, Meteorol. Appl. 4, 317-341"
RENARD = "Renard and Clarke 1965, Mon. Wea. Rev. 93, 547-556"
HEWSON = "Hewson 1998, Meteorol. Appl. 5, 37-65"
NINOMIYA = "Ninomiya and Akiyama 1992, J. Meteor. Soc. Japan 70, 467-495"
TIBALDI = "Tibaldi and Molteni 1990, Tellus 42A, 343-365"
BOURGOUIN = "Bourgouin 2000, Wea. Forecasting 15, 583-592"
HOSKINS = "Hoskins, McIntyre and Robertson 1985, Q. J. R. Meteorol. Soc. 111, 877-946"
DAVIS = "Davis and Emanuel 1991, Mon. Wea. Rev. 119, 1929-1953"
WIDE = (20.0, 10.0, 20.0, 10.0)
NEAR = (5.0, 5.0, 5.0, 5.0)
MARGIN = around(Amount("margin_deg"))
LENGTH, AREA = Amount("min_length_km"), Amount("min_area_km2")

_DETECTORS: tuple[Detector, ...] = (
    Detector("closed_extremum", extremes.closed_extremum, (Given("field"),), references=(WERNLI,),
             domain=DomainNeed(extent_km=Amount("radius_km", 2.0), border_cells=1,
                               search_deg=MARGIN)),
    Detector("cutoff_low", extremes.cutoff_low, (AtLevel("height"), AtLevel("temperature")),
             margin_deg=(15, 30, 15, 30),
             domain=DomainNeed(extent_km=600.0, border_cells=1, search_deg=MARGIN)),
    Detector("polar_low_center", extremes.polar_low_center, (AtLevel("height"),),
             margin_deg=(180, 90, 180, 90),
             domain=DomainNeed(search_deg=(180.0, 0.0, 180.0, 90.0))),
    Detector("trough_axis", axes.trough_axis, (AtLevel("height"),), margin_deg=(30, 10, 18, 10),
             references=(BERRY, SCHEMM),
             domain=DomainNeed(extent_km=LENGTH, border_cells=2,
                               search_deg=(Amount("upstream_deg"), 5.0,
                                           Amount("downstream_deg"), 5.0))),
    Detector("ridge_axis", axes.ridge_axis, (AtLevel("height"),), margin_deg=(25, 10, 25, 10),
             references=(BERRY, SCHEMM),
             domain=DomainNeed(extent_km=LENGTH, border_cells=2,
                               search_deg=(Amount("margin_deg"), 5.0, Amount("margin_deg"), 5.0))),
    Detector("jet_core", jets.jet_core, (AtLevel("wind"),), margin_deg=WIDE,
             domain=DomainNeed(area_km2=AREA, search_deg=around(Amount("reach_deg")))),
    Detector("llj_object", jets.llj_object, (AtLevel("wind"),),
             domain=DomainNeed(extent_km=LENGTH, area_km2=20000.0,
                               search_deg=around(degrees("reach_km")))),
    Detector("flow_northerly", jets.flow_northerly,
             (QuantityRef("wind", 850.0), QuantityRef("wind", 500.0)), margin_deg=(12, 8, 8, 8)),
    Detector("moisture_tongue", moisture.moisture_tongue, (Given("field"),),
             domain=DomainNeed(extent_km=LENGTH, area_km2=50000.0, search_deg=MARGIN)),
    Detector("ivt_object", moisture.ivt_object, (QuantityRef("ivt"),), margin_deg=(25, 15, 15, 15),
             references=(GUAN,),
             domain=DomainNeed(extent_km=LENGTH, area_km2=50000.0, levels=(3.0, 1000.0, 500.0))),
    Detector("dry_intrusion", moisture.dry_intrusion, (AtLevel("relative_humidity"),),
             helps=(AtLevel("omega"),), references=(BROWNING,),
             domain=DomainNeed(extent_km=LENGTH, area_km2=50000.0, search_deg=MARGIN)),
    Detector("gradient_band", bands.gradient_band, (Given("field"),), margin_deg=(8, 8, 8, 8),
             domain=DomainNeed(extent_km=LENGTH, search_deg=MARGIN)),
    Detector("frontogenesis_band", bands.frontogenesis_band, (AtLevel("frontogenesis"),),
             margin_deg=(8, 8, 8, 8),
             domain=DomainNeed(extent_km=LENGTH, search_deg=MARGIN)),
    Detector("convergence_line", bands.convergence_line, (Given("field"),), margin_deg=NEAR,
             domain=DomainNeed(extent_km=LENGTH, search_deg=MARGIN)),
    Detector("coupled_divergence", bands.coupled_divergence,
             (QuantityRef("divergence", 200.0), QuantityRef("divergence", 850.0),
              QuantityRef("omega", 500.0)), margin_deg=(8, 8, 8, 8),
             domain=DomainNeed(area_km2=AREA)),
    Detector("front_tfp", fronts.front_tfp, (Given("field"), Given("wind")),
             margin_deg=(12, 10, 12, 10),
             helps=(QuantityRef("mean_sea_level_pressure"),
                    AtLevel("equivalent_potential_temperature")), references=(RENARD, HEWSON),
             hours_before=front_types.DISPLACEMENT_HOURS,
             domain=DomainNeed(extent_km=LENGTH, border_cells=2, search_deg=MARGIN)),
    Detector("shear_line", fronts.shear_line, (AtLevel("wind"),), margin_deg=(10, 8, 10, 8),
             references=(NINOMIYA,),
             domain=DomainNeed(extent_km=LENGTH, search_deg=MARGIN)),
    Detector("vortex", fronts.vortex, (Given("wind"),), margin_deg=(10, 10, 10, 10),
             domain=DomainNeed(extent_km=Amount("outer_deg", 2.0 * KM_PER_DEGREE),
                               search_deg=MARGIN)),
    Detector("blocked_sector", flow.blocked_sector, (QuantityRef("height", 500.0),),
             margin_deg=(70, 60, 40, 60), references=(TIBALDI,),
             domain=DomainNeed(search_deg=(Amount("west_deg"), 0.0, Amount("east_deg"), 0.0))),
    Detector("wpsh_588", flow.wpsh_588, (QuantityRef("height", 500.0),),
             margin_deg=(20, 20, 30, 10),
             domain=DomainNeed(search_deg=around(Amount("rim_max_deg")))),
    Detector("zero_line", flow.zero_line, (Given("field"),), margin_deg=(10, 10, 10, 10),
             domain=DomainNeed(search_deg=around(degrees("reach_km")))),
    Detector("allobaric_couplet", flow.allobaric_couplet, (QuantityRef("pressure_change_24h"),),
             margin_deg=(16, 16, 16, 16),
             domain=DomainNeed(search_deg=MARGIN)),
    Detector("pv_streamer", tropopause.pv_streamer,
             (AtLevel("isentropic_potential_vorticity", "theta_k"),),
             margin_deg=(30, 25, 15, 25), references=(HOSKINS, DAVIS),
             domain=DomainNeed(area_km2=AREA, levels=(3.0, 600.0, 150.0),
                               search_deg=(Amount("upstream_deg"), 0.0, 0.0, 0.0))),
    Detector("dt_depression", tropopause.dt_depression,
             (QuantityRef("dynamic_tropopause_pressure"),),
             helps=(QuantityRef("mean_sea_level_pressure"),), margin_deg=(20, 15, 20, 15),
             references=(HOSKINS, BROWNING),
             domain=DomainNeed(area_km2=AREA, levels=(3.0, 600.0, 150.0),
                               search_deg=(degrees("upstream_km"), 0.0, 0.0, 0.0))),
    Detector("cold_dome", sections.cold_dome, (QuantityRef("section"),), references=(),
             domain=DomainNeed(extent_km=Amount("flank_km", 2.0))),
    Detector("ascent_column", sections.ascent_column,
             (QuantityRef("section"), QuantityRef("section_omega")),
             domain=DomainNeed(levels=(Amount("min_levels"), 850.0, Amount("top_hpa")))),
    Detector("upright_theta_e", sections.upright_theta_e,
             (QuantityRef("section"), QuantityRef("section_humidity")),
             domain=DomainNeed(extent_km=Amount("min_width_km"),
                               levels=(2.0, Amount("bottom_hpa"), Amount("top_hpa")))),
    Detector("profile_unstable", soundings.profile_unstable, (QuantityRef("sounding"),),
             margin_deg=NEAR,
             domain=DomainNeed(levels=(3.0, 1000.0, 500.0))),
    Detector("profile_inversion", soundings.profile_inversion, (QuantityRef("sounding"),),
             margin_deg=NEAR, references=(BOURGOUIN,),
             domain=DomainNeed(levels=(3.0, 1000.0, 700.0))),
    Detector("warm_sector_dry", soundings.warm_sector_dry,
             (QuantityRef("temperature", 850.0), QuantityRef("temperature", 700.0),
              QuantityRef("temperature", 925.0), QuantityRef("height", 700.0),
              QuantityRef("height", 850.0), QuantityRef("height", 925.0),
              QuantityRef("relative_humidity_2m"), QuantityRef("relative_humidity", 850.0)),
             margin_deg=NEAR),
    Detector("series_drop", series.series_drop, (QuantityRef("surface_series"),), margin_deg=NEAR,
             every_time=True),
    Detector("persistence", series.persistence, (Given("field"),), margin_deg=NEAR,
             every_time=True,
             domain=DomainNeed(days=Amount("min_days"))),
    Detector("threshold_object", thresholds.threshold_object, (Given("field"),), margin_deg=NEAR,
             domain=DomainNeed(area_km2=AREA, search_deg=MARGIN)),
    Detector("anomaly_object", thresholds.anomaly_object, (Given("field"),),
             margin_deg=(8, 8, 8, 8),
             domain=DomainNeed(area_km2=AREA, search_deg=MARGIN)),
    Detector("advection_center", thresholds.advection_center, (AtLevel("temperature_advection"),),
             margin_deg=(8, 8, 8, 8),
             domain=DomainNeed(area_km2=AREA, search_deg=MARGIN)),
    Detector("qvec_forcing", thresholds.qvec_forcing, (AtLevel("q_vector_convergence"),),
             margin_deg=(8, 8, 8, 8),
             domain=DomainNeed(area_km2=AREA, search_deg=MARGIN)),
    Detector("ascent_object", thresholds.ascent_object, (AtLevel("omega"),), margin_deg=NEAR,
             domain=DomainNeed(area_km2=AREA, search_deg=MARGIN)),
    Detector("descent_object", thresholds.descent_object, (AtLevel("omega"),), margin_deg=NEAR,
             domain=DomainNeed(area_km2=AREA)),
    Detector("warm_dome", thresholds.warm_dome, (QuantityRef("temperature", 850.0),),
             margin_deg=NEAR),
)  # fmt: skip

DETECTORS: Mapping[str, Detector] = MappingProxyType({item.name: item for item in _DETECTORS})
"""Every detector by name."""


def get_detector(name: str) -> Detector:
    """Return the detector `name`.

    Raises
    ------
    ArgumentError
        With code ``unknown_detector``.
    """
    found = DETECTORS.get(name)
    if found is None:
        near = difflib.get_close_matches(name, DETECTORS, n=3, cutoff=0.4) or sorted(DETECTORS)
        raise ArgumentError(
            Message(
                id="detectionerror-unknown_detector",
                params={"name": f"{name!r}", "near": ", ".join(near)},
            ),
            code="unknown_detector",
            data={"name": name},
        )
    return found


def run_detector(
    name: str, scene: Scene, params: Mapping[str, JsonValue] | None = None
) -> FeaturesAnswer:
    """Search a scene for a feature; see `search`.

    Returns
    -------
    FeaturesAnswer
        `passed` is None, with status ``missing_input``, where the data lack what is needed.
    """
    try:
        return search(name, scene, params)
    except InputDataError as error:
        if error.code not in MISSING_CODES:
            raise
        return FeaturesAnswer(
            detector=name,
            passed=None,
            time=scene.time,
            status=IndexStatus.MISSING_INPUT,
            message=error.message,
            wording=error.text,
            provenance=_provenance(get_detector(name), scene, dict(params or {})),
        )


def search(
    name: str, scene: Scene, params: Mapping[str, JsonValue] | None = None
) -> FeaturesAnswer:
    """Search a scene for a feature.

    Parameters
    ----------
    name : str
        A detector's id.
    scene : Scene
        The fields at one time, wide enough around the region.
    params : mapping, optional
        Parameters that differ from the defaults.

    Raises
    ------
    ArgumentError
        For an unknown detector or parameter.
    InputDataError
        With one of `MISSING_CODES` where the data lack what is needed.

    Notes
    -----
    Levels below ground are not searched. Where the data are too small for the feature (`domain`),
    one that is not found is undetermined. A feature on the edge of what was read, and one in
    sea-level pressure that was reduced over high ground, is marked and decides nothing.
    """
    detector = get_detector(name)
    chosen = _checked(detector, dict(params or {}))
    provenance = _provenance(detector, scene, chosen)
    read = detector.quantities(chosen)
    result = decided(scene, read, detector.function(above_ground(scene, read), **chosen))
    result = detector.domain.undecided(scene, detector.settings(chosen), result)
    return FeaturesAnswer(
        detector=name,
        passed=result.passed,
        score=result.score,
        features=tuple(item.model_copy(update={"time": scene.time}) for item in result.features),
        time=scene.time,
        status=IndexStatus.OK if result.passed is not None else IndexStatus.UNDETERMINED,
        message=render(result.message, SOURCE),
        wording=result.message,
        provenance=provenance,
    )


def _provenance(detector: Detector, scene: Scene, chosen: dict[str, JsonValue]) -> Provenance:
    source = scene.scene_context.source
    return Provenance(
        tool=detector.name,
        tool_version="1",
        mode="diagnose",
        domain=scene.grid.bounds,
        inputs=detector.quantities(chosen),
        parameters=chosen,
        choice=None if source is None else source.inventory().choice,
    )


def _checked(detector: Detector, params: dict[str, Any]) -> dict[str, Any]:
    specs = {spec.name: spec for spec in detector.parameters}
    unknown = sorted(set(params) - set(specs))
    if unknown:
        raise ArgumentError(
            Message(
                id="detectionerror-unknown_parameter",
                params={
                    "name": f"{detector.name}",
                    "unknown": ", ".join(unknown),
                    "known": ", ".join(specs),
                },
            ),
            code="unknown_parameter",
            data={"unknown": unknown},
        )
    for name, value in params.items():
        wants_text = specs[name].kind == "text"
        if value is not None and isinstance(value, str) != wants_text:
            wanted = "text" if wants_text else "a number"
            raise ArgumentError(
                Message(
                    id="detectionerror-invalid_parameter",
                    params={
                        "name": f"{detector.name}",
                        "parameter": f"{name}",
                        "wanted": f"{wanted}",
                        "value": f"{value!r}",
                    },
                ),
                code="invalid_parameter",
            )
    return params
