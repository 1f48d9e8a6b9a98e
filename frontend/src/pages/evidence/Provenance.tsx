import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, data } from "@/api/client";
import type { Diagnosis, EvidenceItem } from "@/api/schema";
import { Mark, Time } from "@/design";
import { useTexts, type Wording } from "@/texts";

/** Where a number comes from: operator, inputs, formula, entry of the library, controls, opinions. */
export function Provenance({ item, job }: { item: EvidenceItem; job: Diagnosis }) {
  const { t, tool, measure } = useTexts();
  const answer = item.index ?? item.figure;
  const provenance = answer?.provenance;
  const name = provenance?.tool ?? "";
  const page = useQuery({
    queryKey: ["catalog", name],
    queryFn: () => data(api.GET("/api/v1/catalog/{name}/", { params: { path: { name } } })),
    // Maps of the event and the situation are no tools of the catalogue.
    enabled: name !== "" && Boolean(item.entry_id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const time = item.index?.time ?? item.figure?.time;
  const opinion = item.second_opinion ?? item.index?.second_opinion;
  return (
    <>
      {item.controls && item.controls.tests.length > 0 && (
        <section className="stack close">
          <h3 className="side-head">{t("ui-controls")}</h3>
          <p className="small soft">
            {t(`ui-${item.controls.standing}`, {
              n: item.controls.as_strong,
              of: item.controls.tests.length,
            })}
          </p>
          <ul className="small">
            {item.controls.tests.map((test) => (
              <li key={`${test.place.latitude}${test.place.time}`} className="row apart">
                <span className="soft">
                  {test.from_peak.distance_km
                    ? t("ui-control-away", {
                        km: Math.round(test.from_peak.distance_km),
                        direction: test.from_peak.direction,
                      })
                    : t("ui-control-then")}{" "}
                  {test.place.time && <Time at={test.place.time} short />}
                </span>
                <span className="quiet">{t(`ui-${test.finding}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {opinion && opinion.value !== null && (
        <section className="stack close">
          <h3 className="side-head">{t("ui-opinion")}</h3>
          <Mark
            tone={opinion.agrees ? "good" : "doubt"}
            icon={opinion.agrees ? "confirmed" : "warn"}
          >
            {t(opinion.agrees ? "ui-opinion-agrees" : "ui-opinion-differs", {
              library: opinion.library,
            })}
          </Mark>
          <p className="small soft">
            {measure(opinion.value, opinion.unit)} /{" "}
            {measure(opinion.ours ?? opinion.value, opinion.unit)}
          </p>
        </section>
      )}
      {provenance && (
        <section className="stack close">
          <h3 className="side-head">{t("ui-provenance")}</h3>
          <dl className="facts">
            <dt>{t("ui-operator")}</dt>
            <dd>
              {item.entry_id ? (
                <Link to={`/library/catalogue/${provenance.tool}`}>{tool(provenance.tool)}</Link>
              ) : (
                tool(provenance.tool)
              )}{" "}
              <span className="quiet">{provenance.tool_version}</span>
            </dd>
            {page.data?.formula && (
              <>
                <dt>{t("ui-formula")}</dt>
                <dd>{String(page.data.formula)}</dd>
              </>
            )}
            {provenance.inputs.length > 0 && (
              <>
                <dt>{t("ui-inputs")}</dt>
                <dd className="mono">{provenance.inputs.join(" ")}</dd>
              </>
            )}
            {typeof time === "string" ? (
              <>
                <dt>{t("ui-time")}</dt>
                <dd>
                  <Time at={time} both />
                </dd>
              </>
            ) : (
              time && (
                <>
                  <dt>{t("ui-time")}</dt>
                  <dd>
                    <Time at={time.start} /> – <Time at={time.end} />
                  </dd>
                </>
              )
            )}
            {Object.entries(provenance.parameters).map(([key, value]) => (
              <Parameter key={key} name={key} value={value} />
            ))}
            {item.entry_id && (
              <>
                <dt>{t("ui-entry")}</dt>
                <dd>
                  <Link
                    to={`/library/${item.release_digest || job.release_digest}/${item.entry_id}`}
                  >
                    <code>{item.entry_id}</code>
                  </Link>
                </dd>
              </>
            )}
            <dt>{t("ui-policy")}</dt>
            <dd>{t(`ui-policy-${item.policy}`)}</dd>
            {provenance.input_digest && (
              <>
                <dt>{t("ui-input-digest")}</dt>
                <dd className="mono tiny">{provenance.input_digest.slice(0, 16)}…</dd>
              </>
            )}
            <dt>{t("ui-call")}</dt>
            <dd className="mono tiny">
              <a
                href={`/api/v1/diagnoses/${job.id}/events/?type=${item.modality === "index" ? "index_computed" : "figure_rendered"}`}
                target="_blank"
                rel="noreferrer"
              >
                {item.call_key.slice(0, 16)}…
              </a>
            </dd>
          </dl>
          {provenance.warnings.map((warning) => (
            <p key={warning} className="tiny quiet">
              <Warning name={warning} />
            </p>
          ))}
        </section>
      )}
    </>
  );
}

function Parameter({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt className="mono tiny">{name}</dt>
      <dd className="mono tiny">{String(value)}</dd>
    </>
  );
}

function Warning({ name }: { name: string }) {
  const { term, say } = useTexts();
  return say({ id: `report-warning_${name}` } as Wording, term(name));
}
