import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { api, data } from "@/api/client";
import { sources } from "@/api/queries";
import type { SourceHealth } from "@/api/schema";
import { Empty, type IconName, Loading, Mark, Notice, span, Time } from "@/design";
import { boxText } from "@/map/boxes";
import { useTexts, type Wording } from "@/texts";
import { prettyUnit } from "@/texts/numbers";

const HEALTH: Record<SourceHealth, ["good" | "bad" | "doubt" | "idle", IconName]> = {
  ready: ["good", "confirmed"],
  unread: ["idle", "queued"],
  unwatched: ["doubt", "warn"],
  unreadable: ["bad", "failed"],
};

/** The data that diagnoses may use: what each holds, how old it is, and how it does. */
export default function Sources() {
  const { "*": name = "" } = useParams();
  return name ? <Source name={decodeURIComponent(name)} /> : <List />;
}

function Age({ minutes }: { minutes: number | null }) {
  const { t } = useTexts();
  if (minutes === null) return <span className="quiet">–</span>;
  const { id, n } = span(minutes * 60);
  return <>{t(id, { n })}</>;
}

function List() {
  const { t, language } = useTexts();
  const found = useQuery(sources);
  return (
    <div className="sheet">
      <header>
        <h1>{t("ui-nav-sources")}</h1>
      </header>
      <Loading query={found} lines={8}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t("ui-sources-none")}>
              <p>{t("ui-sources-none-text")}</p>
            </Empty>
          ) : (
            <div className="scroll">
              <table className="table cards">
                <thead>
                  <tr>
                    <th scope="col">{t("ui-source")}</th>
                    <th scope="col">{t("ui-health")}</th>
                    <th scope="col">{t("ui-newest")}</th>
                    <th scope="col">{t("ui-age")}</th>
                    <th scope="col" className="number">
                      {t("ui-times")}
                    </th>
                    <th scope="col" className="number">
                      {t("ui-fields")}
                    </th>
                    <th scope="col">{t("ui-region")}</th>
                    <th scope="col">{t("ui-has-climatology")}</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((one) => {
                    const [tone, icon] = HEALTH[one.health];
                    return (
                      <tr key={one.name}>
                        <td>
                          <Link to={`/sources/${encodeURIComponent(one.name)}`}>
                            {language === "zh" && one.title_zh ? one.title_zh : one.title}
                          </Link>
                          <br />
                          <span className="tiny quiet mono">{one.name}</span>
                        </td>
                        <td>
                          <Mark tone={tone} icon={icon}>
                            {t(`ui-health-word-${one.health}`)}
                          </Mark>
                        </td>
                        <td>
                          <Time at={one.newest_time} />
                        </td>
                        <td data-label={t("ui-age")}>
                          <Age minutes={one.age_minutes} />
                        </td>
                        <td className="number" data-label={t("ui-times")}>
                          {one.times}
                        </td>
                        <td className="number" data-label={t("ui-fields")}>
                          {one.fields}
                        </td>
                        <td>{one.region ? boxText(one.region) : "–"}</td>
                        <td data-label={t("ui-has-climatology")}>
                          {t(one.has_climatology ? "ui-yes" : "ui-no")}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          )
        }
      </Loading>
    </div>
  );
}

function Source({ name }: { name: string }) {
  const { t, say, language } = useTexts();
  const found = useQuery({
    queryKey: ["source", name],
    queryFn: () =>
      data(api.GET("/api/v1/sources/{source_name}/", { params: { path: { source_name: name } } })),
  });
  return (
    <div className="sheet">
      <Loading query={found} lines={8}>
        {(source) => (
          <div className="stack wide">
            <header>
              <Link to="/sources" className="small">
                {t("ui-nav-sources")}
              </Link>
              <h1>{language === "zh" && source.title_zh ? source.title_zh : source.title}</h1>
            </header>
            {source.failure && <Notice tone="bad">{source.failure.detail}</Notice>}
            <dl className="facts">
              <dt>{t("ui-health")}</dt>
              <dd>{t(`ui-health-${source.health}`)}</dd>
              <dt>{t("ui-times")}</dt>
              <dd>
                {source.times} · <Time at={source.first_time} /> – <Time at={source.newest_time} />{" "}
                {source.step_hours && t("ui-step", { n: source.step_hours })}
              </dd>
              <dt>{t("ui-age")}</dt>
              <dd>
                <Age minutes={source.age_minutes} />
              </dd>
              <dt>{t("ui-region")}</dt>
              <dd>{source.region ? boxText(source.region) : "–"}</dd>
              <dt>{t("ui-levels")}</dt>
              <dd>{source.levels_hpa.length > 0 ? `${source.levels_hpa.join(", ")} hPa` : "–"}</dd>
              <dt>{t("ui-attribution")}</dt>
              <dd>{source.attribution || "–"}</dd>
              <dt>{t("ui-checked")}</dt>
              <dd>
                <Time at={source.checked_at} both />
              </dd>
            </dl>
            <section>
              <h2 className="side-head">{t("ui-fields")}</h2>
              <div className="scroll">
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">{t("ui-field")}</th>
                      <th scope="col">{t("ui-unit")}</th>
                      <th scope="col">{t("ui-levels")}</th>
                      <th scope="col" className="number">
                        {t("ui-times")}
                      </th>
                      <th scope="col">{t("ui-source-name")}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {source.variables.map((one) => (
                      <tr key={one.name}>
                        <td>
                          <code>{one.name}</code> {one.long_name}
                        </td>
                        <td className="nowrap">{prettyUnit(one.unit)}</td>
                        <td>
                          {one.levels_hpa.length > 0 ? one.levels_hpa.join(", ") : t("ui-surface")}
                        </td>
                        <td className="number" data-label={t("ui-times")}>
                          {one.times}
                        </td>
                        <td className="quiet">
                          {one.derived_from.length > 0
                            ? t("ui-derived", { from: one.derived_from.join(", ") })
                            : one.source_name}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </section>
            {source.findings.length > 0 && (
              <section className="stack close">
                <h2 className="side-head">{t("ui-findings")}</h2>
                {source.findings.map((finding) => (
                  <Notice
                    key={finding.message}
                    tone={finding.severity === "info" ? "plain" : "doubt"}
                  >
                    {say((finding as { wording?: Wording }).wording, finding.message)}
                  </Notice>
                ))}
              </section>
            )}
          </div>
        )}
      </Loading>
    </div>
  );
}
