import type { Map as MapLibre } from "maplibre-gl";
import { useCallback } from "react";
import { token } from "@/design/theme";
import BaseMap from "@/map/BaseMap";
import { ringOf } from "@/map/boxes";
import { BELOW_NAMES, FONT } from "@/map/style";
import { useTexts } from "@/texts";
import type { Result } from "./Answer";

/** Where the answer lies: the area that was looked at, and the point that decided. */
export default function AnswerMap({ result, label }: { result: object; label: string }) {
  const { measure } = useTexts();
  const answer = result as Result;
  const one = answer.claims?.[0] ?? answer;
  const box = one.region ?? null;
  const { latitude, longitude } = one;
  const value = one.value ?? answer.claims?.[0]?.found;
  const prepare = useCallback(
    (map: MapLibre) => {
      if (box) {
        map.addSource("area", {
          type: "geojson",
          data: {
            type: "Feature",
            properties: {},
            geometry: { type: "Polygon", coordinates: [ringOf(box)] },
          },
        });
        map.addLayer(
          {
            id: "area",
            type: "line",
            source: "area",
            paint: { "line-color": token("live"), "line-width": 1.5 },
          },
          BELOW_NAMES,
        );
      }
      if (latitude == null || longitude == null) return;
      map.addSource("point", {
        type: "geojson",
        data: {
          type: "Feature",
          properties: { text: value == null ? "" : measure(value, one.unit) },
          geometry: { type: "Point", coordinates: [longitude, latitude] },
        },
      });
      map.addLayer({
        id: "point",
        type: "circle",
        source: "point",
        paint: {
          "circle-radius": 5,
          "circle-color": token("live"),
          "circle-stroke-color": token("halo"),
          "circle-stroke-width": 2,
        },
      });
      map.addLayer({
        id: "value",
        type: "symbol",
        source: "point",
        layout: {
          "text-field": ["get", "text"],
          "text-font": FONT,
          "text-size": 13,
          "text-offset": [0, -1.2],
        },
        paint: {
          "text-color": token("ink"),
          "text-halo-color": token("halo"),
          "text-halo-width": 1.5,
        },
      });
    },
    [box, latitude, longitude, value, one.unit, measure],
  );
  const around =
    box ??
    (latitude != null && longitude != null
      ? [longitude - 8, latitude - 5, longitude + 8, latitude + 5]
      : null);
  if (!around) return null;
  return (
    <div className="answer-map">
      <BaseMap label={label} bounds={around} onReady={prepare} />
    </div>
  );
}
