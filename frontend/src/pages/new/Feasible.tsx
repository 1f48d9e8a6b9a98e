import { useQuery } from "@tanstack/react-query";
import { api, data } from "@/api/client";
import { answered } from "@/api/inquiry";
import type { FeasibilityAnswer } from "@/api/schema";
import { EventMark, Mark, ProblemNotice } from "@/design";
import { useTexts } from "@/texts";
import { type Asked, bodyOf } from "./request";

const SIGN = {
  fully: ["good", "confirmed"],
  partly: ["doubt", "warn"],
  not: ["idle", "refuted"],
} as const;

/** What the data can support, for each type of event, before anything is sent. */
export function Feasible({ asked, enabled }: { asked: Asked; enabled: boolean }) {
  const { t } = useTexts();
  const { source, region, window, event } = bodyOf(asked);
  const found = useQuery({
    queryKey: ["feasibility", source, region, window, event],
    queryFn: ({ signal }) =>
      answered<FeasibilityAnswer>(
        data(
          api.POST("/api/v1/feasibility/", { body: { source, region, window, event } as never }),
        ),
        signal,
      ),
    enabled,
    retry: false,
    staleTime: 120_000,
    placeholderData: (before) => before,
  });
  return (
    <section className="feasible" aria-label={t("ui-feasible")} aria-busy={found.isFetching}>
      <h2 className="label">{t("ui-feasible")}</h2>
      {!enabled && <p className="small quiet">{t("ui-feasible-first")}</p>}
      {enabled && found.error && <ProblemNotice error={found.error} />}
      {enabled && found.isPending && !found.error && (
        <p className="small quiet">{t("ui-feasible-asking")}</p>
      )}
      {enabled && found.data && !found.error && (
        <>
          <ul>
            {found.data.criteria.map((criterion) => {
              const [tone, icon] = SIGN[criterion.testable];
              const entries = found.data.entries.filter((entry) => entry.event === criterion.event);
              const usable = entries.filter((entry) => entry.testable !== "not").length;
              return (
                <li key={criterion.event}>
                  <EventMark event={criterion.event} />
                  <Mark tone={tone} icon={icon}>
                    {t(`ui-testable-${criterion.testable}`)}
                  </Mark>
                  <span className="tiny quiet">
                    {entries.length > 0 &&
                      t("ui-factors-usable", { n: usable, of: entries.length })}
                  </span>
                  {criterion.missing.map((one) => (
                    <p key={JSON.stringify(one)} className="tiny quiet">
                      {one.message} {one.cure}
                    </p>
                  ))}
                </li>
              );
            })}
          </ul>
          {found.data.missing.map((one) => (
            <p key={JSON.stringify(one)} className="small">
              {one.message} {one.cure}
            </p>
          ))}
        </>
      )}
    </section>
  );
}
