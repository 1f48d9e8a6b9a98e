import type { FeatureCollection } from "geojson";
import type { Map as MapLibre } from "maplibre-gl";
import { token } from "@/design/theme";
import { EMPTY } from "@/map/boxes";
import { cornersOf, type Field, painted } from "@/map/field";
import type { Scale } from "@/map/scales";
import { BELOW_NAMES, CLOSE, FONT } from "@/map/style";

/** The lowest layer above a field. */
const ABOVE_FIELD = "world-edge";
const ARROW = "arrow";
const ARROW_SIZE = 32;

/** An arrow that points north, in the colour of the ink. */
function arrow(): ImageData {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = ARROW_SIZE;
  const context = canvas.getContext("2d");
  if (!context) return new ImageData(ARROW_SIZE, ARROW_SIZE);
  context.strokeStyle = token("ink");
  context.lineWidth = 2.4;
  context.beginPath();
  context.moveTo(16, 30);
  context.lineTo(16, 4);
  context.moveTo(9, 12);
  context.lineTo(16, 3);
  context.lineTo(23, 12);
  context.stroke();
  return context.getImageData(0, 0, ARROW_SIZE, ARROW_SIZE);
}

/** Coasts again above the field: dark in a light edge, so that they are seen on every colour. */
function addCoasts(map: MapLibre) {
  for (const [source, minzoom, maxzoom] of [
    ["world", 0, CLOSE],
    ["regional", CLOSE, 24],
  ] as const) {
    for (const [part, colour, width] of [
      ["edge", "halo", 2.6],
      ["line", "ink", 0.9],
    ] as const) {
      map.addLayer(
        {
          id: `${source}-${part}`,
          type: "line",
          source,
          minzoom,
          maxzoom,
          filter: ["==", ["get", "kind"], "land"],
          paint: { "line-color": token(colour), "line-width": width, "line-opacity": 0.7 },
        },
        BELOW_NAMES,
      );
    }
  }
}

/** Adds the empty layers of a field's map to a fresh style. */
export function addFieldLayers(map: MapLibre) {
  for (const source of ["contours", "vectors", "features", "event-box"]) {
    map.addSource(source, { type: "geojson", data: EMPTY });
  }
  addCoasts(map);
  map.addLayer(
    {
      id: "contours",
      type: "line",
      source: "contours",
      paint: { "line-color": token("ink"), "line-opacity": 0.65, "line-width": 0.9 },
    },
    BELOW_NAMES,
  );
  map.addLayer({
    id: "contour-values",
    type: "symbol",
    source: "contours",
    layout: {
      "symbol-placement": "line",
      "text-field": ["to-string", ["coalesce", ["get", "value"], ["get", "level"], ""]],
      "text-font": FONT,
      "text-size": 10.5,
    },
    paint: { "text-color": token("ink"), "text-halo-color": token("halo"), "text-halo-width": 1.2 },
  });
  map.addLayer({
    id: "features-fill",
    type: "fill",
    source: "features",
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "fill-color": token("live"), "fill-opacity": 0.14 },
  });
  map.addLayer({
    id: "features-line",
    type: "line",
    source: "features",
    filter: ["!=", ["geometry-type"], "Point"],
    paint: { "line-color": token("live"), "line-width": 2.4 },
  });
  map.addLayer({
    id: "features-point",
    type: "circle",
    source: "features",
    filter: ["==", ["geometry-type"], "Point"],
    paint: {
      "circle-radius": 5,
      "circle-color": token("live"),
      "circle-stroke-width": 2,
      "circle-stroke-color": token("halo"),
    },
  });
  map.addLayer({
    id: "event-box",
    type: "line",
    source: "event-box",
    paint: { "line-color": token("bad"), "line-width": 1.6 },
  });
}

/** Arrows with the direction that they blow towards, in degrees from north, which a map cannot compute. */
export function withDirections(arrows: FeatureCollection): FeatureCollection {
  const features = arrows.features.map((arrow) => {
    const { u, v } = arrow.properties as { u: number; v: number };
    const towards = (Math.atan2(u, v) * 180) / Math.PI;
    return { ...arrow, properties: { ...arrow.properties, towards } };
  });
  return { ...arrows, features };
}

/** Puts the arrows of a wind on the map, once the picture of one is there. */
export function setArrows(map: MapLibre) {
  if (!map.hasImage(ARROW)) map.addImage(ARROW, arrow(), { pixelRatio: 2 });
  if (map.getLayer("vectors")) return;
  map.addLayer(
    {
      id: "vectors",
      type: "symbol",
      source: "vectors",
      layout: {
        "icon-image": ARROW,
        "icon-allow-overlap": true,
        "icon-rotation-alignment": "map",
        "icon-rotate": ["get", "towards"],
        "icon-size": ["interpolate", ["linear"], ["get", "speed"], 0, 0.25, 10, 0.6, 40, 1.3],
      },
    },
    BELOW_NAMES,
  );
}

const GROUPS = {
  contours: ["contours", "contour-values"],
  vectors: ["vectors"],
  features: ["features-fill", "features-line", "features-point"],
} as const;

/** Shows or hides groups of layers. */
export function setShown(map: MapLibre, shown: Record<keyof typeof GROUPS, boolean>) {
  for (const [group, names] of Object.entries(GROUPS)) {
    for (const name of names) {
      if (!map.getLayer(name)) continue;
      map.setLayoutProperty(
        name,
        "visibility",
        shown[group as keyof typeof GROUPS] ? "visible" : "none",
      );
    }
  }
}

/** Draws a field below coasts and names; the picture is made here, nothing is fetched for it. */
export function drawField(map: MapLibre, field: Field, scale: Scale, opacity: number) {
  if (map.getLayer("field")) map.removeLayer("field");
  if (map.getSource("field")) map.removeSource("field");
  map.addSource("field", {
    type: "canvas",
    canvas: painted(field, scale),
    coordinates: cornersOf(field),
    animate: false,
  });
  map.addLayer(
    {
      id: "field",
      type: "raster",
      source: "field",
      paint: {
        "raster-opacity": opacity,
        "raster-fade-duration": 0,
        "raster-resampling": "linear",
      },
    },
    ABOVE_FIELD,
  );
}
