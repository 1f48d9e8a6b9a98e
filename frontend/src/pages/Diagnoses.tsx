import { useQuery } from "@tanstack/react-query";
import { diagnoses } from "@/api/queries";
import { useCentre } from "@/app/context";
import { EventMark, JOB_STATUSES, JobMark } from "@/design/components/Marks";
import { Region } from "@/design/components/Region";
import type { Column } from "@/design/components/Table";
import { Ago, Period, Time } from "@/design/components/Time";
import type { Diagnosis } from "@/generated/schema";
import { MoreTexts, type Texts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { FailureText } from "./FailureText";
import { Filters } from "./Filters";
import { type Found, foundOf } from "./found";
import { ListPage } from "./ListPage";
import { LIST_TEXTS } from "./listTexts";
import { NewLink } from "./NewLink";
import { NewestLink, RunLink } from "./ReportLink";
import type { DiagnosisSearch } from "./search";
import { useSourceTitles } from "./sourceTitle";

interface DiagnosesProps {
  search: DiagnosisSearch;
  onSearch: (search: DiagnosisSearch) => void;
}

/** The diagnoses of a centre, newest first. */
export default function Diagnoses(props: DiagnosesProps) {
  return (
    <MoreTexts part={LIST_TEXTS}>
      <Page {...props} />
    </MoreTexts>
  );
}

function Page({ search, onSearch }: DiagnosesProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre } = useCentre();
  const query = useQuery(diagnoses(api, centre, search));
  const titleOf = useSourceTitles();
  const isFiltered = Boolean(search.event || search.status);
  return (
    <ListPage
      title={t("page-diagnoses")}
      lead={t("diagnoses-lead")}
      query={query}
      columns={columns(texts, titleOf)}
      keyOf={(row) => row.id}
      noteOf={({ state }) => state?.failure && <FailureText failure={state.failure} />}
      empty={{ title: t("diagnoses-empty-title"), text: t("diagnoses-empty-text") }}
      onShowAll={isFiltered ? () => onSearch({}) : undefined}
      onCursor={(cursor) => onSearch({ ...search, cursor })}
      tools={
        <>
          <Filters
            chosen={search}
            statuses={JOB_STATUSES}
            nameOf={(status) => t(`status-${status}`)}
            onChange={onSearch}
          />
          <NewLink />
        </>
      }
    />
  );
}

/** What a diagnosis found, in a word: an event only where its criterion is met. */
export function found({ state, status }: Diagnosis, texts: Texts): Found {
  const occurrence = state?.conclusion?.occurrence;
  if (occurrence) {
    return foundOf(occurrence.status, occurrence.event ?? null, occurrence.grade_name, texts);
  }
  const isOver = status === "failed" || status === "cancelled";
  return { finding: "unknown", name: texts.t(isOver ? "event-unknown" : "event-not-yet") };
}

function columns(texts: Texts, titleOf: (source: string) => string): readonly Column<Diagnosis>[] {
  const { t } = texts;
  return [
    {
      id: "found",
      name: t("found"),
      width: "17%",
      cell: (row) => (
        <RunLink diagnosis={row.id}>
          <EventMark {...found(row, texts)} />
        </RunLink>
      ),
    },
    { id: "state", name: t("state"), width: "10%", cell: (row) => <JobMark status={row.status} /> },
    {
      id: "region",
      name: t("region"),
      width: "15%",
      cell: (row) => <Region region={row.request.region} />,
    },
    {
      id: "period",
      name: t("period"),
      width: "20%",
      cell: ({ request, state }) => {
        const period = state?.period ?? request.window;
        return period ? <Period start={period.start} end={period.end} /> : t("whole-source");
      },
    },
    { id: "source", name: t("source"), width: "13%", cell: (row) => titleOf(row.source) },
    {
      id: "asked",
      name: t("asked"),
      width: "18%",
      cell: (row) => <Time at={row.created_at} />,
      more: (row) => (
        <>
          <Ago at={row.created_at} /> · {actorName(row.requested_by)}
        </>
      ),
    },
    {
      id: "report",
      name: t("report"),
      width: "7%",
      cell: (row) =>
        row.state?.report_version ? <NewestLink diagnosis={row.id}>{t("read")}</NewestLink> : "–",
    },
  ];
}
