import { useQuery } from "@tanstack/react-query";
import { diagnoses } from "@/api/queries";
import { useCentre } from "@/app/context";
import { EVENTS, EventMark, JOB_STATUSES, JobMark } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import type { Column } from "@/design/components/Table";
import { Ago, Period } from "@/design/components/Time";
import type { Diagnosis } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { regionName } from "@/text/places";
import { ListPage } from "./ListPage";
import styles from "./links.module.css";
import type { DiagnosisSearch } from "./search";

interface DiagnosesProps {
  search: DiagnosisSearch;
  onSearch: (search: DiagnosisSearch) => void;
}

/** The diagnoses of a centre, newest first. */
export function Diagnoses({ search, onSearch }: DiagnosesProps) {
  const { t, label } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(diagnoses(api, centre, search));
  const { cursor: _page, ...filter } = search;
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <ListPage
      title={t("page-diagnoses")}
      lead={t("diagnoses-lead")}
      query={query}
      columns={columns(centre, useTexts())}
      keyOf={(row) => row.id}
      empty={{ title: t("diagnoses-empty-title"), text: t("diagnoses-empty-text") }}
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
            options={JOB_STATUSES.map((value) => ({ value, name: t(`status-${value}`) }))}
            onChange={(status) => onSearch({ ...filter, status })}
          />
        </>
      }
    />
  );
}

/** What a diagnosis is called: its grade, its type, or why it has neither. */
function nameOf({ state, status }: Diagnosis, { t, label }: Texts): string {
  const occurrence = state?.conclusion?.occurrence;
  if (state?.event) return label(occurrence?.grade_name || state.event);
  if (status === "finished") {
    return occurrence?.status === "not_met" ? t("event-none") : t("event-open");
  }
  return status === "failed" || status === "cancelled" ? t("event-unknown") : t("event-not-yet");
}

function columns(centre: string, texts: Texts): readonly Column<Diagnosis>[] {
  const { t } = texts;
  return [
    {
      id: "event",
      name: t("event"),
      cell: (row) => <EventMark event={row.state?.event ?? null} name={nameOf(row, texts)} />,
    },
    { id: "region", name: t("region"), cell: (row) => regionName(row.request.region) },
    {
      id: "period",
      name: t("period"),
      cell: ({ request }) =>
        request.window ? (
          <Period start={request.window.start} end={request.window.end} />
        ) : (
          t("whole-source")
        ),
    },
    { id: "source", name: t("source"), cell: (row) => row.source },
    {
      id: "state",
      name: t("state"),
      cell: (row) => <JobMark status={row.status} />,
      more: (row) => row.state?.failure?.message,
    },
    {
      id: "asked",
      name: t("asked"),
      cell: (row) => <Ago at={row.created_at} />,
      more: (row) => row.requested_by.replace(/^(person|service):/, ""),
    },
    {
      id: "report",
      name: t("report"),
      cell: (row) =>
        row.state?.report_version ? (
          <a
            className={styles.open}
            href={`/c/${centre}/diagnoses/${row.id}/report/${row.state.report_version}/`}
          >
            {t("read-report")}
          </a>
        ) : (
          "–"
        ),
    },
  ];
}
