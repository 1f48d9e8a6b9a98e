import { Link } from "react-router";
import type { Conclusion, Diagnosis } from "@/api/schema";
import { Mark, Time } from "@/design";
import { explained } from "@/live/explained";
import type { Run } from "@/live/run";
import { useTexts } from "@/texts";

const OCCURRENCE = {
  met: ["good", "confirmed"],
  likely_at_stations: ["doubt", "warn"],
  not_met: ["idle", "refuted"],
  cannot_be_tested: ["idle", "undetermined"],
} as const;

/** What happened and why, each with how sure it is: the two sentences one needs at a glance. */
export function ConclusionPanel({
  conclusion,
  run,
  job,
}: {
  conclusion: Conclusion;
  run: Run;
  job: Diagnosis;
}) {
  const { t, label, measure } = useTexts();
  const { occurrence, explanation } = conclusion;
  const [tone, icon] = OCCURRENCE[occurrence.status];
  const why = explained(explanation);
  const [whyTone, whyIcon] = why.mark;
  const value = occurrence.values[0];
  const version = run.reportVersion ?? job.state.report_version;
  return (
    <section className="conclusion">
      <h2 className="side-head">{t("ui-conclusion")}</h2>
      <div className="stack close">
        <Mark tone={tone} icon={icon}>
          {t(`ui-occurrence-${occurrence.status}`)}
        </Mark>
        {occurrence.grade_name && <p className="big">{label(occurrence.grade_name)}</p>}
        {value && (
          <p className="small soft">
            {label(value.quantity)} {measure(value.value, value.unit)}
            {value.time && (
              <>
                {" · "}
                <Time at={value.time} />
              </>
            )}
          </p>
        )}
        <Sureness level={occurrence.confidence_level} share={occurrence.confidence} />
        {occurrence.limits.map((limit) => (
          <p key={limit} className="tiny quiet">
            {t(`ui-limit-${limit}`)}
          </p>
        ))}
      </div>
      <div className="stack close">
        <Mark tone={whyTone} icon={whyIcon}>
          {t(why.text, { sure: why.sure })}
        </Mark>
        <Sureness level={explanation.confidence_level} share={explanation.confidence} />
        {conclusion.stopped && (
          <p className="tiny quiet">{t(`ui-stopped-${conclusion.stopped}`)}</p>
        )}
      </div>
      {version && (
        <Link className="button main" to={`/diagnoses/${job.id}/report`}>
          {t("ui-read-report", { n: version })}
        </Link>
      )}
    </section>
  );
}

export function Sureness({ level, share }: { level: string; share?: number }) {
  const { t } = useTexts();
  if (!level) return null;
  return (
    <p className="sureness small">
      <span className="ticks" aria-hidden="true">
        {["very_low", "low", "moderate", "high"].map((name, index, names) => (
          <span key={name} className={index <= names.indexOf(level) ? "on" : ""} />
        ))}
      </span>
      {t(`ui-sure-${level}`)}{" "}
      {share !== undefined && <span className="quiet">({share.toFixed(2)})</span>}
    </p>
  );
}
