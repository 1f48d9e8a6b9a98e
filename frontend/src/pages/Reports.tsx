import { useQuery } from "@tanstack/react-query";
import { reports } from "@/api/queries";
import { useCentre } from "@/app/context";
import { EventMark, VERSION_STATUSES, VersionMark } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import type { Column } from "@/design/components/Table";
import { Ago, Time } from "@/design/components/Time";
import type { ListedReport, WaitingReport } from "@/generated/schema";
import { MoreTexts, type Texts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { Filters } from "./Filters";
import { foundOf } from "./found";
import { ListPage } from "./ListPage";
import { LIST_TEXTS } from "./listTexts";
import { ReportLink } from "./ReportLink";
import type { ReportSearch } from "./search";
import { Unopened, useWaiting, WAITS_TEXTS, WaitsFor } from "./waits";

interface ReportsProps {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

/** The reports of a centre, newest first: of each its newest version, or every version. */
export default function Reports(props: ReportsProps) {
  return (
    <MoreTexts part={LIST_TEXTS}>
      <MoreTexts part={WAITS_TEXTS}>
        <Page {...props} />
      </MoreTexts>
    </MoreTexts>
  );
}

function Page({ search, onSearch }: ReportsProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre } = useCentre();
  const { versions, ...filters } = search;
  const isFiltered = Boolean(search.event || search.status);
  const waiting = useWaiting();
  const isWhole = !isFiltered && !search.cursor && versions !== "all";
  const query = useQuery({
    ...reports(api, centre, { ...filters, newest: versions !== "all" }),
    select: (page) => (isWhole ? mineFirst(page, waiting) : page),
  });
  return (
    <ListPage
      title={t("page-reports")}
      lead={t("reports-lead")}
      query={query}
      columns={columns(texts, waiting)}
      keyOf={(row) => row.id}
      empty={{ title: t("reports-empty-title"), text: t("reports-empty-text") }}
      onShowAll={isFiltered ? () => onSearch({ versions }) : undefined}
      onCursor={(cursor) => onSearch({ ...search, cursor })}
      tools={
        <>
          <Filters
            chosen={search}
            statuses={VERSION_STATUSES}
            nameOf={(status) => t(`version-${status}`)}
            onChange={(chosen) => onSearch({ ...chosen, versions })}
          />
          <Select
            label={t("version")}
            any={t("versions-newest")}
            value={versions}
            options={[{ value: "all", name: t("versions-all") }]}
            onChange={(wanted) => onSearch({ ...search, cursor: undefined, versions: wanted })}
          />
        </>
      }
    />
  );
}

/** Spaces at which no line breaks: `27–35° N`. */
const IN_POSITION = /(?<=°) (?=[NSEW])/g;

/** The reports with what waits for the reader before them, however old it is. */
export function mineFirst<Rows extends { results: readonly ListedReport[] }>(
  page: Rows,
  waiting: ReadonlyMap<string, WaitingReport>,
): Rows {
  const mine: ListedReport[] = [...waiting.values()].filter((one) => one.mine !== null);
  const ids = new Set(mine.map((one) => one.id));
  return { ...page, results: [...mine, ...page.results.filter((one) => !ids.has(one.id))] };
}

function columns(
  texts: Texts,
  waiting: ReadonlyMap<string, WaitingReport>,
): readonly Column<ListedReport>[] {
  const { t } = texts;
  return [
    {
      id: "title",
      name: t("report"),
      width: "36%",
      cell: (row) => (
        <>
          <Unopened opened={row.opened} />
          <ReportLink diagnosis={row.diagnosis} number={row.number}>
            {(row.titles[texts.language] ?? row.title).replace(IN_POSITION, "\u00a0")}
          </ReportLink>
        </>
      ),
      more: (row) =>
        row.withdrawal_reason ||
        (row.note && t(row.corrects ? "reports-corrected" : "reports-note", { text: row.note })),
    },
    {
      id: "found",
      name: t("found"),
      width: "13%",
      cell: (row) => <EventMark {...foundOf(row.occurrence, row.occurred, undefined, texts)} />,
    },
    {
      id: "state",
      name: t("state"),
      width: "13%",
      cell: (row) => <VersionMark status={row.status} />,
      more: (row) => {
        const found = waiting.get(row.diagnosis);
        return found?.id === row.id && <WaitsFor waiting={found} />;
      },
    },
    { id: "number", name: t("version"), width: "6%", cell: (row) => row.number },
    {
      id: "asked",
      name: t("asked"),
      width: "16%",
      cell: (row) => <Time at={row.requested_at} />,
      more: (row) => actorName(row.requested_by),
    },
    {
      id: "changed",
      name: t("changed"),
      width: "16%",
      cell: (row) => <Time at={row.changed_at} />,
      more: (row) => (
        <>
          <Ago at={row.changed_at} /> · {actorName(row.changed_by)}
        </>
      ),
    },
  ];
}
