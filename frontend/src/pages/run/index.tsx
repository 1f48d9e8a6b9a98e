import { lazy, Suspense, useMemo, useState } from "react";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useShortcuts } from "@/app/shortcuts";
import { useTitle } from "@/app/title";
import { ErrorBoundary } from "@/design/components/ErrorBoundary";
import { Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import type { RunView } from "@/generated/schema";
import { MoreTexts, type Part, useTexts } from "@/text";
import { Causes, Charts, Orders } from "./Beside";
import { Connection } from "./Connection";
import { Criteria } from "./Criteria";
import { Head } from "./Head";
import { EVENT, mapAreas, type Order } from "./model";
import { Rounds } from "./Rounds";
import styles from "./run.module.css";
import type { RunSearch } from "./search";
import { useRun } from "./useRun";

const TEXTS: Part = {
  en: () => import("../../../messages/run.en.ftl?raw"),
  zh: () => import("../../../messages/run.zh.ftl?raw"),
};

const WeatherMap = lazy(() => import("@/map/WeatherMap"));
const OrderDialog = lazy(() => import("./Steering"));
const ChartDialog = lazy(() => import("./ChartDialog"));

interface RunPageProps {
  diagnosis: string;
  search: RunSearch;
  /** What is looked at stands in the address: a way back takes it away. */
  onSearch: (search: RunSearch) => void;
}

/** A diagnosis as it grows: what is tested, what was found and where, and how one may steer it. */
export default function RunPage(props: RunPageProps) {
  return (
    <MoreTexts part={TEXTS}>
      <Page {...props} />
    </MoreTexts>
  );
}

function Page({ diagnosis, search, onSearch }: RunPageProps) {
  const { t, label } = useTexts();
  const { centre } = useCentre();
  const { query, follow, missed, forget } = useRun(diagnosis);
  const run = query.data;
  const trouble = useTrouble(query);
  useTitle(run?.event ? label(run.event) : t("run-title"), centre);
  if (!run) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={10} height={36} />;
  }
  return (
    <Run run={run} search={search} onSearch={onSearch}>
      <Connection follow={follow} missed={missed} onSeen={forget} />
    </Run>
  );
}

interface RunProps extends Omit<RunPageProps, "diagnosis"> {
  run: RunView;
  children: React.ReactNode;
}

function Run({ run, search, onSearch, children }: RunProps) {
  const { t } = useTexts();
  const [order, setOrder] = useState<Order | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const select = (factor: string | undefined) =>
    onSearch({ factor: factor === search.factor ? undefined : factor });
  useShortcuts({
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key, not a component
    Escape: () => onSearch({}),
  });
  const areas = useMemo(() => mapAreas(run), [run]);
  const chart = run.charts.find((one) => one.name === search.chart);
  return (
    <div className={styles.page} data-run={run.status}>
      <Head run={run} onOrder={setOrder} />
      {children}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Criteria run={run} />
          <Rounds
            run={run}
            selected={search.factor}
            hovered={hovered}
            onSelect={select}
            onHover={setHovered}
            onOrder={setOrder}
            onChart={(name) => onSearch({ ...search, chart: name })}
          />
        </div>
        <aside className={styles.beside}>
          <div className={styles.map}>
            <ErrorBoundary instead={<Notice tone="doubt">{t("run-no-map")}</Notice>}>
              <Suspense fallback={<div className={styles.sea} />}>
                <WeatherMap
                  label={t("run-map")}
                  areas={areas}
                  selected={search.factor ?? null}
                  hovered={hovered}
                  onSelect={(group) =>
                    select(group === null || group === EVENT ? undefined : group)
                  }
                  onHover={(group) => setHovered(group === EVENT ? null : group)}
                />
              </Suspense>
            </ErrorBoundary>
          </div>
          <Causes run={run} onSelect={select} />
          <Orders run={run} />
          <Charts run={run} onOpen={(name) => onSearch({ ...search, chart: name })} />
        </aside>
      </div>
      <ErrorBoundary>
        <Suspense>
          {order && <OrderDialog run={run} order={order} onClose={() => setOrder(null)} />}
          {chart && (
            <ChartDialog
              run={run}
              chart={chart}
              onGo={(name) => onSearch({ ...search, chart: name })}
              onClose={() => onSearch({ ...search, chart: undefined })}
            />
          )}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
