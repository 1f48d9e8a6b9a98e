import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/app/shortcuts";
import { Button } from "@/design/components/Button";
import { MoreTexts, type Part, useTexts } from "@/text";
import type { BoxToEdit } from "./boxTool";
import { latitudeText, longitudeText } from "./graticule";
import { type BaseState, type Listener, MapView } from "./mapView";
import type { Box, MapArea, Position } from "./model";
import styles from "./WeatherMap.module.css";

const PART: Part = {
  en: () => import("../../messages/map.en.ftl?raw"),
  zh: () => import("../../messages/map.zh.ftl?raw"),
};

const CONTROLS = [
  ["+", "plus", "map-zoom-in"],
  ["-", "minus", "map-zoom-out"],
  ["0", "frame", "map-show-all"],
] as const;

export interface WeatherMapProps {
  /** Names the map; a list elsewhere on the page says the same. */
  label: string;
  areas: readonly MapArea[];
  selected: string | null;
  onSelect: (group: string | null) => void;
  hovered: string | null;
  onHover: (group: string | null) => void;
  /** A new object moves the view to a group, or to all with null; `covered` pixels at the left hold something else. */
  goTo?: { group: string | null; covered?: number } | undefined;
  /** False where the centre has registered borders of its own, which the build does not have. */
  hasBorders?: boolean;
  /** On a map where a box is chosen; `bring` comes into view when it is a new object. */
  edit?: BoxToEdit & { onBox: (box: Box) => void; bring?: Box | undefined };
}

/**
 * A map of events. It opens on the first areas that it is given, and moves after that only when a person
 * moves it: newer data change what is shown in place. Loaded with `lazy`: it brings OpenLayers.
 */
export default function WeatherMap(props: WeatherMapProps) {
  return (
    <MoreTexts part={PART}>
      <Described {...props} />
    </MoreTexts>
  );
}

function Described({
  label,
  areas,
  selected,
  onSelect,
  hovered,
  onHover,
  goTo,
  hasBorders = true,
  edit,
}: WeatherMapProps) {
  const { t, language } = useTexts();
  const target = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLSpanElement>(null);
  const view = useRef<MapView | null>(null);
  const [base, setBase] = useState<BaseState>("loading");
  const [isDrawn, setIsDrawn] = useState(false);
  const [isDrawing, setIsDrawing] = useState(false);
  const latest = useRef({ onSelect, onHover, onBox: edit?.onBox });

  useEffect(() => {
    latest.current = { onSelect, onHover, onBox: edit?.onBox };
  });
  useEffect(() => {
    if (!target.current) return;
    const listener: Listener = {
      selected: (group) => latest.current.onSelect(group),
      hovered: (group) => latest.current.onHover(group),
      pointed: (position) => {
        if (readout.current) readout.current.textContent = position ? written(position) : "";
      },
      base: setBase,
      drawn: () => setIsDrawn(true),
      edited: (box) => latest.current.onBox?.(box),
      drawing: setIsDrawing,
    };
    const made = new MapView(target.current, listener);
    view.current = made;
    return () => {
      view.current = null;
      made.dispose();
    };
  }, []);
  useEffect(() => view.current?.draw(language, hasBorders), [language, hasBorders]);
  useEffect(() => view.current?.select(selected), [selected]);
  useEffect(() => view.current?.hover(hovered), [hovered]);
  useEffect(() => view.current?.show(areas), [areas]);
  const { box, extent, bring } = edit ?? {};
  useEffect(() => {
    if (box !== undefined && extent !== undefined) view.current?.edit({ box, extent });
  }, [box, extent]);
  useEffect(() => view.current?.drawBox(isDrawing), [isDrawing]);
  useEffect(() => {
    if (bring) view.current?.bring(bring);
  }, [bring]);
  useEffect(() => {
    if (goTo) view.current?.goTo(goTo.group, goTo.covered);
  }, [goTo]);

  const acts: Record<string, () => void> = {
    "+": () => view.current?.zoomBy(1),
    "=": () => view.current?.zoomBy(1),
    "-": () => view.current?.zoomBy(-1),
    "0": () => view.current?.goTo(null),
  };
  useShortcuts(acts);
  return (
    <section
      aria-label={label}
      className={styles.map}
      data-base={base}
      data-drawn={isDrawn || undefined}
    >
      <div
        ref={target}
        className={styles.canvas}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
        tabIndex={0}
        role="application"
        aria-label={edit ? t("map-keys-box") : t("map-keys")}
      />
      {edit && (
        <div className={styles.tools}>
          <Button
            kind={isDrawing ? "main" : "plain"}
            icon="frame"
            aria-pressed={isDrawing}
            onPress={() => setIsDrawing(!isDrawing)}
          >
            {isDrawing ? t("map-draw-now") : t("map-draw")}
          </Button>
          <Button onPress={() => view.current && edit.onBox(view.current.middle)}>
            {t("map-take-view")}
          </Button>
        </div>
      )}
      <div className={styles.controls}>
        {CONTROLS.map(([key, icon, name]) => (
          <Button key={key} kind="bare" icon={icon} keys={key} onPress={acts[key]}>
            <span className={styles.name}>{t(name)}</span>
          </Button>
        ))}
      </div>
      {base === "there" && <p className={styles.credit}>{t("map-credit")}</p>}
      <span ref={readout} className={styles.readout} aria-hidden="true" />
      {base === "failed" && (
        <p className={styles.failed} role="status">
          {t("map-no-base")}
          <Button kind="bare" onPress={() => view.current?.loadBase()}>
            {t("try-again")}
          </Button>
        </p>
      )}
    </section>
  );
}

const written = ([longitude, latitude]: Position): string =>
  `${latitudeText(latitude, 1)} ${longitudeText(longitude, 1)}`;
