"""The table of detectors and the one way to run them."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import JsonValue

from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.evidence import FeaturesAnswer, Provenance
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region
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
from diagnostics.detection.features.ground import above_ground, decided
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.extrema import CONTOUR_REACH_KM
from diagnostics.messages import Message, message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.quantities.registry import at_level
from diagnostics.quantities.scene import Scene
from diagnostics.quantities.scene_loading import grow, surrounding
from diagnostics.quantities.written_references import asked_reference

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


Params: TypeAlias = Mapping[str, Any]
"""Parameters of a detector: a quantity is typed, the mapping of a document, or written."""


@dataclass(frozen=True)
class AtLevel:
    """A need: a quantity at the level that a parameter of the detector gives."""

    name: str
    parameter: str = "level"

    def read(self, params: Params) -> QuantityRef:
        """Return the quantity, with these values of all parameters."""
        return at_level(QuantityRef(self.name), params.get(self.parameter))


@dataclass(frozen=True)
class Given:
    """A need: the quantity that a parameter of the detector names."""

    parameter: str

    def read(self, params: Params) -> QuantityRef:
        """Return the quantity that the parameter names, with these values of all parameters.

        Raises
        ------
        ArgumentError
            With code ``unknown_quantity`` where the parameter names none.
        """
        named = params.get(self.parameter)
        if named is None:
            raise ArgumentError(
                Message(id="detectionerror-quantity_needed", params={"parameter": self.parameter}),
                code="unknown_quantity",
            )
        return at_level(asked_reference(named), params.get("level"))


Need: TypeAlias = QuantityRef | AtLevel | Given


@dataclass(frozen=True)
class Detector:
    """One detector: its function and what the catalogue says of it.

    `needs` are the quantities that it reads, `helps` those that it reads where the data hold them.
    `margin_deg` is how far around the region it looks, west, south, east, north, `room_km` how much
    farther it reads, so that what it finds there is whole, and `hours_before` how far back in time.
    """

    name: str
    function: Callable[..., Detection]
    needs: tuple[Need, ...]
    helps: tuple[Need, ...] = ()
    margin_deg: tuple[float, float, float, float] = (15.0, 15.0, 15.0, 15.0)
    room_km: float = 0.0
    references: tuple[str, ...] = ()
    every_time: bool = False
    hours_before: float = 0.0

    def domain(self, region: Region, params: Mapping[str, JsonValue]) -> Region:
        """Return the box that is read for a search around a region."""
        wide = params.get("margin_deg")
        least = float(wide) if isinstance(wide, (int, float)) else 0.0
        west, south, east, north = (max(side, least) for side in self.margin_deg)
        looked_at = grow(region, (west, south, east, north))
        return surrounding(looked_at, self.room_km) if self.room_km else looked_at

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
            annotation = str(item.annotation)
            kind = "text" if "str" in annotation else "number"
            if "QuantityRef" in annotation:
                kind = "quantity"
                default = default and default.text
            specs.append(ParameterSpec(name=name, kind=kind, default=default))
        return tuple(specs)

    def read(self, params: Params) -> dict[str, Any]:
        """Return parameters with their quantities typed.

        Raises
        ------
        ArgumentError
            For what is no reference to a quantity: as `asked_reference`.
        """
        quantities = {spec.name for spec in self.parameters if spec.kind == "quantity"}
        return {
            name: asked_reference(value) if name in quantities and value is not None else value
            for name, value in params.items()
        }

    def quantities(self, params: Params) -> tuple[QuantityRef, ...]:
        """Return the quantities that a call with `params` cannot do without."""
        return self._named(self.needs, params)

    def helpful(self, params: Params) -> tuple[QuantityRef, ...]:
        """Return the quantities that sharpen the answer of a call with `params`."""
        return self._named(self.helps, params)

    def _named(self, needs: tuple[Need, ...], params: Params) -> tuple[QuantityRef, ...]:
        known = self.read({spec.name: spec.default for spec in self.parameters} | dict(params))
        return tuple(need if isinstance(need, QuantityRef) else need.read(known) for need in needs)


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

_DETECTORS: tuple[Detector, ...] = (
    Detector("closed_extremum", extremes.closed_extremum, (Given("field"),),
             margin_deg=(10, 10, 10, 10), room_km=CONTOUR_REACH_KM, references=(WERNLI,)),
    Detector("cutoff_low", extremes.cutoff_low, (AtLevel("height"), AtLevel("temperature")),
             margin_deg=(10, 35, 10, 35), room_km=CONTOUR_REACH_KM),
    Detector("polar_low_center", extremes.polar_low_center, (AtLevel("height"),),
             margin_deg=(180, 15, 180, 90)),
    Detector("trough_axis", axes.trough_axis, (AtLevel("height"),), margin_deg=(30, 10, 18, 10),
             references=(BERRY, SCHEMM)),
    Detector("ridge_axis", axes.ridge_axis, (AtLevel("height"),), margin_deg=(25, 10, 25, 10),
             references=(BERRY, SCHEMM)),
    Detector("jet_core", jets.jet_core, (AtLevel("wind"),), margin_deg=WIDE),
    Detector("llj_object", jets.llj_object, (AtLevel("wind"),)),
    Detector("flow_northerly", jets.flow_northerly,
             (QuantityRef("wind", 850.0), QuantityRef("wind", 500.0)), margin_deg=(12, 8, 8, 8)),
    Detector("moisture_tongue", moisture.moisture_tongue, (Given("field"),)),
    Detector("ivt_object", moisture.ivt_object, (QuantityRef("ivt"),), margin_deg=(25, 15, 15, 15),
             references=(GUAN,)),
    Detector("dry_intrusion", moisture.dry_intrusion, (AtLevel("relative_humidity"),),
             helps=(AtLevel("omega"),), references=(BROWNING,)),
    Detector("gradient_band", bands.gradient_band, (Given("field"),), margin_deg=(8, 8, 8, 8)),
    Detector("frontogenesis_band", bands.frontogenesis_band, (AtLevel("frontogenesis"),),
             margin_deg=(8, 8, 8, 8)),
    Detector("convergence_line", bands.convergence_line, (Given("field"),), margin_deg=NEAR),
    Detector("coupled_divergence", bands.coupled_divergence,
             (QuantityRef("divergence", 200.0), QuantityRef("divergence", 850.0),
              QuantityRef("omega", 500.0)), margin_deg=(8, 8, 8, 8)),
    Detector("front_tfp", fronts.front_tfp, (Given("field"), Given("wind")),
             margin_deg=(12, 10, 12, 10),
             helps=(QuantityRef("mean_sea_level_pressure"),
                    AtLevel("equivalent_potential_temperature")), references=(RENARD, HEWSON),
             hours_before=front_types.DISPLACEMENT_HOURS),
    Detector("shear_line", fronts.shear_line, (AtLevel("wind"),), margin_deg=(10, 8, 10, 8),
             references=(NINOMIYA,)),
    Detector("vortex", fronts.vortex, (AtLevel("wind"),), margin_deg=(10, 10, 10, 10)),
    Detector("blocked_sector", flow.blocked_sector, (QuantityRef("height", 500.0),),
             margin_deg=(70, 60, 40, 60), references=(TIBALDI,)),
    Detector("wpsh_588", flow.wpsh_588, (QuantityRef("height", 500.0),),
             margin_deg=(20, 20, 30, 10)),
    Detector("zero_line", flow.zero_line, (Given("field"),), margin_deg=(10, 10, 10, 10)),
    Detector("allobaric_couplet", flow.allobaric_couplet, (QuantityRef("pressure_change_24h"),),
             margin_deg=(16, 16, 16, 16)),
    Detector("pv_streamer", tropopause.pv_streamer,
             (AtLevel("isentropic_potential_vorticity", "theta_k"),),
             margin_deg=(30, 25, 15, 25), references=(HOSKINS, DAVIS)),
    Detector("dt_depression", tropopause.dt_depression,
             (QuantityRef("dynamic_tropopause_pressure"),),
             helps=(QuantityRef("mean_sea_level_pressure"),), margin_deg=(20, 15, 20, 15),
             references=(HOSKINS, BROWNING)),
    Detector("cold_dome", sections.cold_dome, (QuantityRef("section"),), references=()),
    Detector("ascent_column", sections.ascent_column,
             (QuantityRef("section"), QuantityRef("section_omega"))),
    Detector("upright_theta_e", sections.upright_theta_e,
             (QuantityRef("section"), QuantityRef("section_humidity"))),
    Detector("profile_unstable", soundings.profile_unstable, (QuantityRef("sounding"),),
             margin_deg=NEAR),
    Detector("profile_inversion", soundings.profile_inversion, (QuantityRef("sounding"),),
             margin_deg=NEAR, references=(BOURGOUIN,)),
    Detector("warm_sector_dry", soundings.warm_sector_dry,
             (QuantityRef("temperature", 850.0), QuantityRef("temperature", 700.0),
              QuantityRef("temperature", 925.0), QuantityRef("height", 700.0),
              QuantityRef("height", 850.0), QuantityRef("height", 925.0),
              QuantityRef("relative_humidity_2m"), QuantityRef("relative_humidity", 850.0)),
             margin_deg=NEAR),
    Detector("series_drop", series.series_drop, (QuantityRef("surface_series"),), margin_deg=NEAR,
             every_time=True),
    Detector("persistence", series.persistence, (Given("field"),), margin_deg=NEAR,
             every_time=True),
    Detector("threshold_object", thresholds.threshold_object, (Given("field"),), margin_deg=NEAR),
    Detector("anomaly_object", thresholds.anomaly_object, (Given("field"),),
             margin_deg=(8, 8, 8, 8)),
    Detector("advection_center", thresholds.advection_center, (AtLevel("temperature_advection"),),
             margin_deg=(8, 8, 8, 8)),
    Detector("qvec_forcing", thresholds.qvec_forcing, (AtLevel("q_vector_convergence"),),
             margin_deg=(8, 8, 8, 8)),
    Detector("ascent_object", thresholds.ascent_object, (AtLevel("omega"),), margin_deg=NEAR),
    Detector("descent_object", thresholds.descent_object, (AtLevel("omega"),), margin_deg=NEAR),
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


def run_detector(name: str, scene: Scene, params: Params | None = None) -> FeaturesAnswer:
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


def search(name: str, scene: Scene, params: Params | None = None) -> FeaturesAnswer:
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
    Levels below ground are not searched. A feature on the edge of what was read, and one in
    sea-level pressure that was reduced over high ground, is marked and decides nothing.
    """
    detector = get_detector(name)
    chosen = checked(detector, dict(params or {}))
    provenance = _provenance(detector, scene, chosen)
    read = detector.quantities(chosen)
    found = detector.function(above_ground(scene, read), **detector.read(chosen))
    result = decided(scene, read, found)
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


def _provenance(detector: Detector, scene: Scene, chosen: Params) -> Provenance:
    source = scene.scene_context.source
    return Provenance(
        tool=detector.name,
        tool_version="1",
        mode="diagnose",
        domain=scene.grid.bounds,
        inputs=tuple(item.text for item in detector.quantities(chosen)),
        parameters=_recorded(detector, chosen),
        choice=None if source is None else source.inventory().choice,
    )


def _recorded(detector: Detector, chosen: Params) -> dict[str, JsonValue]:
    """Parameters as a record has them: text as it was given, other quantities in written form."""
    given = detector.read(
        {name: value for name, value in chosen.items() if not isinstance(value, str)}
    )
    typed = {name: value.text for name, value in given.items() if isinstance(value, QuantityRef)}
    return {**chosen, **typed}


def checked(detector: Detector, params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a call, as they were given.

    Raises
    ------
    ArgumentError
        ``unknown_parameter``, or ``invalid_parameter`` for text where a number belongs, and back.
    """
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
        kind = specs[name].kind
        quantity = kind == "quantity" and isinstance(value, (QuantityRef, Mapping))
        wants_text = kind in ("text", "quantity")
        if value is not None and not quantity and isinstance(value, str) != wants_text:
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
