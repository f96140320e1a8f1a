"""Readings <-> plain JSON of the wire contract: `readings` has to_json, from_json, and correct without the photo."""
