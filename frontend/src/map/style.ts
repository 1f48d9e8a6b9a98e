import type { StyleSpecification } from "maplibre-gl";
import { token } from "@/design/theme";
import type { Language } from "@/texts";

const FOLDER = `${import.meta.env.BASE_URL}map/`;
/** Text of the map is drawn with the fonts of the machine: no glyphs are fetched. */
const FONT = ["IBM Plex Sans, PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif"];
/** From this zoom on the closer outlines are used. */
export const CLOSE = 3.2;

function graticule(step: number) {
  const lines: [number, number][][] = [];
  for (let longitude = -180; longitude <= 180; longitude += step) {
    lines.push([
      [longitude, -85],
      [longitude, 85],
    ]);
  }
  for (let latitude = -80; latitude <= 80; latitude += step) {
    lines.push([
      [-180, latitude],
      [180, latitude],
    ]);
  }
  return {
    type: "Feature" as const,
    properties: {},
    geometry: { type: "MultiLineString" as const, coordinates: lines },
  };
}

/** Layers of land, coast and borders of one scale. */
function outlines(source: string, minzoom: number, maxzoom: number) {
  const land = ["==", ["get", "kind"], "land"] as const;
  const border = ["==", ["get", "kind"], "border"] as const;
  return [
    {
      id: `${source}-land`,
      type: "fill" as const,
      source,
      minzoom,
      maxzoom,
      filter: [...land],
      paint: { "fill-color": token("land"), "fill-antialias": false },
    },
    {
      id: `${source}-border`,
      type: "line" as const,
      source,
      minzoom,
      maxzoom,
      filter: [...border],
      paint: { "line-color": token("border"), "line-width": 0.8 },
    },
    {
      id: `${source}-coast`,
      type: "line" as const,
      source,
      minzoom,
      maxzoom,
      filter: [...land],
      paint: { "line-color": token("coast"), "line-width": 0.8 },
    },
  ];
}

/** The base map of a theme: everything of it is served by the platform itself. */
export function baseStyle(language: Language): StyleSpecification {
  return {
    version: 8,
    sources: {
      graticule: { type: "geojson", data: graticule(10) },
      world: { type: "geojson", data: `${FOLDER}world.json`, attribution: "Natural Earth" },
      regional: {
        type: "geojson",
        data: `${FOLDER}regional.json`,
        tolerance: 0.2,
        attribution: "Natural Earth",
      },
      places: { type: "geojson", data: `${FOLDER}places.json` },
    },
    layers: [
      { id: "sea", type: "background", paint: { "background-color": token("sea") } },
      ...outlines("world", 0, CLOSE),
      ...outlines("regional", CLOSE, 24),
      {
        id: "graticule",
        type: "line",
        source: "graticule",
        paint: { "line-color": token("graticule"), "line-width": 0.7 },
      },
      // layers of pages are put in before this one
      {
        id: "towns",
        type: "symbol",
        source: "places",
        filter: ["<", ["get", "rank"], ["step", ["zoom"], 0, 2.6, 45, 4, 160, 5, 400, 6.5, 900]],
        layout: {
          "text-field": ["get", language],
          "text-font": FONT,
          "text-size": ["interpolate", ["linear"], ["zoom"], 3, 10, 7, 12.5],
          "text-padding": 6,
          "symbol-sort-key": ["get", "rank"],
        },
        paint: {
          "text-color": token("town"),
          "text-halo-color": token("halo"),
          "text-halo-width": 1.2,
        },
      },
    ],
  } as StyleSpecification;
}

/** The layer before which pages put theirs, so that names stay legible. */
export const BELOW_NAMES = "towns";
export { FONT };
