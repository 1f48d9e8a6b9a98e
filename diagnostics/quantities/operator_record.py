"""The record of an index operator: all that the signature of its function cannot say.

The function is pure and can be called with arrays. Its signature declares what concerns the call:
positional parameters are canonical fields annotated with their declared name, unit and level,
``grid``, ``pressure_levels`` and ``scene`` are the surroundings where it wants them, and
keyword-only parameters are the operator's own, with their defaults. The names for readers are the
entries ``index-NAME`` of the message catalogue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Result


@dataclass(frozen=True)
class AtDefaultLevel:
    """Limits of a value that hold at the operator's default level only."""

    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Smoothing:
    """Gaussian smoothing that belongs to an operator.

    Attributes
    ----------
    result_km : float
        Sigma with which the engine smooths the result in a diagnosis; 0 for none.
    inputs_km : float
        Sigma that the operator itself applies to its inputs, so that enough is read around them.
    note : str
        How the operator smooths its inputs, for readers.
    in_value : bool
        Whether the value itself is one of smoothed inputs, not only its place or a second output.
    """

    result_km: float = 0.0
    inputs_km: float = 0.0
    note: str = ""
    in_value: bool = False

    @property
    def value_km(self) -> float:
        """Sigma of the smoothing behind the number of a diagnosis; 0 for none."""
        return self.result_km or (self.inputs_km if self.in_value else 0.0)

    @property
    def text(self) -> str:
        """What readers are told."""
        if self.note or not self.result_km:
            return self.note or "none"
        return f"Gaussian, sigma {self.result_km:g} km, on the result in a diagnosis"


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What an operator reads beside its fields at the times and in the region asked for.

    Attributes
    ----------
    halo : int
        Cells beyond the region that derivatives need: 3, or 7 for second ones.
    look_back : float or str
        Hours before the first time, or the parameter that gives them, in hours or days.
    whole_days : bool
        Whether days are read whole (daily extremes), in the zone of parameter ``timezone``.
    time_coupled : bool
        Whether the result at one time depends on others (tracks), so that no blocks are made.
    accepts_float32 : bool
        Whether fields are passed in single precision where they are stored so: only for functions
        that give them to the grid's kernels and to nothing else.
    """

    halo: int = 0
    look_back: float | str = 0.0
    whole_days: bool = False
    time_coupled: bool = False
    accepts_float32: bool = False


@dataclass(frozen=True)
class Operator:
    """An index operator: a function and its record.

    Attributes
    ----------
    function : callable
        Its name is the operator's identifier, the first line of its docstring the summary.
    category, difficulty : str
        Of the operator, as in the catalogue.
    events : tuple of str
        Event types for which it matters.
    unit : str
        Unit shown, one of :data:`~diagnostics.quantities.display.DISPLAY_UNITS`; the function
        returns the SI unit that belongs to it.
    valid_range : (float, float) or AtDefaultLevel
        In the unit shown; a reduced value outside it is answered as ``out_of_range``.
    reductions : tuple of str or Reduction
        The index's own, its default first. The general ones are offered beside them where the
        function returns maps.
    formula : str
        As written for readers.
    references : tuple of str
        Keys of :mod:`~diagnostics.quantities.references`.
    sign : str
        Convention of the sign.
    metpy : tuple of str
        Functions of ``metpy.calc`` that compute the same.
    published_name : str, optional
        Under which the index is known elsewhere.
    domain : str
        Where a diagnosis looks.
    tolerance : float
        Relative, for a recomputation elsewhere.
    one_of : tuple of groups
        Of each group of sets of fields one whole set must be in the data, though each field is
        optional: ``((("orog",), ("sp", "msl")),)``.
    climatology : str
        What a gridded climatology must hold, for readers; it is then passed with the scene.
    extra_outputs : tuple of str
        What is reported beside the value.
    extra_reductions : tuple of str
        Reductions that are reported beside the one asked for, under their own names.
    nan_means_not_applicable : bool
        Whether NaN means "not applicable here" rather than "unknown": the valid area is then that
        of the inputs.
    centre_at_edge : {"", "noted", "refused"}
        What an extremum at the edge of the data means: nothing special; that the centre may lie
        beyond, which is noted; or that there is no centre, so that there is no value.
    smoothing : Smoothing
    reading : Reading
    """

    function: Callable[..., Result]
    category: Literal["dynamics", "thermodynamics", "moisture"]
    difficulty: Literal["easy", "medium", "hard"]
    events: tuple[str, ...]
    unit: str
    valid_range: tuple[float, float] | AtDefaultLevel
    reductions: tuple[str | Reduction, ...]
    formula: str
    references: tuple[str, ...]
    sign: str = "as computed"
    metpy: tuple[str, ...] = ()
    published_name: str | None = None
    domain: str = "event_region"
    tolerance: float = 1e-9
    one_of: tuple[tuple[tuple[str, ...], ...], ...] = ()
    climatology: str = ""
    extra_outputs: tuple[str, ...] = ()
    extra_reductions: tuple[str, ...] = ()
    nan_means_not_applicable: bool = False
    centre_at_edge: Literal["", "noted", "refused"] = ""
    smoothing: Smoothing = Smoothing()
    reading: Reading = Reading()

    @property
    def name(self) -> str:
        """The stable identifier."""
        return self.function.__name__
