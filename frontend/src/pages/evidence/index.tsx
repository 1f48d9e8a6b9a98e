import "./evidence.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { NavLink, useNavigate, useParams, useSearchParams } from "react-router";
import { artifacts, evidence } from "@/api/queries";
import type { Diagnosis, EvidenceItem } from "@/api/schema";
import { useKeys } from "@/app/keys";
import { Bones, Empty, Loading, VerdictMark } from "@/design";
import { hasEnded, type Run } from "@/live/run";
import { useTexts, type Wording } from "@/texts";
import { ImageViewer } from "./ImageViewer";
import { Provenance } from "./Provenance";

const FieldMap = lazy(async () => ({ default: (await import("./FieldMap")).FieldMap }));
const SeriesChart = lazy(() => import("./SeriesChart"));

/** What the evidence page shows beside the pieces themselves: charts of the event and the situation. */
interface Shown {
  id: string;
  title: string;
  artifact: string | null;
  item: EvidenceItem | null;
}

function shownOf(items: EvidenceItem[], run: Run, title: (name: string) => string): Shown[] {
  const known = new Set(items.map((item) => item.id));
  const others = run.figures
    .filter((figure) => !known.has(figure.evidenceId))
    .map((figure) => ({
      id: figure.evidenceId,
      title: figure.title,
      artifact: figure.artifact,
      item: null,
    }));
  return [
    ...others,
    ...items.map((item) => ({
      id: item.id,
      title: title(item.index?.name ?? item.figure?.name ?? item.id),
      artifact:
        item.figure?.path ?? item.artifacts.find((one) => one.name.endsWith(".png"))?.name ?? null,
      item,
    })),
  ];
}

/** The evidence of a run, one piece at a time: chart, series, verdict, where it comes from. */
export default function EvidencePage({ job, run }: { job: Diagnosis; run: Run }) {
  const { t, tool } = useTexts();
  const { "*": rest = "" } = useParams();
  const navigate = useNavigate();
  const found = useQuery(evidence(job.id));
  const refetch = found.refetch;
  const judged = run.rounds
    .flatMap((round) => round.factors)
    .filter((factor) => factor.judgement).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further verdict is a further piece
  useEffect(() => void refetch(), [judged, refetch]);
  const ended = hasEnded(run) && run.status !== "parked";
  const list = shownOf(found.data ?? [], run, tool);
  const at = Math.max(
    0,
    list.findIndex((one) => one.id === rest),
  );
  const current = list[at];
  const keys = useMemo(() => {
    const walk = (step: number) => () => {
      const next = list[at + step];
      if (next) void navigate(`/diagnoses/${job.id}/evidence/${next.id}`);
    };
    return { j: walk(1), k: walk(-1) };
  }, [list, at, job.id, navigate]);
  useKeys(keys);
  return (
    <Loading query={found} lines={8}>
      {() => (
        <div className="evidence">
          <nav className="evidence-nav scroll" aria-label={t("ui-tab-evidence")}>
            {list.map((one) => (
              <NavLink
                key={one.id}
                to={`/diagnoses/${job.id}/evidence/${one.id}`}
                aria-current={one.id === current?.id ? "page" : undefined}
                className={one.id === current?.id ? "active" : ""}
                ref={one.id === current?.id ? intoView : undefined}
              >
                <span className="mono tiny quiet evidence-id">
                  {one.item?.entry_id ? one.id : ""}
                </span>
                <span className="grow">{one.title}</span>
                {one.item?.judgement && <VerdictMark verdict={one.item.judgement.verdict} />}
              </NavLink>
            ))}
          </nav>
          {current ? (
            <Piece key={current.id} shown={current} job={job} run={run} />
          ) : (
            <Empty title={t(ended ? "ui-evidence-never" : "ui-evidence-none")}>
              <p>{t(ended ? "ui-evidence-ended" : "ui-evidence-later")}</p>
            </Empty>
          )}
        </div>
      )}
    </Loading>
  );
}

function Piece({ shown, job, run }: { shown: Shown; job: Diagnosis; run: Run }) {
  const [search, setSearch] = useSearchParams();
  const asMap = search.get("view") === "map";
  const { t, say, measure } = useTexts();
  const files = useQuery(artifacts(job.id)).data;
  const address = files?.find((file) => file.name === shown.artifact)?.url;
  const { item } = shown;
  const index = item?.index;
  useEffect(() => remember(job.id, shown.id), [job.id, shown.id]);
  return (
    <div className="piece">
      <div className="piece-main stack">
        <div className="row">
          <h2>{shown.title}</h2>
          {index?.value != null && (
            <span className="piece-value">{measure(index.value, index.unit)}</span>
          )}
        </div>
        {item && (
          <div className="row segments" role="group" aria-label={t("ui-view")}>
            {(["chart", "map"] as const).map((view) => (
              <button
                key={view}
                type="button"
                className="button small"
                aria-pressed={asMap === (view === "map")}
                onClick={() => setSearch(view === "map" ? { view } : {}, { replace: true })}
              >
                {t(`ui-view-${view}`)}
              </button>
            ))}
          </div>
        )}
        {asMap && item ? (
          <Suspense fallback={<Bones lines={1} height={420} />}>
            <FieldMap
              job={job}
              evidenceId={item.id}
              window={run.time?.window ?? job.request.window}
            />
          </Suspense>
        ) : (
          shown.artifact && <ImageViewer address={address} title={shown.title} />
        )}
        {index && index.series.length > 1 && (
          <Suspense fallback={<Bones lines={1} height={220} />}>
            <SeriesChart index={index} judgement={item?.judgement ?? null} />
          </Suspense>
        )}
        {!shown.artifact && !index && <Empty title={t("ui-evidence-no-chart")} />}
      </div>
      <aside className="piece-side stack wide">
        {item?.judgement && (
          <section className="stack close">
            <h3 className="side-head">{t("ui-verdict")}</h3>
            <VerdictMark verdict={item.judgement.verdict} />
            <p className="small">
              {say(item.judgement.wording as Wording | null, item.judgement.reason)}
            </p>
            {item.judgement.counts === false && (
              <p className="small quiet">{t("ui-does-not-count")}</p>
            )}
          </section>
        )}
        {item && <Provenance item={item} job={job} />}
      </aside>
    </div>
  );
}

/** Brings the chosen piece into the list's view, which on a narrow page is one line. */
function intoView(link: HTMLElement | null) {
  link?.scrollIntoView?.({ block: "nearest", inline: "center" });
}

/** Notes for the review that this piece was opened: `pages/report/draft.ts` reads it. */
function remember(jobId: string, id: string) {
  const key = `hvrmet.opened.${jobId}`;
  const before: string[] = JSON.parse(sessionStorage.getItem(key) ?? "[]");
  if (!before.includes(id)) sessionStorage.setItem(key, JSON.stringify([...before, id]));
}
