import { Mark, type Tone } from "@/design/components/Marks";
import { Ago } from "@/design/components/Time";
import type { IconName } from "@/design/icons";
import type { DecisionInfo, DecisionVerdict, FieldInfo, WordingInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { isolated } from "@/text/isolated";
import { useNames } from "../names";
import { FieldChange } from "./FieldChange";
import styles from "./proposal.module.css";

const SIGNS: Record<DecisionVerdict, [Tone, IconName]> = {
  approve: ["good", "approved"],
  correct: ["doubt", "draft"],
  return: ["bad", "back"],
};

/** Every wording of a field with what was said of it; of a single one it is folded. */
export function History({ field }: { field: FieldInfo }) {
  const { t } = useTexts();
  const { wordings } = field;
  const said = wordings.flatMap((wording) => wording.decisions);
  if (wordings.length < 2 && said.length === 0) return null;
  const isNeeded = wordings.length > 1 || said.some((one) => one.verdict !== "approve");
  return (
    <details className={styles.history} open={isNeeded || undefined}>
      <summary>{t("proposal-history", { count: wordings.length })}</summary>
      <ol>
        {wordings.map((wording) => (
          <li key={wording.id}>
            <Wording field={field} wording={wording} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Wording({ field, wording }: { field: FieldInfo; wording: WordingInfo }) {
  const { t } = useTexts();
  const names = useNames();
  const { number, by, at, corrects, value, unit, decisions } = wording;
  const corrected = field.wordings.find((one) => one.id === corrects);
  return (
    <>
      <p className={styles.line}>
        <strong>{t("proposal-wording", { number })}</strong>
        {corrects !== null && <span>{t("proposal-corrects")}</span>}
        <span className={styles.quiet}>
          {actorName(by)} · <Ago at={at} />
        </span>
      </p>
      {corrected ? (
        <FieldChange field={field} wording={{ ...wording, was: corrected.value }} />
      ) : (
        <p className={styles.value}>{names.value(field.path, value, unit)}</p>
      )}
      {decisions.map((decision) => (
        <Said key={`${decision.by} ${decision.at}`} decision={decision} />
      ))}
    </>
  );
}

function Said({ decision }: { decision: DecisionInfo }) {
  const { t } = useTexts();
  const { verdict, by, at, reason, interest } = decision;
  const [tone, icon] = SIGNS[verdict];
  const person = actorName(by);
  return (
    <div className={styles.said}>
      <p className={styles.line}>
        <Mark tone={tone} icon={icon} name={t(`proposal-said-${verdict}`, { person })} />
        <span className={styles.quiet}>
          <Ago at={at} />
        </span>
      </p>
      {reason && <p>{isolated(reason)}</p>}
      <Declared person={person} text={interest} />
    </div>
  );
}

/** What somebody declared of their interests, where there is something. */
export function Declared({ person, text }: { person: string; text: string }) {
  const { t } = useTexts();
  if (text.trim() === "") return null;
  return (
    <p className={styles.quiet}>{t("proposal-interests-of", { person, text: isolated(text) })}</p>
  );
}
