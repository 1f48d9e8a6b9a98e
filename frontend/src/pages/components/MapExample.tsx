import { lazy, Suspense, useState } from "react";
import { Button } from "@/design/components/Button";
import { EVENTS, EventMark, type Finding } from "@/design/components/Marks";
import type { Box, MapArea, Position } from "@/map/model";
import { useTexts } from "@/text";
import styles from "./components.module.css";

const WeatherMap = lazy(() => import("@/map/WeatherMap"));
const CORNERS = 36;

/** An outline as no weather draws it: an oval with waves. */
function oval([longitude, latitude]: Position, width: number, height: number): Position[] {
  return Array.from({ length: CORNERS + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / CORNERS;
    const reach = 1 + 0.09 * Math.sin(5 * angle) + 0.05 * Math.cos(3 * angle + 1);
    return [
      longitude + (width / 2) * reach * Math.cos(angle),
      latitude + (height / 2) * reach * Math.sin(angle),
    ];
  });
}

const around = ([longitude, latitude]: Position, width: number, height: number): Box => ({
  west: longitude - width / 2,
  east: longitude + width / 2,
  south: latitude - height / 2,
  north: latitude + height / 2,
});

const PLACES: Record<Finding, { at: Position; size: [number, number]; track: Position[] }> = {
  rainstorm: { at: [113.5, 25.2], size: [9, 4.2], track: [] },
  snowstorm: { at: [126.4, 45.6], size: [8, 5], track: [] },
  gale: {
    at: [125.2, 29.1],
    size: [7, 5.5],
    track: [
      [131, 21.5],
      [129.1, 23.9],
      [127, 26.3],
      [125.2, 29.1],
      [124.6, 32.4],
    ],
  },
  heat_wave: { at: [106.2, 30.3], size: [7.5, 4], track: [] },
  cold_wave: { at: [108, 41], size: [15, 6], track: [] },
  none: { at: [101.8, 25], size: [6, 4], track: [] },
  unknown: { at: [121.3, 18.4], size: [7, 5], track: [] },
};

/** An area of each finding, and an event of which only the box is known. */
function examples(label: (finding: Finding) => string): MapArea[] {
  const findings: Finding[] = [...EVENTS, "none", "unknown"];
  const areas = findings.map((finding, at): MapArea => {
    const { at: place, size, track } = PLACES[finding];
    const isFound = finding !== "none" && finding !== "unknown";
    return {
      key: finding,
      group: finding,
      finding,
      outline: isFound ? [[oval(place, ...size)]] : [],
      box: around(place, ...size),
      symbol: isFound ? place : null,
      track,
      weight: isFound ? at : 0,
      label: label(finding),
    };
  });
  const box = around([137, 36.5], 7, 5);
  const only: MapArea = { ...(areas[0] as MapArea), key: "box", group: "box", outline: [], box };
  return [...areas, { ...only, symbol: null, weight: 1 }];
}

/** The map with an event of each kind; a list beside it selects the same. */
export function MapExample() {
  const { t, label } = useTexts();
  const [selected, setSelected] = useState<string | null>(null);
  const [goTo, setGoTo] = useState<{ group: string }>();
  const [hovered, setHovered] = useState<string | null>(null);
  const [areas] = useState(() =>
    examples((finding) =>
      finding === "none" || finding === "unknown" ? t(`event-${finding}`) : label(finding),
    ),
  );
  return (
    <>
      <div className={styles.row}>
        {areas.map((area) => (
          <Button
            key={area.key}
            kind="bare"
            aria-pressed={selected === area.group}
            onPress={() => {
              setSelected(selected === area.group ? null : area.group);
              setGoTo({ group: area.group });
            }}
            onHoverChange={(isOver) => setHovered(isOver ? area.group : null)}
          >
            <EventMark finding={area.finding as Finding} name={area.label} />
          </Button>
        ))}
      </div>
      <div className={styles.map}>
        <Suspense>
          <WeatherMap
            label={t("components-map")}
            areas={areas}
            selected={selected}
            onSelect={setSelected}
            hovered={hovered}
            onHover={setHovered}
            goTo={goTo}
          />
        </Suspense>
      </div>
    </>
  );
}
