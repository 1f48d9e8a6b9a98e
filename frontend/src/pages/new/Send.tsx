import { Button } from "@/design/components/Button";
import { Icon } from "@/design/icons";
import { useTexts } from "@/text";
import type { Blocker } from "./draft";
import { leadTo, useBlockerText } from "./parts";
import { Refusal } from "./refusal";
import styles from "./Send.module.css";

const NAMED = 3;

interface SendProps {
  blockers: readonly Blocker[];
  /** Why the platform did not take this request. */
  refusal: Error | null;
  /** The part where that is said; null where it is about none. */
  refusedAt: Blocker["at"] | null;
  isSending: boolean;
  /** Whether the data hold a part of what is asked for, and not the rest. */
  isInPart: boolean;
  onSend: () => void;
}

/** Sends, or says what is in the way and leads there. */
export function Send({ blockers, refusal, refusedAt, isSending, isInPart, onSend }: SendProps) {
  const { t } = useTexts();
  const said = useBlockerText();
  const [first] = blockers;
  return (
    <footer className={styles.send}>
      <div className={styles.why} role="status">
        {blockers.length === 0 && !refusal && (
          <p>{t(isInPart ? "new-ready-in-part" : "new-ready")}</p>
        )}
        {refusal && refusedAt && (
          <button type="button" onClick={() => leadTo(refusedAt)}>
            <Icon name="warning" size={14} />
            {t("new-refused")}
          </button>
        )}
        {blockers.slice(0, NAMED).map((one) => (
          <button
            key={`${one.at} ${one.code} ${one.message}`}
            type="button"
            onClick={() => leadTo(one.at)}
          >
            <Icon name="warning" size={14} />
            {said(one)}
          </button>
        ))}
        {blockers.length > NAMED && <p>{t("new-more", { count: blockers.length - NAMED })}</p>}
        {refusal && !refusedAt && <Refusal error={refusal} onRetry={onSend} />}
      </div>
      <Button
        kind={first ? "plain" : "main"}
        keys={first ? undefined : "mod+Enter"}
        isPending={isSending}
        onPress={() => (first ? leadTo(first.at) : onSend())}
      >
        {first ? t("new-not-yet") : t("new-send")}
      </Button>
    </footer>
  );
}
