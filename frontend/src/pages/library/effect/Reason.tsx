import { Link } from "@tanstack/react-router";
import type { EffectOf } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import { TextArea } from "@/design/components/TextArea";
import type { EffectInfo, EffectOnCases } from "@/generated/schema";
import { useTexts } from "@/text";
import { isolated } from "@/text/isolated";
import { useTyped } from "../useTyped";
import styles from "./effect.module.css";
import { turnedIn } from "./model";

/** Who gives the reason, as seen by the reader: themselves, on this page or on that of the proposal, or the owner. */
export type ReasonBy = "here" | "there" | "owner";

interface ReasonProps {
  of: EffectOf;
  info: EffectInfo;
  result: EffectOnCases;
  by: ReasonBy;
  onChange: ((reason: string) => void) | undefined;
}

/** That right results turn wrong, and why that may be. */
export function Reason({ of, info, result, by, onChange }: ReasonProps) {
  const { t } = useTexts();
  const { reason, reason_needed } = info;
  const { wrong, right } = turnedIn(result);
  if (wrong === 0)
    return right > 0 && <p className={styles.sentence}>{t("effect-cases-right", { right })}</p>;
  return (
    <Notice tone={reason_needed ? "bad" : "doubt"}>
      <p>
        <strong>
          {right > 0
            ? t("effect-cases-both", { wrong, right })
            : t("effect-cases-wrong", { count: wrong })}
        </strong>
      </p>
      {onChange ? (
        <Field reason={reason} onChange={onChange} />
      ) : (
        <>
          {reason_needed && <Missing of={of} by={by} />}
          {reason.trim() !== "" && (
            <>
              <p className={styles.quiet}>{t("effect-reason")}</p>
              <p className={styles.said}>{isolated(reason.trim())}</p>
            </>
          )}
        </>
      )}
    </Notice>
  );
}

/** That nobody has said why, and who says it where. */
function Missing({ of, by }: Pick<ReasonProps, "of" | "by">) {
  const { t } = useTexts();
  const { centre } = useCentre();
  if (of.kind === "candidate") return <p>{t("effect-reason-missing-release")}</p>;
  return (
    <p>
      {t(`effect-reason-missing-${by}`)}{" "}
      {by === "there" && of.kind === "proposal" && (
        <Link
          to="/c/$centre/library/proposals/$proposal"
          params={{ centre, proposal: of.id }}
          hash="effect"
        >
          {t("effect-reason-there")}
        </Link>
      )}
    </p>
  );
}

function Field({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const { t } = useTexts();
  const [typed, setTyped, leave] = useTyped(reason, onChange);
  return (
    <TextArea
      label={t("effect-reason")}
      hint={t("effect-reason-hint")}
      value={typed}
      maxLength={1000}
      onChange={setTyped}
      onBlur={leave}
    />
  );
}
