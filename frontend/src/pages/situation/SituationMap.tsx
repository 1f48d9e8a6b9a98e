import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibre } from "maplibre-gl";
import { useCallback, useEffect, useRef } from "react";
import { outlineOf, type SavedRegion } from "@/api/regions";
import { Button, EVENTS } from "@/design";
import { token } from "@/design/theme";
import BaseMap, { boundsOf } from "@/map/BaseMap";
import { around, EMPTY, ringOf } from "@/map/boxes";
import { BELOW_NAMES, FONT } from "@/map/style";
import { useTexts } from "@/texts";
import { eventOf, framed, type Item } from "./attention";
import { type Named, placed, type Rect } from "./names";

const NAME_SIZE = 12.5;
const REGION_SIZE = 10.5;
/** From the corner of a box to its name, in widths of a letter. */
const [ASIDE, AWAY] = [0.4, 0.3];

/** Severity runs from 0 to about 4: how full a box is drawn. */
const FULL = 4;

interface Props {
  items: Item[];
  regions: SavedRegion[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onOpen: (id: string) => void;
}

export function SituationMap({ items, regions, chosen, onChoose, onOpen }: Props) {
  const { t, label } = useTexts();
  const map = useRef<MapLibre | null>(null);
  const act = useRef({ onChoose, onOpen });
  act.current = { onChoose, onOpen };

  const fill = useCallback(() => {
    const target = map.current;
    if (!target?.getSource("jobs")) return;
    (target.getSource("jobs") as GeoJSONSource).setData({
      type: "FeatureCollection",
      features: items.map(({ job, group, severity }) => ({
        type: "Feature",
        properties: {
          id: job.id,
          event: eventOf(job) ?? "none",
          order: eventOf(job) ? 1 + severity : 0,
          live: job.status === "running" || job.status === "queued",
          wrong: group === "failed",
          fullness: Math.min(1, severity / FULL),
          chosen: job.id === chosen,
        },
        geometry: { type: "Polygon", coordinates: [ringOf(job.request.region)] },
      })),
    });
    (target.getSource("regions") as GeoJSONSource).setData({
      type: "FeatureCollection",
      features: regions.map((region) => ({
        type: "Feature",
        properties: {},
        geometry: outlineOf(region),
      })),
    });
    setNames(target, items, regions, label);
  }, [items, regions, chosen, label]);
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(fill, [fill]);

  const prepare = useCallback((made: MapLibre) => {
    map.current = made;
    const colour = [
      "match",
      ["get", "event"],
      ...EVENTS.flatMap((event) => [event, token(event)]),
      token("idle"),
    ] as never;
    for (const source of ["jobs", "names", "regions"]) {
      made.addSource(source, { type: "geojson", data: EMPTY });
    }
    made.addLayer(
      {
        id: "regions",
        type: "line",
        source: "regions",
        paint: { "line-color": token("ink-3"), "line-width": 1, "line-dasharray": [1, 3] },
      },
      BELOW_NAMES,
    );
    made.addLayer(
      {
        id: "jobs",
        type: "fill",
        source: "jobs",
        layout: { "fill-sort-key": ["get", "order"] },
        paint: {
          "fill-color": colour,
          "fill-opacity": ["+", 0.06, ["*", 0.34, ["get", "fullness"]]],
        },
      },
      BELOW_NAMES,
    );
    for (const live of [true, false]) {
      made.addLayer(
        {
          id: `edges-${live}`,
          type: "line",
          source: "jobs",
          filter: ["==", ["get", "live"], live],
          layout: { "line-sort-key": ["get", "order"] },
          paint: {
            "line-color": ["case", ["get", "wrong"], token("bad"), colour],
            "line-width": [
              "case",
              ["get", "chosen"],
              3.2,
              ["+", 1, ["*", 1.4, ["get", "fullness"]]],
            ],
            ...(live ? { "line-dasharray": [2, 1.5] } : {}),
          },
        },
        BELOW_NAMES,
      );
    }
    made.addLayer({
      id: "names",
      type: "symbol",
      source: "names",
      layout: {
        "text-field": ["get", "text"],
        "text-font": FONT,
        "text-size": ["get", "size"],
        "text-anchor": ["get", "anchor"],
        "text-offset": ["get", "offset"],
        "text-max-width": 100,
        // Their places are chosen beforehand: towns give way to them.
        "text-allow-overlap": true,
      },
      paint: {
        "text-color": ["case", ["==", ["get", "event"], "none"], token("ink-3"), colour],
        "text-halo-color": token("halo"),
        "text-halo-width": 1.6,
      },
    });
    made.on("moveend", () => latest.current());
    made.on("resize", () => latest.current());
    const idOf = (event: MapLayerMouseEvent) => String(event.features?.[0]?.properties.id ?? "");
    made.on("mousemove", "jobs", (event) => {
      made.getCanvas().style.cursor = "pointer";
      act.current.onChoose(idOf(event));
    });
    made.on("mouseleave", "jobs", () => {
      made.getCanvas().style.cursor = "";
      act.current.onChoose(null);
    });
    made.on("click", "jobs", (event) => act.current.onOpen(idOf(event)));
    latest.current();
  }, []);

  const whole = around(framed(items).map(({ job }) => job.request.region));
  const there = new Set(items.map(({ job }) => eventOf(job)));
  return (
    <>
      <BaseMap label={t("ui-map-label")} onReady={prepare} bounds={whole ?? undefined}>
        <div className="map-tools">
          {whole && (
            <Button
              small
              onClick={() =>
                map.current?.fitBounds(boundsOf(whole), { padding: 60, maxZoom: 6, animate: false })
              }
            >
              {t("ui-map-all")}
            </Button>
          )}
        </div>
      </BaseMap>
      <ul className="map-legend situation-legend" aria-label={t("ui-legend")}>
        {EVENTS.filter((event) => there.has(event)).map((event) => (
          <li key={event} className="event" data-event={event}>
            <span className="swatch" /> {label(event)}
          </li>
        ))}
        {there.size > 0 && (
          <>
            <li className="quiet">{t("ui-legend-severity")}</li>
            <li className="quiet">{t("ui-legend-live")}</li>
          </>
        )}
        {there.has(null) && <li className="quiet">{t("ui-legend-none")}</li>}
        {items.some((item) => item.group === "failed") && (
          <li className="quiet">{t("ui-legend-failed")}</li>
        )}
      </ul>
    </>
  );
}

/** A box of degrees on the screen. */
function onScreen(
  map: MapLibre,
  [west = 0, south = 0, east = 0, north = 0]: readonly number[],
): Rect {
  const { x: left, y: top } = map.project([west, north]);
  const { x: right, y: bottom } = map.project([east < west ? east + 360 : east, south]);
  return { left, top, right, bottom };
}

/** What lies on the map: buttons and the legend. */
function overlays(map: MapLibre): Rect[] {
  const frame = map.getContainer().closest(".situation-map");
  const { left = 0, top = 0 } = map.getContainer().getBoundingClientRect();
  return [...(frame?.querySelectorAll(".map-tools > *, .map-legend") ?? [])].map((one) => {
    const at = one.getBoundingClientRect();
    return {
      left: at.left - left,
      right: at.right - left,
      top: at.top - top,
      bottom: at.bottom - top,
    };
  });
}

/** Names the boxes of events, the most severe first, then the saved regions: none lies on another. */
function setNames(
  map: MapLibre,
  items: readonly Item[],
  regions: readonly SavedRegion[],
  label: (name: string | null) => string,
) {
  const wanted = [
    ...[...items]
      .filter(({ job }) => eventOf(job))
      .sort((one, other) => other.severity - one.severity)
      .map(({ job }) => ({
        text: label(eventOf(job)),
        event: eventOf(job) ?? "none",
        size: NAME_SIZE,
        inside: true,
        region: job.request.region,
      })),
    ...regions.map(({ name, region }) => ({
      text: name,
      event: "none",
      size: REGION_SIZE,
      inside: false,
      region,
    })),
  ];
  const names: Named[] = wanted.map((one) => ({ ...one, box: onScreen(map, one.region) }));
  const places = placed(names, overlays(map));
  (map.getSource("names") as GeoJSONSource).setData({
    type: "FeatureCollection",
    features: wanted.flatMap(({ text, event, size, region }, index) => {
      const place = places[index];
      if (!place) return [];
      const [west = 0, south = 0, east = 0, north = 0] = region;
      const { anchor, at } = place;
      const offset = [at.x === "left" ? ASIDE : -ASIDE, anchor.startsWith("top") ? AWAY : -AWAY];
      const corner = [at.x === "left" ? west : east, at.y === "top" ? north : south];
      return {
        type: "Feature" as const,
        properties: { text, event, size, anchor, offset },
        geometry: { type: "Point" as const, coordinates: corner },
      };
    }),
  });
}
