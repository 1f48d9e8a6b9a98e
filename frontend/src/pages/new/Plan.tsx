import type { DiagnosisPlan } from "@/api/schema";
import { EventMark, span } from "@/design";
import { useTexts } from "@/texts";

/** What a diagnosis would begin with; nothing was queued. */
export function Plan({ plan }: { plan: DiagnosisPlan }) {
  const { t, tool } = useTexts();
  const expected = plan.estimated_seconds === null ? null : span(plan.estimated_seconds);
  return (
    <section className="panel plan">
      <header>
        <h2>{t("ui-plan")}</h2>
        <EventMark event={plan.event} />
      </header>
      <div className="body stack close">
        <p>
          {expected
            ? t("ui-plan-seconds", {
                span: t(expected.id, { n: expected.n }),
                n: plan.estimated_from,
              })
            : t("ui-plan-no-seconds")}
        </p>
        <p className="small soft">
          {t("ui-plan-reads", {
            fields: plan.fields.length,
            times: plan.times.length,
            megabytes: Math.round((plan.bytes / 1e6) * 10) / 10,
          })}
        </p>
        <ol className="small">
          {plan.factors.map((factor) => (
            <li key={factor.entry_id} className="row apart">
              <span>{tool(factor.factor)}</span>
              <span className="tiny quiet">{t(`ui-category-${factor.category}`)}</span>
            </li>
          ))}
        </ol>
        {plan.blocked > 0 && (
          <p className="small quiet">{t("ui-plan-blocked", { n: plan.blocked })}</p>
        )}
      </div>
    </section>
  );
}
