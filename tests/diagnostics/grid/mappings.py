"""Grid mappings of models, as CF writes them."""

LAMBERT = {
    "grid_mapping_name": "lambert_conformal_conic",
    "standard_parallel": 25.0,
    "longitude_of_central_meridian": 265.0,
    "latitude_of_projection_origin": 25.0,
    "earth_radius": 6371229.0,
}
POLAR = {
    "grid_mapping_name": "polar_stereographic",
    "straight_vertical_longitude_from_pole": -105.0,
    "latitude_of_projection_origin": 90.0,
    "standard_parallel": 60.0,
    "earth_radius": 6367470.0,
}
