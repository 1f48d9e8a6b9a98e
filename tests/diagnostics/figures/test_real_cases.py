"""Charts and detectors on real analyses and forecasts."""

from __future__ import annotations

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source
from diagnostics.figures import render_figure


def feature(drawn, detector):
    return next(item for item in drawn.answer.features if item.detector == detector)


@pytest.mark.slow
def test_the_october_2010_cyclone(real_data):
    """Great Plains low of 26 October 2010, 12 UTC: 967.6 hPa near 47 N 94 W in the analysis."""
    source = open_source([real_data("S03_octobomb_20101026_gfs/GFS_test.nc")])
    time = source.inventory().times[0]
    region = Region(west=-102, south=40, east=-88, north=50)
    drawn = render_figure("mslp_wind10", source, time=time, region=region)
    low = feature(drawn, "closed_extremum").features[0]
    assert low.value == pytest.approx(967.6, abs=0.5)
    assert (low.latitude, low.longitude) == (pytest.approx(47, abs=1), pytest.approx(-94, abs=1))
    assert low.extra["closed_contours"] >= 5
    upper = render_figure("gh500_vorticity", source, time=time, region=region)
    assert feature(upper, "trough_axis").passed
    # 3.0e-4 s-1 at 41 N 93 W
    peak = feature(upper, "threshold_object").features[0]
    assert peak.value == pytest.approx(30.0, abs=2.0)
    assert peak.latitude == pytest.approx(41, abs=1.1)
    jet = render_figure("jet200", source, time=time, region=region)
    assert feature(jet, "jet_core").features[0].extra["quadrant"] == "left_exit"
    for item in (drawn, upper, jet):
        assert item.answer.check.score == 5.0


@pytest.mark.slow
def test_a_tropical_cyclone_west_of_the_date_line(real_data):
    """GFS forecast valid 15 January 2011: a low near 25 S 170 E, the region across 180."""
    source = open_source([real_data("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2")])
    region = Region(west=165, south=-32, east=-175, north=-18)
    drawn = render_figure("mslp_wind10", source, time=source.inventory().times[0], region=region)
    low = feature(drawn, "closed_extremum")
    assert low.passed
    assert low.features[0].latitude == pytest.approx(-25, abs=2.6)
    assert low.features[0].longitude == pytest.approx(170, abs=2.6)
    assert drawn.answer.check.score == 5.0


def test_a_lambert_grid_keeps_its_own_projection(real_data):
    source = open_source([real_data("S17_nam_lambert_20180917")])
    time = source.inventory().times[0]
    region = Region(west=-88, south=30, east=-76, north=40)
    drawn = render_figure("mslp_wind10", source, time=time, region=region)
    assert drawn.answer.check.score == 5.0
    # what was left of hurricane Florence over the Carolinas
    low = feature(drawn, "closed_extremum").features[0]
    assert low.value < 1009
    assert 32 < low.latitude < 40
