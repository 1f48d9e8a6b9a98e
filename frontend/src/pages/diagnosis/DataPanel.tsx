import type { CheckFinding } from "@/api/schema";
import { Mark, Time } from "@/design";
import type { Run } from "@/live/run";
import { useTexts, type Wording } from "@/texts";

/** What the run rests on: the data it read and what their examination found. */
export function DataPanel({ run }: { run: Run }) {
  const { t } = useTexts();
  if (!run.inventory) return null;
  const findings = run.check?.findings ?? [];
  return (
    <section>
      <h2 className="side-head">{t("ui-data")}</h2>
      <dl className="facts">
        <dt>{t("ui-data-title")}</dt>
        <dd>{run.inventory.title || run.inventory.origin}</dd>
        {run.time && (
          <>
            <dt>{t("ui-data-times")}</dt>
            <dd>
              {run.time.times} · <Time at={run.time.window.start} /> –{" "}
              <Time at={run.time.window.end} />
            </dd>
          </>
        )}
        <dt>{t("ui-data-fields")}</dt>
        <dd>{run.inventory.variables.map((variable) => variable.name).join(" ")}</dd>
      </dl>
      {run.check && (
        <ul className="findings small">
          {findings.length === 0 && (
            <li>
              <Mark tone="good" icon="confirmed">
                {t("ui-data-sound", { n: run.check.ran.length })}
              </Mark>
            </li>
          )}
          {findings.map((finding) => (
            <Finding
              key={`${finding.rule}${finding.level_hpa}${finding.fields.join()}`}
              finding={finding}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Finding({ finding }: { finding: CheckFinding }) {
  const { say, t } = useTexts();
  const serious = finding.weight !== "tell";
  return (
    <li>
      <Mark tone={serious ? "doubt" : "ink"} icon={serious ? "warn" : "info"}>
        {t(`ui-weight-${finding.weight}`)}
      </Mark>
      <p>{say(finding.wording as Wording)}</p>
      <p className="quiet">{say(finding.cure as Wording)}</p>
    </li>
  );
}
