import "./diagnoses.css";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
import { cursorOf, diagnoses } from "@/api/lists";
import { sources } from "@/api/queries";
import type { EventType, JobStatus } from "@/api/schema";
import {
  Ago,
  Button,
  classified,
  DiagnosisMark,
  Empty,
  EVENTS,
  Loading,
  StatusMark,
  Time,
} from "@/design";
import { boxText } from "@/map/boxes";
import { useTexts, type Wording } from "@/texts";

const STATUSES: JobStatus[] = ["queued", "running", "finished", "failed", "cancelled", "parked"];
const ROWS = 50;

/** All diagnoses of the centre, filtered; the address holds the filters. */
export default function Diagnoses() {
  const { t, label, say, who } = useTexts();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const known = useQuery(sources).data ?? [];
  const status = search.get("status") as JobStatus | null;
  const event = search.get("event") as EventType | null;
  const source = search.get("source");
  const cursor = search.get("cursor") ?? undefined;
  const found = useQuery(
    diagnoses({
      page_size: ROWS,
      ...(status ? { status: [status] } : {}),
      ...(event ? { event } : {}),
      ...(source ? { source } : {}),
      ...(cursor ? { cursor } : {}),
    }),
  );
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    if (name !== "cursor") next.delete("cursor");
    setSearch(next);
  };
  const filter = (
    name: string,
    label: string,
    value: string | null,
    options: [string, string][],
  ) => (
    <label className="filter">
      <span className="label">{label}</span>
      <select
        className="input"
        value={value ?? ""}
        onChange={(changed) => choose(name, changed.target.value)}
      >
        <option value="">{t("ui-all")}</option>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="sheet diagnoses">
      <header>
        <h1>{t("ui-nav-diagnoses")}</h1>
        {filter(
          "status",
          t("ui-status"),
          status,
          STATUSES.map((one) => [one, t(`ui-status-${one}`)]),
        )}
        {filter(
          "event",
          t("ui-event"),
          event,
          EVENTS.map((one) => [one, label(one)]),
        )}
        {filter(
          "source",
          t("ui-source"),
          source,
          known.map((one) => [one.name, one.name]),
        )}
        <Link className="button main" to="/new">
          {t("ui-nav-new-long")}
        </Link>
      </header>
      <Loading query={found} lines={12} height={26}>
        {(page) =>
          page.results.length === 0 ? (
            <Empty title={t("ui-diagnoses-none")}>
              <p>{t("ui-diagnoses-none-text")}</p>
              {search.size > 0 && (
                <Button onClick={() => setSearch({})}>{t("ui-filters-clear")}</Button>
              )}
            </Empty>
          ) : (
            <>
              <div className="scroll">
                <table className="table cards">
                  <thead>
                    <tr>
                      <th scope="col">{t("ui-event")}</th>
                      <th scope="col">{t("ui-status")}</th>
                      <th scope="col">{t("ui-conclusion")}</th>
                      <th scope="col">{t("ui-region")}</th>
                      <th scope="col">{t("ui-source")}</th>
                      <th scope="col">{t("ui-asked-by")}</th>
                      <th scope="col">{t("ui-asked")}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {page.results.map((job) => {
                      const occurrence = job.state.conclusion?.occurrence;
                      const failure = job.state.failure;
                      return (
                        <tr
                          key={job.id}
                          className="linked"
                          onClick={() => navigate(`/diagnoses/${job.id}`)}
                        >
                          <td>
                            <Link to={`/diagnoses/${job.id}`}>
                              <DiagnosisMark
                                event={job.state.event}
                                status={job.status}
                                classified={classified(job)}
                                beside
                              />
                            </Link>
                          </td>
                          <td>
                            <StatusMark status={job.status} />
                          </td>
                          <td className="soft line">
                            {occurrence
                              ? occurrence.grade_name
                                ? label(occurrence.grade_name)
                                : t(`ui-occurrence-${occurrence.status}`)
                              : failure
                                ? say(failure.wording as Wording | null, failure.message)
                                : job.status === "running" && job.state.turn
                                  ? t("ui-turn", { n: job.state.turn })
                                  : t(`ui-before-${job.status}`)}
                          </td>
                          <td className="nowrap">{boxText(job.request.region)}</td>
                          <td>{job.source}</td>
                          <td className="soft">{who(job.requested_by)}</td>
                          <td className="nowrap">
                            <Time at={job.created_at} short />{" "}
                            <span className="quiet tiny">
                              <Ago at={job.created_at} />
                            </span>
                          </td>
                        </tr>
                      );
                    })}
                  </tbody>
                </table>
              </div>
              {(page.previous || page.next) && (
                <nav className="row pager" aria-label={t("ui-pages-of-list")}>
                  <Button
                    disabled={!page.previous}
                    onClick={() => choose("cursor", cursorOf(page.previous) ?? "")}
                  >
                    {t("ui-newer")}
                  </Button>
                  <Button
                    disabled={!page.next}
                    onClick={() => choose("cursor", cursorOf(page.next) ?? "")}
                  >
                    {t("ui-older")}
                  </Button>
                </nav>
              )}
            </>
          )
        }
      </Loading>
    </div>
  );
}
