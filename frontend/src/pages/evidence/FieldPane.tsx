import { useQuery } from "@tanstack/react-query";
import type { FeatureCollection } from "geojson";
import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from "maplibre-gl";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { send } from "@/api/client";
import { contours as contoursOf, raster as rasterOf } from "@/api/extracts";
import type { ShownLayer } from "@/api/schema";
import { Button, ProblemNotice, Time } from "@/design";
import BaseMap from "@/map/BaseMap";
import { placeText } from "@/map/boxes";
import { type Field, fetchField, valueAt } from "@/map/field";
import { roundStep, type Scale, scaleOf, ticksOf } from "@/map/scales";
import { useTexts } from "@/texts";
import { Legend } from "./Legend";
import { addFieldLayers, drawField, setArrows, setShown, withDirections } from "./mapLayers";
import { nearest } from "./useTimes";

export interface PaneState {
  source: string;
  quantity: string;
  time: string | null;
}

interface Props {
  state: PaneState;
  onChange: (part: Partial<PaneState>) => void;
  times: string[];
  /** Whether the person may have something computed: contours, other times, soundings. */
  able: boolean;
  /** On which side it is seen; null where it is alone. */
  side: "left" | "right" | null;
  /** Sources to choose among in two panes; none where there is one. */
  sources: string[];
  region: readonly number[];
  /** The box of the diagnosis. */
  event: readonly number[];
  /** The field of the evidence itself, which needs no further request at its own time. */
  layer: ShownLayer | null;
  over: ShownLayer[];
  evidenceTime: string | null;
  opacity: number;
  shown: { contours: boolean; vectors: boolean; features: boolean };
  onMap: (map: MapLibre) => void;
  /** Whether the next click asks for the sounding of its place. */
  picking: boolean;
  onColumn: (point: { latitude: number; longitude: number }) => void;
}

const STEP_MS = 700;
const NO_LINES = { type: "FeatureCollection" as const, features: [] };

interface Cursor {
  longitude: number;
  latitude: number;
  value: number | null;
}

