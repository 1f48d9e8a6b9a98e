import type { Classification, TypeAssessment } from "@/api/schema";
import { EventMark, Mark } from "@/design";
import { useTexts } from "@/texts";

const SIGN = {
  fired: ["good", "confirmed"],
  likely_at_stations: ["doubt", "warn"],
  not_fired: ["idle", "refuted"],
  not_assessable: ["idle", "undetermined"],
} as const;

/** How each type of event stands against its criterion, the chosen one first. */
export function Criteria({ classification }: { classification: Classification }) {
  const { t } = useTexts();
  const primary = classification.declared ?? classification.primary;
  const ordered = [...classification.assessments].sort(
    (one, other) =>
      Number(other.event === primary) - Number(one.event === primary) ||
      (other.severity ?? 0) - (one.severity ?? 0),
  );
  return (
    <section className="panel">
      <header>
        <h2>{t("ui-criteria")}</h2>
        <span className="tiny quiet">
          {t("ui-preset", { name: classification.preset.toUpperCase() })} ·{" "}
          {classification.timezone}
        </span>
      </header>
      <ul className="criteria">
        {ordered.map((assessment) => (
          <Criterion
            key={assessment.event}
            assessment={assessment}
            first={assessment.event === primary}
          />
        ))}
      </ul>
    </section>
  );
}

function Criterion({ assessment, first }: { assessment: TypeAssessment; first: boolean }) {
  const { t, say, label } = useTexts();
  const [tone, icon] = SIGN[assessment.firing];
  return (
    <li className={first ? "first" : ""} data-event={assessment.event}>
      <EventMark event={assessment.event} />
      <Mark tone={tone} icon={icon}>
        {t(`ui-firing-${assessment.firing}`)}
      </Mark>
      <p className="small soft">
        {assessment.grade_name && <strong>{label(assessment.grade_name)}. </strong>}
        {say(assessment.wording as never, assessment.reason)}
      </p>
      {assessment.metrics && <Threshold assessment={assessment} />}
    </li>
  );
}

/** Value against threshold on one line; the bar ends where the value is, the tick is the limit. */
function Threshold({ assessment }: { assessment: TypeAssessment }) {
  const { t, measure, label } = useTexts();
  const metrics = assessment.metrics;
  if (!metrics) return null;
  const value = Math.abs(metrics.peak);
  const limit = Math.abs(metrics.threshold_effective);
  const whole = Math.max(value, limit) * 1.1 || 1;
  return (
    <span
      className="threshold"
      title={t("ui-threshold-title", {
        quantity: label(metrics.quantity),
        value: measure(metrics.peak, metrics.unit),
        limit: measure(metrics.threshold_effective, metrics.unit),
      })}
    >
      <span className="value" style={{ width: `${(value / whole) * 100}%` }} />
      <span className="limit" style={{ left: `${(limit / whole) * 100}%` }} />
    </span>
  );
}
