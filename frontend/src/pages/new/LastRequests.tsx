import { useQuery } from "@tanstack/react-query";
import { requestsOf } from "@/api/newQueries";
import { me } from "@/api/queries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { ProblemNotice } from "@/design/components/Feedback";
import { Region } from "@/design/components/Region";
import { Period } from "@/design/components/Time";
import type { Diagnosis, SourceInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { useAgain } from "../again";
import { titleOf } from "../sourceTitle";
import { searchOf } from "./draft";
import styles from "./new.module.css";
import type { NewSearch } from "./search";

const SHOWN = 5;

/** The last requests that differ in what they ask for, newest first. */
export function distinct(rows: readonly Diagnosis[]): Diagnosis[] {
  const asked = new Map<string, Diagnosis>();
  for (const row of rows) {
    const { source, region, window, event, preset, language } = row.request;
    const key = JSON.stringify([source, region, window, event, preset, language]);
    if (!asked.has(key)) asked.set(key, row);
  }
  return [...asked.values()].slice(0, SHOWN);
}

interface LastRequestsProps {
  sources: readonly SourceInfo[];
  onFill: (search: NewSearch) => void;
  onSent: (id: string) => void;
}

/** What the person asked for last: one press fills the form, another one runs it again. */
export function LastRequests({ sources, onFill, onSent }: LastRequestsProps) {
  const { t, label, language } = useTexts();
  const { api, centre } = useCentre();
  const person = useQuery(me(api, centre)).data?.id;
  const query = useQuery({ ...requestsOf(api, centre, person ?? ""), enabled: Boolean(person) });
  const again = useAgain(onSent);
  const rows = distinct(query.data?.results ?? []);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="new-last" className={styles.last}>
      <h2 id="new-last">{t("new-last-requests")}</h2>
      <ul>
        {rows.map(({ id, request }) => {
          const source = sources.find((one) => one.name === request.source);
          return (
            <li key={id}>
              <button type="button" onClick={() => onFill(searchOf(request))}>
                <small className={styles.first}>
                  <strong>{request.event ? label(request.event) : t("new-any-event")}</strong>{" "}
                  {source ? titleOf(source, language) : request.source}
                </small>
                <span>
                  <Region region={request.region} />
                </span>
                <small>
                  {request.window ? (
                    <Period start={request.window.start} end={request.window.end} />
                  ) : (
                    t("whole-source")
                  )}
                </small>
              </button>
              <Button
                kind="bare"
                isPending={again.isPending && again.variables === id}
                isDisabled={again.isPending}
                onPress={() => again.mutate(id)}
              >
                {t("new-run-again")}
              </Button>
            </li>
          );
        })}
      </ul>
      {again.error && <ProblemNotice error={again.error} />}
    </section>
  );
}
