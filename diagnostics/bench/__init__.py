"""Benchmarks: ratios in one run against what a user would use instead."""

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.tracks import TRACKS, run_track

__all__ = ["TRACKS", "BenchRow", "run_track"]
