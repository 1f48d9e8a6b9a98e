"""All climatologies that one run is given, asked as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from diagnostics.climatology.baseline import Baseline
from diagnostics.climatology.gridded import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.climatology.series import IndexKey
from diagnostics.contracts.base import digest_of
from diagnostics.contracts.evidence import ClimatologyContext
from diagnostics.contracts.space_time import Region


@dataclass(frozen=True, eq=False)
class Climatologies:
    """Baselines of reduced indices (mode A) and climatologies of grid points (mode B).

    Parameters
    ----------
    reduced : tuple of Baseline
        Asked first.
    gridded : tuple of GridClimatology
    """

    reduced: tuple[Baseline, ...] = ()
    gridded: tuple[GridClimatology, ...] = ()

    @classmethod
    def of(cls, known: Baseline | GridClimatology | Climatologies | None) -> Climatologies:
        """Take one climatology of either kind, or none, as a collection."""
        if known is None:
            return cls()
        if isinstance(known, Climatologies):
            return known
        if isinstance(known, GridClimatology):
            return cls(gridded=(known,))
        return cls(reduced=(known,))

    @classmethod
    def joined(cls, known: Sequence[Baseline | GridClimatology | Climatologies]) -> Climatologies:
        """Put several together, in the order in which they are asked."""
        parts = [cls.of(item) for item in known]
        return cls(
            reduced=tuple(item for part in parts for item in part.reduced),
            gridded=tuple(item for part in parts for item in part.gridded),
        )

    def __bool__(self) -> bool:
        return bool(self.reduced or self.gridded)

    @property
    def name(self) -> str:
        """The names of all."""
        return ", ".join((*(a.name for a in self.reduced), *(b.name for b in self.gridded)))

    @property
    def digest(self) -> str:
        """Digest of what there is: that of the one, or of the list of all."""
        digests = [*(a.digest for a in self.reduced), *(b.digest for b in self.gridded)]
        return digests[0] if len(digests) == 1 else digest_of(digests) if digests else ""

    def grid_item(
        self, key: GridKey, kind: GridKind = GridKind.HOURLY
    ) -> tuple[GridClimatology, GridItem] | None:
        """Return the first grid-point item of this key; any mode of an index where none is set."""
        for held in self.gridded:
            item = held.find(key, kind)
            if item is not None:
                return held, item
        if not key.mode:
            for mode in ("qa", "diagnose"):
                for held in self.gridded:
                    item = held.find(key.model_copy(update={"mode": mode}), kind)
                    if item is not None:
                        return held, item
        return None

    def context(
        self, key: IndexKey, region: Region, time: datetime, value: float
    ) -> ClimatologyContext | None:
        """Place a reduced value in the first baseline that speaks for it (mode A)."""
        for baseline in self.reduced:
            found = baseline.context(key, region, time, value)
            if found is not None:
                return found
        return None
