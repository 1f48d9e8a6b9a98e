"""Feature detectors: synoptic objects found in gridded fields by rules that can be checked."""

from diagnostics.detection.features.loading import detect_features
from diagnostics.detection.features.registry import DETECTORS, Detector, get_detector, run_detector

__all__ = [
    "DETECTORS",
    "Detector",
    "detect_features",
    "get_detector",
    "run_detector",
]
