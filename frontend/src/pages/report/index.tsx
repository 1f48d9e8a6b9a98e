import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Problem } from "@/api/problems";
import {
  reading as readingQuery,
  reviewsOf,
  standingOf,
  type VersionKey,
  versionDocument,
  versionsOf,
} from "@/api/reportQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useShortcuts } from "@/app/shortcuts";
import { useTitle } from "@/app/title";
import { ProblemNotice, Skeleton } from "@/design/components/Feedback";
import type { ReportReadingOut } from "@/generated/schema";
import { MoreTexts, type Part, useTexts } from "@/text";
import { LANGUAGES, type Language } from "@/text/catalogue";
import { Facts } from "./Facts";
import { BackToVersion, Head } from "./Head";
import { langOf, textOf } from "./model";
import { NoReport } from "./NoReport";
import { Openings } from "./opened";
import { ReaderProvider, useReader, useVersion } from "./reader";
import styles from "./report.module.css";
import { SectionStrip } from "./SectionStrip";
import { Sections } from "./Sections";
import { Side } from "./Side";
import type { ReadingSearch } from "./search";

const TEXTS: Part = {
  en: () => import("../../../messages/report.en.ftl?raw"),
  zh: () => import("../../../messages/report.zh.ftl?raw"),
};

const Differences = lazy(() => import("./Differences"));
const Viewer = lazy(() => import("./Viewer"));

interface ReportPageProps {
  version: VersionKey;
  search: ReadingSearch;
  /** What is looked at stands in the address: a way back takes it away. */
  onSearch: (search: ReadingSearch) => void;
  onVersion: (number: number) => void;
}

/** A version of a report, to be read: what happened, why, and where each number comes from. */
export default function ReportPage(props: ReportPageProps) {
  return (
    <MoreTexts part={TEXTS}>
      <Version {...props} />
    </MoreTexts>
  );
}

/** A language in which a version is kept, where an answer says that it is not in the wanted one. */
function keptLanguage(error: Error | null): Language | undefined {
  if (!(error instanceof Problem) || error.code !== "reading_missing") return undefined;
  const kept = error.data.languages;
  return LANGUAGES.find((language) => Array.isArray(kept) && kept.includes(language));
}

function Version(props: ReportPageProps) {
  const { version, search } = props;
  const { api, centre } = useCentre();
  const { language, t } = useTexts();
  const wanted = useQuery(readingQuery(api, centre, version, search.in ?? language));
  // A version that is not kept in this language is read in the one in which it is.
  const other = keptLanguage(wanted.error);
  const instead = useQuery({
    ...readingQuery(api, centre, version, other ?? language),
    enabled: other !== undefined,
  });
  const query = other ? instead : wanted;
  const known = query.data && textOf(query.data.reading.title);
  useTitle(known ?? t("report"), centre);
  const trouble = useTrouble(query);
  const problem = query.error instanceof Problem ? query.error : null;
  if (problem?.status === 404) return <NoReport version={version} problem={problem} />;
  if (!query.data) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={10} height={28} />;
  }
  return <Page {...props} answer={query.data} isLoaded={!query.isPlaceholderData} />;
}

function Page({
  version,
  search,
  onSearch,
  onVersion,
  answer,
  isLoaded,
}: ReportPageProps & { answer: ReportReadingOut } & Pick<BodyProps, "isLoaded">) {
  const { api, centre } = useCentre();
  const { reading, languages, ...stand } = answer;
  const document = useQuery(versionDocument(api, centre, version));
  const standing = useQuery(standingOf(api, centre, version));
  const versions = useQuery(versionsOf(api, centre, version.diagnosis));
  const reviews = useQuery(reviewsOf(api, centre, version.diagnosis));
  const change = (changes: ReadingSearch) => onSearch({ ...search, ...changes });
  return (
    <ReaderProvider
      version={version}
      stand={stand}
      standing={standing.data}
      reading={reading}
      reviews={(reviews.data?.results ?? []).filter((one) => one.version === version.number)}
      choice={{ claim: search.claim, evidence: search.evidence }}
      choose={({ claim, evidence }) =>
        change({ claim, evidence, side: undefined, part: undefined })
      }
      openChart={(chart) => change({ chart })}
      openReviews={() => change({ side: "reviews" })}
      isDesk={search.side === "reviews"}
      part={search.part}
      openPart={(part) => change({ part, side: "reviews" })}
    >
      <div className={styles.reading} data-reading>
        <Head
          versions={versions.data?.results ?? []}
          languages={languages}
          onLanguage={(language) => change({ in: language })}
          onVersion={onVersion}
          onCompare={(against) => change({ against })}
        />
        {search.against === undefined ? (
          <Body
            isLoaded={isLoaded}
            report={document.data?.document}
            search={search}
            change={change}
            onLanguage={() => {
              const next = languages.find((one) => one !== reading.language);
              if (next) change({ in: next });
            }}
          />
        ) : (
          <>
            <BackToVersion onBack={() => change({ against: undefined })} />
            <Suspense fallback={<Skeleton lines={8} />}>
              <Differences against={search.against} />
            </Suspense>
          </>
        )}
      </div>
    </ReaderProvider>
  );
}

interface BodyProps {
  /** Whether the text is that of this version, and not of the one before it while this one loads. */
  isLoaded: boolean;
  report: Parameters<typeof Side>[0]["report"];
  search: ReadingSearch;
  change: (changes: ReadingSearch) => void;
  onLanguage: () => void;
}

function Body({ isLoaded, report, search, change, onLanguage }: BodyProps) {
  const { reading, charts, choose, part, openPart } = useReader();
  const { diagnosis, number } = useVersion();
  const current = useCurrentSection(reading.sections.map((section) => section.id));
  const step = (by: number) => {
    const at = reading.sections.findIndex((section) => section.id === current);
    const next = reading.sections[Math.min(Math.max(at + by, 0), reading.sections.length - 1)];
    if (next) goTo(next.id);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    c: () => charts.length > 0 && change({ chart: 1 }),
    l: onLanguage,
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key, not a component
    Escape: () => (part ? openPart(undefined) : choose({})),
  });
  const chart = charts.find((one) => one.number === search.chart);
  return (
    <>
      <Facts />
      {isLoaded && <Openings key={`${diagnosis} ${number}`} chart={search.chart} />}
      <SectionStrip current={current} onGo={goTo} />
      <div className={styles.columns}>
        <article className={styles.text} lang={langOf(reading.language)}>
          <Sections />
        </article>
        <Side
          report={report}
          onReviews={(open) => change({ side: open ? "reviews" : undefined, part: undefined })}
        />
      </div>
      <Suspense>
        {chart && (
          <Viewer
            chart={chart}
            onGo={(number) => change({ chart: number })}
            onClose={() => change({ chart: undefined })}
          />
        )}
      </Suspense>
    </>
  );
}

function goTo(section: string) {
  const found = document.getElementById(section);
  found?.scrollIntoView();
  found?.focus({ preventScroll: true });
}

/** The section that begins nearest above the middle of the window. */
function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const all = ids.join(" ");
  useEffect(() => {
    const find = () => {
      const begun = all.split(" ").filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 2;
      });
      setCurrent(begun.at(-1) ?? all.split(" ")[0]);
    };
    find();
    addEventListener("scroll", find, { passive: true });
    return () => removeEventListener("scroll", find);
  }, [all]);
  return current;
}
