import { useQuery } from "@tanstack/react-query";
import { reports } from "@/api/queries";
import { useCentre } from "@/app/context";
import { EventMark, VERSION_STATUSES, VersionMark } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import type { Column } from "@/design/components/Table";
import { Ago, Time } from "@/design/components/Time";
import type { ReportSummary } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { Filters } from "./Filters";
import { foundOf } from "./found";
import { ListPage } from "./ListPage";
import { ReportLink } from "./ReportLink";
import type { ReportSearch } from "./search";

interface ReportsProps {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

/** The reports of a centre, newest first: of each its newest version, or every version. */
export default function Reports({ search, onSearch }: ReportsProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre } = useCentre();
  const { versions, ...filters } = search;
  const query = useQuery(reports(api, centre, { ...filters, newest: versions !== "all" }));
  const isFiltered = Boolean(search.event || search.status);
  return (
    <ListPage
      title={t("page-reports")}
      lead={t("reports-lead")}
      query={query}
      columns={columns(texts)}
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

/** Who brought a version to its state. */
const changedBy = (row: ReportSummary): string =>
  actorName(row.withdrawn_by || row.published_by || row.approved_by || row.author);

function columns(texts: Texts): readonly Column<ReportSummary>[] {
  const { t } = texts;
  return [
    {
      id: "title",
      name: t("report"),
      width: "42%",
      cell: (row) => (
        <ReportLink diagnosis={row.diagnosis} number={row.number}>
          {(row.titles[texts.language] ?? row.title).replace(IN_POSITION, "\u00a0")}
        </ReportLink>
      ),
      more: (row) => row.withdrawal_reason || row.note,
    },
    {
      id: "found",
      name: t("found"),
      width: "15%",
      cell: (row) => <EventMark {...foundOf(row.occurrence, row.occurred, undefined, texts)} />,
    },
    {
      id: "state",
      name: t("state"),
      width: "12%",
      cell: (row) => <VersionMark status={row.status} />,
    },
    { id: "number", name: t("version"), width: "9%", cell: (row) => row.number },
    {
      id: "changed",
      name: t("changed"),
      width: "22%",
      cell: (row) => <Time at={row.changed_at} />,
      more: (row) => (
        <>
          <Ago at={row.changed_at} /> · {changedBy(row)}
        </>
      ),
    },
  ];
}
