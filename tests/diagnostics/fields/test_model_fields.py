"""Fields that a model diagnoses: one name at one level, whatever stands beside it."""

from __future__ import annotations

import pytest

from diagnostics.fields.names import in_layer


@pytest.mark.parametrize(
    ("name", "layer", "found"),
    [
        ("pwat", "atmosphereSingleLayer", "tcwv"),
        ("pwat", "entireatmosphere_consideredasasinglelayer_", "tcwv"),
        ("pwat", "pressureFromGroundLayer", ""),
        ("tcc", "lowCloudLayer", "lcc"),
        ("tcc", "middleCloudLayer", "mcc"),
        ("tcdc", "highcloudlayer", "hcc"),
        ("tcdc", "entireatmosphere", "tcc"),
        ("tcc", "convectiveCloudLayer", ""),
        ("tcc", "boundaryLayerCloudLayer", ""),
        ("cape", "pressureFromGroundLayer", ""),
    ],
)
def test_the_level_tells_which_cloud_and_which_column(name: str, layer: str, found: str) -> None:
    assert in_layer(name, layer) == found
