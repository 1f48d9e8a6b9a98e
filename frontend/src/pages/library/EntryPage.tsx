import { Link } from "react-router";
import type { GuidelineEntry } from "@/api/schema";
import { EventMark, Notice } from "@/design";
import { useTexts } from "@/texts";

/** One entry: why, what is expected, where and when, what speaks for which cause, from which source. */
export function EntryPage({
  entry,
  entries,
  digest,
}: {
  entry: GuidelineEntry;
  entries: GuidelineEntry[];
  digest: string;
}) {
  const { t, term, tool, cause, measure, language } = useTexts();
  const expected = entry.expected;
  const experience = entry.experience;
  return (
    <article className="entry stack wide">
      <header className="stack close">
        <h2>{tool(entry.factor)}</h2>
        <div className="row">
          {entry.event_types.map((one) => (
            <EventMark key={one} event={one} />
          ))}
          <span className="small quiet">{t(`ui-category-${entry.category}`)}</span>
          <code className="tiny quiet">{entry.id}</code>
        </div>
      </header>
      <p className="lead">{(language === "zh" && entry.rationale_zh) || entry.rationale}</p>
      {entry.curation?.status === "draft" && <Notice tone="doubt">{t("ui-entry-draft")}</Notice>}
      <dl className="facts">
        <dt>{t("ui-entry-expected")}</dt>
        <dd>
          {expected.kind === "index" ? (
            <>
              {expected.reduction && `${term(expected.reduction)} `}
              {expected.clim && `${expected.clim.stat} ≥ ${expected.clim.threshold} `}
              {expected.absolute &&
                `(${expected.absolute.op} ${[expected.absolute.value]
                  .flat()
                  .map((limit) => measure(limit, expected.unit))
                  .join("–")})`}
            </>
          ) : (
            expected.detectors?.map((one) => tool(one.detector)).join(" / ")
          )}
        </dd>
        {entry.timing && (
          <>
            <dt>{t("ui-entry-timing")}</dt>
            <dd>{entry.timing}</dd>
          </>
        )}
        {entry.where && (
          <>
            <dt>{t("ui-entry-where")}</dt>
            <dd>
              {term(entry.where.place)} · {Math.round(entry.where.reach_km)} km
            </dd>
          </>
        )}
        <dt>{t("ui-entry-weight")}</dt>
        <dd>
          {entry.weight} · {t("ui-confidence", { n: Math.round(entry.confidence * 100) })}
        </dd>
        {entry.supports.length > 0 && (
          <>
            <dt>{t("ui-entry-supports")}</dt>
            <dd>{entry.supports.map(cause).join("; ")}</dd>
          </>
        )}
        {entry.opposes.length > 0 && (
          <>
            <dt>{t("ui-entry-opposes")}</dt>
            <dd>{entry.opposes.map(cause).join("; ")}</dd>
          </>
        )}
        {entry.alternatives.length > 0 && (
          <>
            <dt>{t("ui-entry-alternatives")}</dt>
            <dd>
              {entry.alternatives.map((name) => {
                const other = entries.find(
                  (item) =>
                    item.factor === name &&
                    item.event_types.some((one) => entry.event_types.includes(one)),
                );
                return (
                  <span key={name}>
                    {other ? (
                      <Link to={`/library/${digest}/${other.id}`}>{tool(name)}</Link>
                    ) : (
                      tool(name)
                    )}{" "}
                  </span>
                );
              })}
            </dd>
          </>
        )}
        {experience && (
          <>
            <dt>{t("ui-entry-experience")}</dt>
            <dd>
              {t("ui-entry-experience-text", {
                confirmed: experience.confirmed,
                tested: experience.tested,
                without: experience.confirmed_without,
                tested_without: experience.tested_without,
              })}
            </dd>
          </>
        )}
        <dt>{t("ui-entry-tool")}</dt>
        <dd>
          <Link to={`/library/catalogue/${entry.factor}`}>{tool(entry.factor)}</Link>
        </dd>
      </dl>
      <section>
        <h3 className="side-head">{t("ui-references")}</h3>
        <ul className="stack close small">
          {entry.references.map((one) => (
            <li key={one.text}>
              {one.text} {one.doi && <code className="tiny">{one.doi}</code>}{" "}
              <span className="tiny quiet" title={one.verification?.source}>
                {t(`ui-reference-${one.status}`)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}
