import type { GeoJSONSource, Map as MapLibre } from "maplibre-gl";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/design";
import { token } from "@/design/theme";
import BaseMap, { boundsOf } from "@/map/BaseMap";
import { EMPTY, ringOf } from "@/map/boxes";
import { drawBox } from "@/map/drawBox";
import { BELOW_NAMES } from "@/map/style";
import { useTexts } from "@/texts";

type Box = [number, number, number, number];
interface Props {
  region: Box | null;
  /** What the source covers. */
  cover: readonly number[] | null;
  onDraw: (box: Box) => void;
}

const whole = (box: readonly number[] | null): box is readonly number[] =>
  box !== null && box.length === 4 && box.every(Number.isFinite);

const polygon = (box: readonly number[] | null) =>
  whole(box)
    ? {
        type: "FeatureCollection" as const,
        features: [
          {
            type: "Feature" as const,
            properties: {},
            geometry: { type: "Polygon" as const, coordinates: [ringOf(box)] },
          },
        ],
      }
    : EMPTY;

/** The map on which a region is drawn; what the data cover is a dotted line. */
export function RegionMap({ region, cover, onDraw }: Props) {
  const { t } = useTexts();
  const map = useRef<MapLibre | null>(null);
  const [drawing, setDrawing] = useState(false);
  const given = useRef({ region, cover, onDraw });
  given.current = { region, cover, onDraw };

  const fill = useCallback(() => {
    const made = map.current;
    if (!made?.getSource("region")) return;
    (made.getSource("region") as GeoJSONSource).setData(polygon(given.current.region));
    (made.getSource("cover") as GeoJSONSource).setData(polygon(given.current.cover));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when one of them changes
  useEffect(fill, [region, cover, fill]);
  const key = cover?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another view
  useEffect(() => {
    const target = whole(given.current.region) ? given.current.region : given.current.cover;
    if (map.current && whole(target)) {
      map.current.fitBounds(boundsOf(target), { padding: 60, maxZoom: 6, animate: false });
    }
  }, [key]);
  useEffect(() => {
    if (!drawing || !map.current) return;
    return drawBox(map.current, {
      onDraw: (box) => given.current.onDraw(box),
      onDone: () => setDrawing(false),
    });
  }, [drawing]);

  const prepare = useCallback(
    (made: MapLibre) => {
      map.current = made;
      for (const source of ["region", "cover"])
        made.addSource(source, { type: "geojson", data: EMPTY });
      made.addLayer(
        {
          id: "cover",
          type: "line",
          source: "cover",
          paint: { "line-color": token("ink-3"), "line-dasharray": [1, 3] },
        },
        BELOW_NAMES,
      );
      made.addLayer(
        {
          id: "region-fill",
          type: "fill",
          source: "region",
          paint: { "fill-color": token("live"), "fill-opacity": 0.12 },
        },
        BELOW_NAMES,
      );
      made.addLayer({
        id: "region-line",
        type: "line",
        source: "region",
        paint: { "line-color": token("live"), "line-width": 2 },
      });
      fill();
    },
    [fill],
  );
  return (
    <BaseMap
      label={t("ui-region-map")}
      onReady={prepare}
      bounds={whole(region) ? region : (cover ?? undefined)}
    >
      <div className="map-tools">
        <Button small icon="box" aria-pressed={drawing} onClick={() => setDrawing(!drawing)}>
          {t(drawing ? "ui-drawing" : "ui-draw")}
        </Button>
      </div>
    </BaseMap>
  );
}
