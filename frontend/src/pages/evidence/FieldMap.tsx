import "./fieldmap.css";
import { useQuery } from "@tanstack/react-query";
import type { Map as MapLibre } from "maplibre-gl";
import { type CSSProperties, useMemo, useRef, useState } from "react";
import { useAccess } from "@/api/access";
import { layers } from "@/api/extracts";
import { sources } from "@/api/queries";
import type { Diagnosis, ShownLayer, TimeWindow } from "@/api/schema";
import { Bones, Button, Empty, Notice, ProblemNotice } from "@/design";
import { useTexts } from "@/texts";
import { Divider } from "./Divider";
import { FieldPane, type PaneState } from "./FieldPane";
import { Sounding } from "./Sounding";
import { useTimes } from "./useTimes";

const NO_TIMES: string[] = [];
/** How two panes are compared: side by side, or over each other with a divider. */
const COMPARISONS = { two: "ui-two-panes", swipe: "ui-swipe" } as const;
type Comparison = keyof typeof COMPARISONS;

interface Props {
  job: Diagnosis;
  evidenceId: string;
  window: TimeWindow | null;
}

/** Layers of a map, by what they are: the first raster is the field. */
function sorted(all: ShownLayer[]) {
  const there = all.filter((layer) => layer.url !== null);
  return {
    field: there.find((layer) => layer.kind === "raster"),
    over: there.filter((layer) => layer.kind !== "raster"),
    reasons: all.filter((layer) => layer.url === null && layer.reason).map((layer) => layer.reason),
  };
}

/** The field of a piece of evidence on a map: value under the cursor, contours, features, wind, times. */
export function FieldMap({ job, evidenceId, window }: Props) {
  const { t } = useTexts();
  const found = useQuery(layers(job.id, evidenceId));
  const { field, over, reasons } = useMemo(() => sorted(found.data?.layers ?? []), [found.data]);
  if (found.error) return <ProblemNotice error={found.error} retry={() => void found.refetch()} />;
  if (found.isPending) return <Bones lines={1} height={420} />;
  if (!field && over.length === 0) {
    return (
      <Empty title={t("ui-map-none")}>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Empty>
    );
  }
  return (
    <Panes
      key={evidenceId}
      job={job}
      window={window}
      field={field ?? null}
      over={over}
      time={found.data.time}
      region={found.data.region ?? job.request.region}
      reasons={reasons}
    />
  );
}

function Panes({
  job,
  window,
  field,
  over,
  time,
  region,
  reasons,
}: {
  job: Diagnosis;
  window: TimeWindow | null;
  field: ShownLayer | null;
  over: ShownLayer[];
  time: string | null;
  region: readonly number[];
  reasons: string[];
}) {
  const { t } = useTexts();
  const known = useQuery(sources).data ?? [];
  const first: PaneState = { source: job.source, quantity: field?.quantity ?? "", time };
  const [states, setStates] = useState<PaneState[]>([first]);
  const [compared, setCompared] = useState<Comparison | null>(null);
  const [share, setShare] = useState(50);
  const [opacity, setOpacity] = useState(0.8);
  const [shown, setShown] = useState({ contours: true, vectors: true, features: true });
  const [column, setColumn] = useState<{
    latitude: number;
    longitude: number;
    pane: number;
  } | null>(null);
  const [picking, setPicking] = useState(false);
  // What lies beyond the evidence itself is computed by a worker: that takes a right.
  const access = useAccess();
  const able = access.may("diagnosis.create");
  const roles = access.rolesFor("diagnosis.create").map((role) => t(`ui-role-${role}`));
  const maps = useRef<(MapLibre | null)[]>([]);
  const times = useTimes(job.source, window);
  const change = (index: number, part: Partial<PaneState>) =>
    setStates((before) =>
      before.map((state, at) => (at === index ? { ...state, ...part } : state)),
    );

  /** Chooses a way to compare; what the second pane shows stays from one way to the other. */
  const compare = (how: Comparison | null) => {
    setCompared(how);
    setStates(([one = first, two = first]) => (how ? [one, two] : [one]));
    if (!how) maps.current.length = 1;
  };

  /** Panes show the same part of the earth from the first, and what happens in one is done in the others. */
  const join = (index: number) => (map: MapLibre) => {
    const before = maps.current.find((other, at) => other && at !== index);
    if (before) map.jumpTo({ center: before.getCenter(), zoom: before.getZoom() });
    maps.current[index] = map;
    let following = false;
    map.on("move", () => {
      if (following) return;
      for (const other of maps.current) {
        if (!other || other === map) continue;
        following = true;
        other.jumpTo({ center: map.getCenter(), zoom: map.getZoom() });
        following = false;
      }
    });
  };

  return (
    <div className="field-map stack">
      <div className="row field-tools">
        {over.length > 0 &&
          (["contours", "vectors", "features"] as const)
            .filter((kind) => kind === "contours" || over.some((layer) => layer.kind === kind))
            .map((kind) => (
              <label key={kind} className="check small">
                <input
                  type="checkbox"
                  checked={shown[kind]}
                  onChange={(event) => setShown({ ...shown, [kind]: event.target.checked })}
                />
                {t(`ui-layer-${kind}`)}
              </label>
            ))}
        <label className="check small">
          {t("ui-opacity")}
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={opacity}
            onChange={(event) => setOpacity(Number(event.target.value))}
          />
        </label>
        <span className="grow" />
        {able ? (
          <Button small aria-pressed={picking} onClick={() => setPicking(!picking)}>
            {t("ui-sounding")}
          </Button>
        ) : (
          <span className="why">
            {t("ui-map-more")} {t("ui-role-needed", { roles: { items: roles, style: "or" } })}
          </span>
        )}
        {field &&
          able &&
          (Object.keys(COMPARISONS) as Comparison[]).map((how) => (
            <Button
              key={how}
              small
              aria-pressed={compared === how}
              onClick={() => compare(compared === how ? null : how)}
            >
              {t(COMPARISONS[how])}
            </Button>
          ))}
      </div>
      <div
        className={`panes ${compared ?? ""}`}
        style={{ "--swipe": `${share}%` } as CSSProperties}
      >
        {states.map((state, index) => (
          <FieldPane
            // biome-ignore lint/suspicious/noArrayIndexKey: the first pane stays the first
            key={index}
            state={state}
            onChange={(part) => change(index, part)}
            times={able ? times : NO_TIMES}
            able={able}
            side={compared ? (index === 0 ? "left" : "right") : null}
            sources={states.length > 1 ? known.map((source) => source.name) : []}
            region={region}
            event={job.request.region}
            layer={index === 0 || state.quantity === field?.quantity ? field : null}
            over={over}
            evidenceTime={time}
            opacity={opacity}
            shown={shown}
            onMap={join(index)}
            picking={picking}
            onColumn={(point) => {
              setPicking(false);
              setColumn({ ...point, pane: index });
            }}
          />
        ))}
        {compared === "swipe" && states[0] && states[1] && (
          <Divider share={share} onShare={setShare} first={states[0]} second={states[1]} />
        )}
      </div>
      {reasons.map((reason) => (
        <Notice key={reason}>{reason}</Notice>
      ))}
      {column && (
        <Sounding
          source={states[column.pane]?.source ?? job.source}
          time={states[column.pane]?.time ?? null}
          point={{ latitude: column.latitude, longitude: column.longitude }}
          onClose={() => setColumn(null)}
        />
      )}
    </div>
  );
}
