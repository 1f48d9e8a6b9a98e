import { Link } from "@tanstack/react-router";
import { useCentre } from "@/app/context";
import button from "@/design/components/Button.module.css";
import type { ProblemInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "../item/item.module.css";
import type { Of } from "../names";
import { Problems } from "./Adjusted";
import { useOverlayDraft } from "./draft";

interface StandingProps {
  /** The item that is written. */
  of: Of;
  /** What is wrong with it. */
  problems: readonly ProblemInfo[];
  /** What of that is wrong in no field that is shown. */
  elsewhere: readonly ProblemInfo[];
}

/** Whether what is typed is kept, what is wrong in no field of the page, and the way to the whole draft. */
export function Standing({ of, problems, elsewhere }: StandingProps) {
  const { t } = useTexts();
  const { may } = useCentre();
  const draft = useOverlayDraft();
  return (
    <section className={styles.draft} aria-labelledby="overlay-panel">
      <h2 id="overlay-panel">{t("overlay-panel")}</h2>
      {may("library.propose") && <p className={styles.hint}>{t("overlay-panel-how")}</p>}
      <Problems problems={elsewhere} of={of} />
      {problems.length > 0 && (
        <p className={styles.mistake}>{t("overlay-panel-problems", { count: problems.length })}</p>
      )}
      {draft.unsent.size > 0 && (
        <p className={styles.mistake} role="status">
          {t("overlay-panel-unsent", { count: draft.unsent.size })}
        </p>
      )}
      {may("library.propose") &&
        (draft.changes.length > 0 || draft.isSaving || draft.isRefused) && (
          <p className={styles.hint} role="status">
            {t(
              draft.isSaving
                ? "overlay-saving"
                : draft.isRefused
                  ? "overlay-not-saved"
                  : "overlay-saved",
            )}
          </p>
        )}
      <CentreLink className={[button.button, button.main].join(" ")} />
    </section>
  );
}

/** Leads to all that the centre says otherwise. */
export function CentreLink({ className }: { className?: string | undefined }) {
  const { t } = useTexts();
  const { centre } = useCentre();
  return (
    <Link to="/c/$centre/library/centre" params={{ centre }} className={className}>
      {t("overlay-panel-go")}
    </Link>
  );
}
