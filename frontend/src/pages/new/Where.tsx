import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { NumberField } from "react-aria-components/NumberField";
import { savedRegions } from "@/api/newQueries";
import { useApp, useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import { ErrorBoundary } from "@/design/components/ErrorBoundary";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import fields from "@/design/components/Fields.module.css";
import layers from "@/design/components/Layers.module.css";
import { Region } from "@/design/components/Region";
import { TextField } from "@/design/components/TextField";
import { Icon } from "@/design/icons";
import type { SavedRegionDocument, SourceInfo } from "@/generated/schema";
import { boxFrom, common, insideOf, regionOf } from "@/map/box";
import type { Box } from "@/map/model";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { isCertain } from "./draft";
import { PlaceSearch } from "./PlaceSearch";
import { Remark } from "./parts";
import { regionText } from "./search";
import styles from "./Where.module.css";

const WeatherMap = lazy(() => import("@/map/WeatherMap"));

interface WhereProps {
  region: readonly number[] | null;
  /** What it is called. */
  name: string | undefined;
  source: SourceInfo | undefined;
  onRegion: (region: readonly number[], name?: string) => void;
}

/** The box to diagnose: on the map, by the name of a place, by numbers, or one that the centre keeps. */
export function Where({ region, name, source, onRegion }: WhereProps) {
  const { t } = useTexts();
  const extent = source?.region ?? null;
  const [bring, setBring] = useState<Box>();
  const choose = (next: readonly number[], as?: string) => {
    setBring(boxFrom(next));
    onRegion(next, as);
  };
  const held = region && extent && insideOf(region, extent);
  const isPartly = held === "partly";
  const isUnsure = held === "outside" && source && !isCertain(source);
  const cut = region && extent ? common(region, extent) : null;
  return (
    <>
      <div className={styles.tools}>
        <PlaceSearch onPlace={choose} />
        <Edges key={region ? regionText(region) : ""} region={region} onRegion={choose} />
      </div>
      <ChooseOnMap
        region={region}
        extent={extent}
        bring={bring}
        onRegion={(next) => onRegion(next)}
      />
      <p className={styles.said}>
        {region ? (
          <>
            {name && <strong>{name}</strong>} <Region region={region} />
            <Size region={region} />
          </>
        ) : (
          t("new-no-region")
        )}
        {extent && (
          <small>
            {t("new-extent")} <Region region={extent} />
          </small>
        )}
      </p>
      {isUnsure && <Remark>{t("new-not-held-yet")}</Remark>}
      {isPartly && cut && (
        <Remark>
          {t("new-partly-held")}{" "}
          <Button onPress={() => choose(cut, name)}>{t("new-cut-region")}</Button>
        </Remark>
      )}
      <Saved region={region} name={name} onRegion={choose} />
    </>
  );
}

function Size({ region }: { region: readonly number[] }) {
  const { t } = useTexts();
  const { west, south, east, north } = boxFrom(region);
  const tidy = (value: number) => Math.round(value * 100) / 100;
  return (
    <span className={styles.size}>
      {" "}
      · {t("new-size", { height: tidy(north - south), width: tidy(east - west) })}
      {east > 180 && ` · ${t("new-date-line")}`}
    </span>
  );
}

interface MapProps {
  region: readonly number[] | null;
  extent: readonly number[] | null;
  bring: Box | undefined;
  onRegion: (region: readonly number[]) => void;
}

const NO_AREAS: never[] = [];
const nothing = () => undefined;

function ChooseOnMap({ region, extent, bring, onRegion }: MapProps) {
  const { t } = useTexts();
  const { start } = useApp();
  const { centre } = useCentre();
  const hasOwnBorders = start.centres.some((one) => one.slug === centre && one.own_boundaries);
  const regionKey = region?.join();
  const extentKey = extent?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers decide, not the list
  const box = useMemo(() => (region ? boxFrom(region) : null), [regionKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers decide, not the list
  const within = useMemo(() => (extent ? boxFrom(extent) : null), [extentKey]);
  return (
    <div className={styles.map}>
      <ErrorBoundary instead={<Notice tone="doubt">{t("new-no-map")}</Notice>}>
        <Suspense fallback={null}>
          <WeatherMap
            label={t("new-map")}
            areas={NO_AREAS}
            selected={null}
            onSelect={nothing}
            hovered={null}
            onHover={nothing}
            hasBorders={!hasOwnBorders}
            edit={{ box, extent: within, bring, onBox: (next) => onRegion(regionOf(next)) }}
          />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

const EDGES = ["west", "south", "east", "north"] as const;
const EAST_WEST = { minValue: -180, maxValue: 360 };
const NORTH_SOUTH = { minValue: -90, maxValue: 90 };

interface EdgesProps {
  region: readonly number[] | null;
  onRegion: (region: readonly number[]) => void;
}

/** The four edges as numbers; 170 to −170 crosses the date line. */
function Edges({ region, onRegion }: EdgesProps) {
  const { t } = useTexts();
  const [edges, setEdges] = useState<readonly number[]>(region ?? EDGES.map(() => Number.NaN));
  const change = (at: number, value: number) => {
    const next = edges.with(at, value);
    setEdges(next);
    if (next.every(Number.isFinite)) onRegion(next);
  };
  return (
    <Group className={styles.edges ?? ""} aria-label={t("new-edges")}>
      {EDGES.map((edge, at) => (
        <NumberField
          key={edge}
          className={fields.field ?? ""}
          value={edges[at] ?? Number.NaN}
          onChange={(value) => change(at, value)}
          {...(at % 2 === 0 ? EAST_WEST : NORTH_SOUTH)}
          formatOptions={{ maximumFractionDigits: 4, useGrouping: false }}
        >
          <Label className={fields.label}>{t(`new-edge-${edge}`)}</Label>
          <Input className={fields.input ?? ""} />
        </NumberField>
      ))}
    </Group>
  );
}

interface SavedProps {
  region: readonly number[] | null;
  name: string | undefined;
  onRegion: (region: readonly number[], name?: string) => void;
}

/** The regions that the centre keeps: choose one, keep the present one, forget one. */
function Saved({ region, name, onRegion }: SavedProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(savedRegions(api, centre));
  const [open, setOpen] = useState<"keep" | SavedRegionDocument | null>(null);
  const kept = query.data?.results ?? [];
  return (
    <div className={styles.saved}>
      <span className={fields.label}>{t("new-saved")}</span>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {kept.map((one) => (
        <span key={one.id} className={styles.kept}>
          <button
            type="button"
            title={t("new-kept-by", { person: actorName(one.created_by) })}
            aria-pressed={region !== null && regionText(one.region) === regionText(region)}
            onClick={() => onRegion(one.region, one.name)}
          >
            {one.name}
          </button>
          <button
            type="button"
            aria-label={t("new-forget", { name: one.name })}
            title={t("new-forget", { name: one.name })}
            onClick={() => setOpen(one)}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      <Button kind="bare" icon="plus" isDisabled={!region} onPress={() => setOpen("keep")}>
        {t("new-keep")}
      </Button>
      {open === "keep" && region && (
        <Keep region={region} suggested={name ?? ""} onClose={() => setOpen(null)} />
      )}
      {open !== "keep" && open && <Forget region={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** An act on the saved regions; their list is read again afterwards. */
function useRegionAct<Given>(act: (given: Given) => Promise<unknown>, onDone: () => void) {
  const { centre } = useCentre();
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [centre, "regions"] });
      onDone();
    },
  });
}

interface KeepProps {
  region: readonly number[];
  suggested: string;
  onClose: () => void;
}

function Keep({ region, suggested, onClose }: KeepProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [name, setName] = useState(suggested);
  const keep = useRegionAct(
    () => api.POST("/api/v1/regions/", { body: { name: name.trim(), region: [...region] } }),
    onClose,
  );
  return (
    <Dialog title={t("new-keep")} isOpen onClose={onClose}>
      <form
        className={layers.form}
        onSubmit={(event) => {
          event.preventDefault();
          keep.mutate(undefined);
        }}
      >
        <p>
          <Region region={region} />
        </p>
        <TextField
          label={t("new-region-name")}
          hint={t("new-region-name-hint")}
          value={name}
          onChange={setName}
          maxLength={100}
          autoFocus
        />
        {keep.error && <ProblemNotice error={keep.error} />}
        <div className={layers.acts}>
          <Button
            type="submit"
            kind="main"
            isPending={keep.isPending}
            isDisabled={name.trim() === ""}
          >
            {t("new-keep-it")}
          </Button>
          <Button onPress={onClose}>{t("new-cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function Forget({ region, onClose }: { region: SavedRegionDocument; onClose: () => void }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const forget = useRegionAct(
    () =>
      api.DELETE("/api/v1/regions/{region_id}/", { params: { path: { region_id: region.id } } }),
    onClose,
  );
  return (
    <Dialog title={t("new-forget", { name: region.name })} isOpen onClose={onClose}>
      <p>{t("new-forget-text")}</p>
      {forget.error && <ProblemNotice error={forget.error} />}
      <div className={layers.acts}>
        <Button kind="danger" isPending={forget.isPending} onPress={() => forget.mutate(undefined)}>
          {t("new-forget-it")}
        </Button>
        <Button onPress={onClose}>{t("new-cancel")}</Button>
      </div>
    </Dialog>
  );
}