/** One map of a field at one time, with its own time line. */
export function FieldPane(props: Props) {
  const { state, onChange, times, region, layer, opacity, shown, evidenceTime, over } = props;
  const { t, measure, language } = useTexts();
  const own = state.time === evidenceTime && layer?.quantity === state.quantity;
  const wanted = { source: state.source, name: state.quantity, time: state.time, region };
  const asked = useQuery({
    ...rasterOf(wanted),
    enabled: !own && state.quantity !== "",
    placeholderData: (before) => before,
  });
  const raster = own ? layer?.raster : asked.data?.result;
  const url = own ? layer?.url : asked.data?.url;
  const field = useQuery({
    queryKey: ["field", url],
    queryFn: () => fetchField(raster as NonNullable<typeof raster>, url as string),
    enabled: Boolean(raster && url),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const [fixed, setFixed] = useState<Scale | null>(null);
  useEffect(() => {
    // The scale of the first field stays, so that times can be compared by colour.
    if (raster && !fixed)
      setFixed(scaleOf(raster.minimum ?? 0, raster.maximum ?? 1, layer?.levels ?? []));
  }, [raster, fixed, layer]);
  const scale = fixed ?? scaleOf(0, 1);
  const interval = roundStep(scale.maximum - scale.minimum, 10);
  const lines = useQuery({
    ...contoursOf(wanted, interval),
    enabled: props.able && shown.contours && fixed !== null && state.quantity !== "",
    placeholderData: (before) => before,
  });
  const arrowsUrl = over.find((one) => one.kind === "vectors")?.url;
  const arrows = useQuery({
    queryKey: ["arrows", arrowsUrl],
    queryFn: async () => {
      const reply = await send(new Request(new URL(arrowsUrl as string, location.origin)));
      return (await reply.json()) as FeatureCollection;
    },
    enabled: Boolean(arrowsUrl),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [map, setMap] = useState<MapLibre | null>(null);
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const latest = useRef<Field | null>(null);
  latest.current = field.data ?? null;
  const column = useRef(props);
  column.current = props;
  const joined = useRef(props.onMap);
  joined.current = props.onMap;

  const prepare = useCallback((made: MapLibre) => {
    addFieldLayers(made);
    if (!made.listens("mousemove")) joined.current(made);
    made.on("mousemove", (event: MapMouseEvent) => {
      const { lng, lat } = event.lngLat;
      setCursor({
        longitude: lng,
        latitude: lat,
        value: latest.current && valueAt(latest.current, lng, lat),
      });
    });
    made.on("mouseout", () => setCursor(null));
    const ask = ({ lngLat }: MapMouseEvent) =>
      column.current.onColumn({ latitude: lngLat.lat, longitude: lngLat.lng });
    made.on("contextmenu", (event) => column.current.able && ask(event));
    made.on("click", (event) => column.current.picking && ask(event));
    setMap(made);
    setReady((count) => count + 1);
  }, []);
  const [ready, setReady] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again on a new style (`ready`)
  useEffect(() => {
    if (map && field.data) drawField(map, field.data, scale, opacity);
  }, [map, ready, field.data, scale, opacity]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled again on a new style (`ready`)
  useEffect(() => {
    if (!map) return;
    const box = map.getSource("event-box") as GeoJSONSource | undefined;
    const [west = 0, south = 0, east = 0, north = 0] = props.event;
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    box?.setData({
      type: "Feature",
      properties: {},
      geometry: { type: "LineString", coordinates: ring },
    });
    // They belong to the time of the evidence: at another time they would say what is not so.
    const there = state.time === evidenceTime;
    const features = over.find((layer) => layer.kind === "features")?.url;
    (map.getSource("features") as GeoJSONSource | undefined)?.setData(
      there && features ? new URL(features, location.origin).href : NO_LINES,
    );
    (map.getSource("vectors") as GeoJSONSource | undefined)?.setData(
      there && arrows.data ? withDirections(arrows.data) : NO_LINES,
    );
    setArrows(map);
  }, [map, ready, over, arrows.data, state.time, evidenceTime]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled again on a new style (`ready`)
  useEffect(() => {
    const source = map?.getSource("contours") as GeoJSONSource | undefined;
    source?.setData(lines.data?.url ? new URL(lines.data.url, location.origin).href : NO_LINES);
  }, [map, ready, lines.data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: set again on a new style (`ready`)
  useEffect(() => {
    if (map) setShown(map, shown);
  }, [map, ready, shown]);

  const at = nearest(times, state.time);
  const step = useCallback(
    (by: number) => {
      const next = times[(at + by + times.length) % times.length];
      if (next) onChange({ time: next });
    },
    [at, times, onChange],
  );
  const [playing, setPlaying] = useState(false);
  const stepping = useRef(step);
  stepping.current = step;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => stepping.current(1), STEP_MS);
    return () => clearInterval(timer);
  }, [playing]);
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest("canvas")) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      step(event.key === "ArrowRight" ? 1 : -1);
    }
    if (event.key === " " && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      setPlaying(!playing);
    }
  };
  const title =
    language === "zh" && layer?.title_zh && own
      ? layer.title_zh
      : (raster?.title ?? layer?.title ?? state.quantity);
  const unit = raster?.unit ?? "";
  const named = props.side ? t(`ui-pane-${props.side}`, { title }) : title;
  // The library calls every canvas "Map": two of them are distinguished by what they show.
  useEffect(() => {
    map?.getCanvas().setAttribute("aria-label", t("ui-field-map", { title: named }));
  }, [map, named, t]);
  const ticks = useMemo(() => ticksOf(scale), [scale]);
  const column850 = state.quantity.split("@");

  return (
    <div className="pane" role="group" aria-label={named} onKeyDown={press}>
      <div className="row pane-head">
        <strong className="small">{named}</strong>
        {props.sources.length > 0 && (
          <>
            <select
              className="input small"
              aria-label={t("ui-source")}
              value={state.source}
              onChange={(event) => onChange({ source: event.target.value })}
            >
              {props.sources.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            {column850.length === 2 && (
              <select
                className="input small"
                aria-label={t("ui-level")}
                value={column850[1]}
                onChange={(event) => {
                  setFixed(null);
                  onChange({ quantity: `${column850[0]}@${event.target.value}` });
                }}
              >
                {[1000, 925, 850, 700, 500, 300, 250, 200].map((level) => (
                  <option key={level} value={level}>
                    {level} hPa
                  </option>
                ))}
              </select>
            )}
          </>
        )}
        <span className="grow" />
        <span className="cursor small" role="status">
          {cursor ? (
            <>
              {placeText(cursor.latitude, cursor.longitude)}{" "}
              <strong>{cursor.value === null ? "–" : measure(cursor.value, unit)}</strong>
            </>
          ) : (
            <span className="quiet">
              {t(props.picking ? "ui-sounding-pick" : "ui-cursor-hint")}
            </span>
          )}
        </span>
      </div>
      <div className={props.picking ? "pane-map picking" : "pane-map"}>
        <BaseMap
          label={t("ui-field-map", { title: named })}
          bounds={props.event}
          padding={30}
          onReady={prepare}
        >
          {raster && <Legend scale={scale} ticks={ticks} unit={unit} />}
          {(asked.isFetching || field.isFetching) && (
            <span className="pane-busy small">{t("ui-loading")}…</span>
          )}
        </BaseMap>
      </div>
      {asked.error && <ProblemNotice error={asked.error} />}
      {times.length > 1 && (
        <div className="row time-line">
          <Button
            small
            icon={playing ? "pause" : "play"}
            aria-label={t("ui-play")}
            aria-pressed={playing}
            onClick={() => setPlaying(!playing)}
          />
          <Button small icon="back" aria-label={t("ui-time-before")} onClick={() => step(-1)} />
          <input
            type="range"
            className="grow"
            min={0}
            max={times.length - 1}
            value={at}
            aria-label={t("ui-time")}
            aria-valuetext={times[at]}
            onChange={(event) => onChange({ time: times[Number(event.target.value)] ?? null })}
          />
          <Button small icon="next" aria-label={t("ui-time-after")} onClick={() => step(1)} />
          <span className="small pane-time">
            <Time at={state.time} />
          </span>
        </div>
      )}
    </div>
  );
}
