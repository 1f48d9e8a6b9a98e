import "maplibre-gl/dist/maplibre-gl.css";
import "./map.css";
import { type LngLatBoundsLike, Map as MapLibre, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTheme } from "@/design/theme";
import { useTexts } from "@/texts";
import { baseStyle } from "./style";

setWorkerUrl(workerUrl);

interface BaseMapProps {
  label: string;
  /** West, south, east, north of the first view. */
  bounds?: readonly number[];
  padding?: number;
  /** Called when the style is there, and again after each change of theme or language. */
  onReady: (map: MapLibre) => void;
  children?: ReactNode;
}

const TRANSFORMS = { maxZoom: 11, minZoom: 0, renderWorldCopies: true } as const;

/** A map of the world that needs nothing from elsewhere; pages add their layers. */
export default function BaseMap({ label, bounds, padding = 40, onReady, children }: BaseMapProps) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre | null>(null);
  const ready = useRef(onReady);
  ready.current = onReady;
  const theme = useTheme();
  const { language, t } = useTexts();
  const [broken, setBroken] = useState(false);
  const first = useRef({ bounds, padding });

  useEffect(() => {
    if (!element.current) return;
    const { bounds: box, padding: space } = first.current;
    const made = createMap(element.current, box, space);
    if (!made) {
      setBroken(true);
      return;
    }
    map.current = made;
    return () => {
      map.current = null;
      made.remove();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the style is made of theme and language
  useEffect(() => {
    const made = map.current;
    if (!made) return;
    made.setStyle(baseStyle(language), { diff: false });
    made.once("styledata", () => map.current === made && ready.current(made));
  }, [theme, language]);

  return (
    <div className="map-frame">
      <div ref={element} className="map" role="application" aria-label={label} />
      {broken && <p className="map-broken">{t("ui-map-broken")}</p>}
      {children}
    </div>
  );
}

function createMap(container: HTMLElement, box: readonly number[] | undefined, padding: number) {
  try {
    const made = new MapLibre({
      container,
      style: { version: 8, sources: {}, layers: [] },
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
      ...TRANSFORMS,
      ...(box
        ? { bounds: boundsOf(box), fitBoundsOptions: { padding } }
        : { center: [60, 25], zoom: 1.3 }),
    });
    made.touchZoomRotate.disableRotation();
    made.keyboard.disableRotation();
    return made;
  } catch {
    // No WebGL: the page goes on without its map.
    return null;
  }
}

export function boundsOf(box: readonly number[]): LngLatBoundsLike {
  const [west = -180, south = -60, east = 180, north = 75] = box;
  return [west, south, east < west ? east + 360 : east, north];
}
