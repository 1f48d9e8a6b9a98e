import { Icon, type IconName } from "@/design/icons";
import type { EvidenceNote } from "@/generated/schema";
import { VERDICT_ICONS } from "@/pages/verdictIcons";
import { useTexts } from "@/text";
import styles from "./Side.module.css";

const ICONS: Record<NonNullable<EvidenceNote["verdict"]> | "none", IconName> = {
  ...VERDICT_ICONS,
  none: "reports",
};

/** The verdict on a piece of evidence: symbol and word, and whether it counts. */
export function VerdictLine({ note }: { note: EvidenceNote }) {
  const { t } = useTexts();
  const verdict = note.verdict ?? "none";
  return (
    <span className={[styles.verdict, styles[note.counts === false ? "none" : verdict]].join(" ")}>
      <Icon name={note.counts === false ? "cancelled" : ICONS[verdict]} size={14} />
      <span>{t(note.counts === false ? "report-not-counted" : `report-verdict-${verdict}`)}</span>
    </span>
  );
}
