"""The decorator that makes an index operator of a plain function.

The signature declares everything that concerns the call: positional parameters are canonical
fields annotated with their declared name, unit and level, ``grid``, ``pressure_levels`` and
``scene`` are the surroundings where a function wants them, and keyword-only parameters are the
operator's own, with their defaults. The decorator adds what a signature cannot say. A wrong
declaration fails at import with a message that names the parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_type_hints

from diagnostics.contracts.enums import Category, EventType, ToolKind
from diagnostics.contracts.tools import InputSpec, ReductionSpec, ToolSpec
from diagnostics.quantities.display import DisplayUnit, display_unit
from diagnostics.quantities.inputs import Field
from diagnostics.quantities.reductions import GENERIC, SPREADS, Reduction, is_reducer
from diagnostics.quantities.references import reference_texts
from diagnostics.quantities.results import Result, Series
from diagnostics.quantities.signature import Signature, read_signature
from diagnostics.quantities.tool import Tool

Centred = Literal["", "noted", "refused"]


@dataclass(frozen=True)
class IndexTool(Tool):
    """An index operator: its specification, its function and how to feed it.

    Parameters
    ----------
    signature : Signature
        Fields, surroundings and parameters of the function.
    named_reductions : mapping of Reduction
        Those that work on a layer of their own.
    halo : int
        Cells beyond the region that derivatives need.
    smooth_km : float
        Gaussian sigma applied to the result in ``diagnose`` mode; 0 for none.
    reach_km : float
        Gaussian sigma that the operator itself applies to its inputs, so that enough is read.
    antecedent_hours : float or str
        How far before the first time fields are read, or the parameter that says so.
    antecedent_unit : float
        Hours of one unit of that parameter.
    selective : bool
        Whether NaN means "not applicable here" rather than "unknown": the valid area is then
        that of the inputs.
    whole_days : bool
        Whether days are read whole (daily extremes), in the zone of parameter ``timezone``.
    follows : bool
        Whether the result at one time depends on others (tracks), so that no blocks are made.
    gaps_allowed : bool
        Whether fields at a level may be used where the level lies below ground.
    range_at_default_level : bool
        Whether the valid range holds at the default level only.
    level_of : (str, str), optional
        A parameter and the choice of it that reads the level; with others there is none.
    as_stored : bool
        Whether fields are handed over in single precision where they are stored so: only for
        functions that give them to the grid's kernels and to nothing else.
    also : tuple of str
        Reductions that are reported beside the one asked for, under their own names.
    centred : {"", "noted", "refused"}
        What an extremum at the edge of the data means: nothing special; that the centre may lie
        beyond, which is noted; or that there is no centre, so that there is no value.
    """

    signature: Signature
    named_reductions: Mapping[str, Reduction] = field(default_factory=dict)
    halo: int = 0
    smooth_km: float = 0.0
    reach_km: float = 0.0
    antecedent_hours: float | str = 0.0
    antecedent_unit: float = 1.0
    selective: bool = False
    whole_days: bool = False
    follows: bool = False
    gaps_allowed: bool = False
    range_at_default_level: bool = False
    level_of: tuple[str, str] | None = None
    as_stored: bool = False
    also: tuple[str, ...] = ()
    centred: Centred = ""

    @property
    def unit(self) -> DisplayUnit:
        """Conversion from SI to the unit shown."""
        return display_unit(self.spec.unit or "1")

    @property
    def has_map(self) -> bool:
        """Whether its values are a field: not where the operator itself reduces in space."""
        return get_type_hints(self.run)["return"] is not Series

    def look_back_hours(self, values: Mapping[str, object]) -> float:
        """Return how many hours before a time are read, with these values of parameters.

        Parameters
        ----------
        values : mapping
            By parameter; the default counts for one that is not there.
        """
        hours: object = self.antecedent_hours
        if isinstance(hours, str):
            defaults = {item.name: item.default for item in self.spec.parameters}
            hours = values.get(hours, defaults[hours])
        assert isinstance(hours, (int, float))
        return float(hours) * self.antecedent_unit

    def __call__(self, *args: Any, **kwargs: Any) -> Result:
        """Call the function itself with arrays."""
        result: Result = self.run(*args, **kwargs)
        return result


def index(
    *,
    title_en: str,
    title_zh: str,
    category: str,
    difficulty: str,
    events: str,
    unit: str,
    valid_range: tuple[float, float],
    reductions: tuple[str | Reduction, ...],
    formula: str,
    references: tuple[str, ...],
    tolerance: float = 1e-9,
    generic: bool = True,
    domain: str = "event_region",
    sign: str = "as computed",
    halo: int = 0,
    smooth_km: float = 0.0,
    smoothing_note: str = "",
    reach_km: float = 0.0,
    antecedent_hours: float | str = 0.0,
    antecedent_unit: float = 1.0,
    selective: bool = False,
    whole_days: bool = False,
    follows: bool = False,
    gaps_allowed: bool = False,
    range_at_default_level: bool = False,
    level_of: tuple[str, str] | None = None,
    as_stored: bool = False,
    also: tuple[str, ...] = (),
    centred: Centred = "",
    climatology: str = "",
    extra_outputs: tuple[str, ...] = (),
    metpy: tuple[str, ...] = (),
    published_name: str | None = None,
    version: str = "1",
) -> Callable[[Callable[..., Result]], IndexTool]:
    """Declare an index operator; the function's name is its identifier.

    Parameters
    ----------
    title_en, title_zh : str
        Name for readers.
    category, difficulty : str
        ``dynamics``, ``thermodynamics`` or ``moisture``; ``easy``, ``medium`` or ``hard``.
    events : str
        Event types, separated by spaces.
    unit : str
        Unit shown, one of :data:`~diagnostics.quantities.display.DISPLAY_UNITS`; the function
        returns the SI unit that belongs to it.
    valid_range : (float, float)
        In the unit shown; a reduced value outside it is answered as ``out_of_range``.
    reductions : tuple of str or Reduction
        The index's own, its default first.
    formula : str
        As written for readers.
    references : tuple of str
        Keys of :mod:`~diagnostics.quantities.references`.
    tolerance : float
        Relative, for a recomputation elsewhere.
    generic : bool
        Whether the general reducers are offered too; False for operators that return numbers.
    domain, sign, extra_outputs, metpy, published_name, version
        As in the specification of a tool.
    smoothing_note : str
        How the operator smooths its inputs itself.
    climatology : str
        What a gridded climatology must hold for the operator, for readers; it is then handed over
        with the scene.
    halo, smooth_km, reach_km, antecedent_hours, antecedent_unit, selective, whole_days, follows,
    gaps_allowed, range_at_default_level, level_of, as_stored, also,
    centred
        See :class:`IndexTool`.

    Raises
    ------
    TypeError
        When the signature does not declare a parameter as it must.
    ValueError
        When a reduction, a reference, an event or a unit is unknown.
    """

    def decorate(function: Callable[..., Result]) -> IndexTool:
        signature = read_signature(function)
        display = display_unit(unit)
        named = {item.name: item for item in reductions if isinstance(item, Reduction)}
        names = [item if isinstance(item, str) else item.name for item in reductions]
        for name in names:
            if name not in named and not is_reducer(name):
                raise ValueError(f"{function.__name__}: {name!r} is not a reduction")
        if generic:
            names += [name for name in GENERIC if name not in names]
        for name in also:
            if name not in names:
                raise ValueError(f"{function.__name__}: {name!r} is not one of its reductions")
        if isinstance(antecedent_hours, str) and antecedent_hours not in signature.parameters:
            raise TypeError(f"{function.__name__}: no parameter {antecedent_hours!r}")
        spec = ToolSpec(
            name=function.__name__,
            kind=ToolKind.INDEX,
            version=version,
            title_en=title_en,
            title_zh=title_zh,
            summary=_first_line(function),
            category=Category(category),
            difficulty=difficulty,
            events=tuple(EventType(event) for event in events.split()),
            inputs=tuple(_input(signature, item) for item in signature.fields.items()),
            parameters=tuple(signature.parameters.values()),
            reductions=tuple(
                ReductionSpec(name=name, unit=_unit_of(name, unit, display, named))
                for name in names
            ),
            default_reduction=names[0],
            unit=unit,
            valid_range=valid_range,
            domain=domain,
            formula=formula,
            sign_convention=sign,
            smoothing=smoothing_note or _smoothing(smooth_km),
            extra_outputs=(*extra_outputs, *also),
            tolerance=tolerance,
            metpy=metpy,
            references=reference_texts(references),
            climatology=climatology,
            source_id=published_name,
        )
        return IndexTool(
            spec=spec,
            run=function,
            signature=signature,
            named_reductions=named,
            halo=halo,
            smooth_km=smooth_km,
            reach_km=reach_km,
            antecedent_hours=antecedent_hours,
            antecedent_unit=antecedent_unit,
            selective=selective,
            whole_days=whole_days,
            follows=follows,
            gaps_allowed=gaps_allowed,
            range_at_default_level=range_at_default_level,
            level_of=level_of,
            as_stored=as_stored,
            also=also,
            centred=centred,
        )

    return decorate


def _smoothing(sigma_km: float) -> str:
    return f"Gaussian, sigma {sigma_km:g} km, on the result in a diagnosis" if sigma_km else "none"


def _first_line(function: Callable[..., Result]) -> str:
    lines = (function.__doc__ or "").strip().splitlines()
    if not lines:
        raise TypeError(f"{function.__name__} has no docstring")
    return lines[0]


def _unit_of(name: str, unit: str, display: DisplayUnit, named: Mapping[str, Reduction]) -> str:
    if name in named:
        return named[name].unit
    return display.difference or unit if name in SPREADS else unit


def _input(signature: Signature, item: tuple[str, Field]) -> InputSpec:
    parameter, declared = item
    levels: tuple[float, ...] = declared.needs
    if isinstance(declared.at, str):
        levels = signature.default_levels(declared.at)
    elif declared.at is not None:
        levels = (float(declared.at),)
    elif declared.levels is not None:
        levels = signature.default_levels(declared.levels)
    return InputSpec(
        name=declared.name,
        unit=declared.unit,
        dims=declared.dims,
        levels_hpa=levels,
        optional=parameter in signature.optional,
    )
