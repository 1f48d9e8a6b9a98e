import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { situation } from "@/api/queries";
import { serverTime } from "@/api/server";
import { useTrouble } from "@/api/useTrouble";
import { useApp, useCentre } from "@/app/context";
import { useShortcuts } from "@/app/shortcuts";
import { useTitle } from "@/app/title";
import { Button } from "@/design/components/Button";
import { ErrorBoundary } from "@/design/components/ErrorBoundary";
import { Empty, Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import type { Situation } from "@/generated/schema";
import { type Language, MoreTexts, type Part, useTexts } from "@/text";
import { NewLink } from "../NewLink";
import { Detail } from "./Detail";
import { List } from "./List";
import { mapAreas } from "./model";
import { type Days, type SituationSearch, SPANS, USUAL } from "./search";
import styles from "./situation.module.css";
import { Wellbeing } from "./Wellbeing";

const TEXTS: Part = {
  en: () => import("../../../messages/situation.en.ftl?raw"),
  zh: () => import("../../../messages/situation.zh.ftl?raw"),
};

const WeatherMap = lazy(() => import("@/map/WeatherMap"));

interface SituationPageProps {
  search: SituationSearch;
  onSearch: (search: SituationSearch) => void;
}

/** The first page: where events are, and what needs attention. */
export default function SituationPage(props: SituationPageProps) {
  return (
    <MoreTexts part={TEXTS}>
      <Page {...props} />
    </MoreTexts>
  );
}

function Page({ search, onSearch }: SituationPageProps) {
  const { t, language } = useTexts();
  const { api, centre } = useCentre();
  const days = search.days ?? USUAL;
  const query = useQuery(situation(api, centre, days));
  useTitle(t("page-situation"), centre);
  const [hovered, setHovered] = useState<string | null>(null);
  const [goTo, setGoTo] = useState<{ group: string; covered: number }>();
  const frame = useRef<HTMLDivElement>(null);
  const goToSelected = () => {
    if (!search.at) return;
    // Where the card lies on the map, the event comes into view beside it.
    const place = frame.current?.querySelector("aside");
    const isOnMap = place && getComputedStyle(place).position === "absolute";
    setGoTo({ group: search.at, covered: isOnMap ? place.offsetWidth : 0 });
  };
  const select = (at: string | undefined) => onSearch({ ...search, at });
  useShortcuts({
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key, not a component
    Escape: () => select(undefined),
    m: goToSelected,
  });
  const known = query.data;
  const trouble = useTrouble(query);
  const titles = titlesOf(known?.sources ?? [], language);
  const selected = known?.diagnoses.find((one) => one.id === search.at);
  return (
    <div className={styles.page} data-whole>
      <div className={styles.map} ref={frame}>
        <MapOrWords
          rows={known?.diagnoses ?? []}
          isReady={known !== undefined}
          selected={search.at}
          hovered={hovered}
          onSelect={select}
          onHover={setHovered}
          goTo={goTo}
        />
        {known && selected && (
          <Detail
            row={selected}
            source={titles.get(selected.source) ?? selected.source}
            onGoTo={goToSelected}
            onClose={() => select(undefined)}
          />
        )}
      </div>
      <section className={styles.side} aria-labelledby="situation-title">
        <header className={styles.head}>
          <h1 id="situation-title">{t("page-situation")}</h1>
          <NewLink />
          <Spans days={days} onChange={(next) => onSearch({ ...search, days: next })} />
        </header>
        {trouble && <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />}
        {!known && !trouble && <Skeleton lines={6} height={72} />}
        {known && (
          <>
            <Rows
              known={known}
              titles={titles}
              selected={search.at}
              hovered={hovered}
              onSelect={select}
              onHover={setHovered}
              onLookBack={days < 31 ? () => onSearch({ ...search, days: 31 }) : undefined}
            />
            <Wellbeing
              situation={known}
              titles={titles}
              askedAt={serverTime(query.dataUpdatedAt)}
            />
          </>
        )}
      </section>
    </div>
  );
}

interface Pointed {
  selected: string | undefined;
  hovered: string | null;
  onSelect: (id: string | undefined) => void;
  onHover: (id: string | null) => void;
}

interface RowsProps extends Pointed {
  known: Situation;
  titles: ReadonlyMap<string, string>;
  onLookBack: (() => void) | undefined;
}

/** What people call the sources. */
const titlesOf = (sources: Situation["sources"], language: Language) =>
  new Map(
    sources.map((one) => [one.name, (language === "zh" && one.title_zh) || one.title] as const),
  );

function Rows({ known, titles, onLookBack, ...pointed }: RowsProps) {
  const { t } = useTexts();
  const { centre, may } = useCentre();
  if (known.diagnoses.length === 0) {
    return (
      <div className={styles.empty}>
        <Empty title={t("situation-empty-title")}>
          <p>{t("situation-empty-text")}</p>
          {may("diagnosis.create") && <p>{t("situation-empty-first")}</p>}
          {onLookBack && <Button onPress={onLookBack}>{t("situation-look-back")}</Button>}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <List rows={known.diagnoses} titles={titles} {...pointed} />
      {known.left_out > 0 && (
        <p className={styles.more}>
          {t("situation-left-out", { count: known.left_out })}{" "}
          <Link to="/c/$centre/diagnoses" params={{ centre }}>
            {t("situation-all")}
          </Link>
        </p>
      )}
    </>
  );
}

/** How far back the page looks. */
function Spans({ days, onChange }: { days: Days; onChange: (days: Days | undefined) => void }) {
  const { t } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset of buttons has no other meaning
    <div className={styles.back} role="group" aria-label={t("situation-span")}>
      <span>{t("situation-lead")}</span>
      <div className={styles.spans}>
        {SPANS.map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={span === days}
            onClick={() => onChange(span === USUAL ? undefined : span)}
          >
            {t("situation-days", { days: span })}
          </button>
        ))}
      </div>
    </div>
  );
}

interface MapProps extends Pointed {
  rows: Situation["diagnoses"];
  isReady: boolean;
  goTo: { group: string; covered: number } | undefined;
}

function MapOrWords({ rows, isReady, selected, hovered, goTo, onSelect, onHover }: MapProps) {
  const texts = useTexts();
  const { t } = texts;
  const { start } = useApp();
  const { centre } = useCentre();
  const hasOwnBorders = start.centres.some((one) => one.slug === centre && one.own_boundaries);
  const areas = useMemo(
    () => mapAreas(rows, [selected, hovered], texts),
    [rows, selected, hovered, texts],
  );
  return (
    <ErrorBoundary instead={<Notice tone="doubt">{t("situation-no-map")}</Notice>}>
      <Suspense fallback={<div className={styles.sea} />}>
        {isReady && (
          <WeatherMap
            label={t("situation-map")}
            areas={areas}
            selected={selected ?? null}
            hovered={hovered}
            onSelect={(id) => onSelect(id ?? undefined)}
            onHover={onHover}
            goTo={goTo}
            hasBorders={!hasOwnBorders}
          />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
