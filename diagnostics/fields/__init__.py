"""Sources of gridded data: any recognised file in, the canonical dataset out."""
