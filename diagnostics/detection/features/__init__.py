"""Feature detectors: synoptic objects found in gridded fields by rules that can be checked."""

from diagnostics.detection.features.loading import detect_features, load_scene
from diagnostics.detection.features.registry import DETECTORS, Detector, get_detector, run_detector
from diagnostics.detection.features.scene import Scene

__all__ = [
    "DETECTORS",
    "Detector",
    "Scene",
    "detect_features",
    "get_detector",
    "load_scene",
    "run_detector",
]
