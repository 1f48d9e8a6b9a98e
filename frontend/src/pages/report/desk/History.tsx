import { Time } from "@/design/components/Time";
import { Icon, type IconName } from "@/design/icons";
import type { Deed, VersionStatus } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { useStand, useStanding } from "../reader";
import styles from "./desk.module.css";

const WAY: readonly VersionStatus[] = ["draft", "in_review", "approved", "published"];

/** How far the version has come on its way to those who rely on it. */
export function Steps() {
  const { t } = useTexts();
  const { status } = useStand();
  const at = WAY.indexOf(status);
  if (at < 0) return null;
  return (
    <ol className={styles.steps} aria-label={t("desk-way")}>
      {WAY.map((step, place) => (
        <li
          key={step}
          aria-current={place === at ? "step" : undefined}
          data-done={place < at || undefined}
        >
          {t(`version-${step}`)}
        </li>
      ))}
    </ol>
  );
}

const SIGNS: Record<Deed["deed"], IconName> = {
  written: "draft",
  submitted: "next",
  reviewed: "in_review",
  corrected: "reports",
  correction_refused: "failed",
  published: "published",
  superseded: "superseded",
  withdrawn: "withdrawn",
};

function whoOf(label: string, { t }: Texts): string {
  if (label.startsWith("person:")) return actorName(label);
  return label.startsWith("service:") ? label : t("report-by-platform");
}

/** Who did what with the version, and when. */
export function History() {
  const texts = useTexts();
  const { t } = texts;
  const stand = useStand();
  const standing = useStanding();
  return (
    <section aria-label={t("desk-history")}>
      <h3>{t("desk-history")}</h3>
      {stand.corrects !== null && (
        <p className={styles.quiet}>
          {t("desk-history-corrects", { number: stand.corrects, note: stand.note })}
        </p>
      )}
      <ol className={styles.history}>
        {(standing?.deeds ?? []).map((deed) => (
          <li key={`${deed.at} ${deed.deed} ${deed.who}`}>
            <Icon name={SIGNS[deed.deed]} size={14} />
            <span>
              <strong>{whoOf(deed.who, texts)}</strong>{" "}
              {wordsOf(deed, stand.corrects !== null, texts)}{" "}
              <span className={styles.quiet}>
                <Time at={deed.at} />
              </span>
              {deed.note && <span className={styles.note}>{deed.note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function wordsOf(deed: Deed, isCorrection: boolean, { t }: Texts): string {
  if (deed.verdict) return t(`desk-review-${deed.verdict}`);
  if (deed.deed === "superseded") return t("desk-deed-superseded", { number: deed.number ?? 0 });
  if (deed.deed === "written" && isCorrection) return t("desk-deed-made");
  return t(`desk-deed-${deed.deed === "reviewed" ? "written" : deed.deed}`);
}
