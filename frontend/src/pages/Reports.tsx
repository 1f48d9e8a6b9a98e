import { useQuery } from "@tanstack/react-query";
import { reports } from "@/api/queries";
import { useCentre } from "@/app/context";
import { EVENTS, EventMark, VERSION_STATUSES, VersionMark } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import type { Column } from "@/design/components/Table";
import { Time } from "@/design/components/Time";
import type { ReportSummary } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { ListPage } from "./ListPage";
import styles from "./links.module.css";
import type { ReportSearch } from "./search";

interface ReportsProps {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

/** The versions of a centre's reports, newest first. */
export function Reports({ search, onSearch }: ReportsProps) {
  const { t, label } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(reports(api, centre, search));
  const { cursor: _page, ...filter } = search;
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <ListPage
      title={t("page-reports")}
      lead={t("reports-lead")}
      query={query}
      columns={columns(centre, useTexts())}
      keyOf={(row) => row.id}
      empty={{ title: t("reports-empty-title"), text: t("reports-empty-text") }}
      onShowAll={isFiltered ? () => onSearch({}) : undefined}
      onCursor={(cursor) => onSearch({ ...search, cursor })}
      filters={
        <>
          <Select
            label={t("event")}
            any={t("any")}
            value={search.event}
            options={EVENTS.map((value) => ({ value, name: label(value) }))}
            onChange={(event) => onSearch({ ...filter, event })}
          />
          <Select
            label={t("state")}
            any={t("any")}
            value={search.status}
            options={VERSION_STATUSES.map((value) => ({ value, name: t(`version-${value}`) }))}
            onChange={(status) => onSearch({ ...filter, status })}
          />
        </>
      }
    />
  );
}

function columns(centre: string, { t, label }: Texts): readonly Column<ReportSummary>[] {
  return [
    {
      id: "event",
      name: t("event"),
      cell: (row) => (
        <EventMark event={row.event} name={row.event ? label(row.event) : t("event-none")} />
      ),
    },
    {
      id: "title",
      name: t("report"),
      cell: (row) => (
        <a className={styles.open} href={`/c/${centre}/reports/${row.id}/`}>
          {row.title}
        </a>
      ),
      more: (row) => row.withdrawal_reason || row.note,
    },
    { id: "number", name: t("version"), cell: (row) => row.number },
    { id: "state", name: t("state"), cell: (row) => <VersionMark status={row.status} /> },
    { id: "changed", name: t("changed"), cell: (row) => <Time at={row.changed_at} /> },
  ];
}
