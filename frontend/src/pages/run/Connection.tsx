import type { FollowState } from "@/api/runSocket";
import { Button } from "@/design/components/Button";
import { Notice } from "@/design/components/Feedback";
import { useNow } from "@/design/components/Time";
import { type MessageId, useTexts } from "@/text";
import { clockText } from "./model";
import type { Missed } from "./useRun";

/** Ends of a connection that have words of their own; all others are a lost network. */
export const CODES: readonly number[] = [1011, 1012, 1013, 4400, 4401, 4403, 4404, 4408, 4429];
const LOST = 1006;
/** A break that is over before anybody has read of it is not worth a word. */
const WORTH_SECONDS = 3;

const wordsOf = (code: number | null): MessageId =>
  `run-close-${code !== null && CODES.includes(code) ? code : LOST}` as MessageId;

interface ConnectionProps {
  follow: FollowState | null;
  missed: Missed | null;
  onSeen: () => void;
}

/** Whether what is shown is how it stands: since when nothing was heard, and what came meanwhile. */
export function Connection({ follow, missed, onSeen }: ConnectionProps) {
  const { t } = useTexts();
  useNow();
  if (follow?.stand === "away") {
    const seconds = Math.round((performance.now() - follow.since) / 1000);
    if (seconds < WORTH_SECONDS && (follow.code ?? 0) < 4000) return null;
    return (
      <Notice tone="doubt" live>
        <p>{t("run-away", { time: clockText(seconds) })}</p>
        <p>{t(wordsOf(follow.code))}</p>
      </Notice>
    );
  }
  if (!missed || missed.seconds < WORTH_SECONDS) return null;
  return (
    <Notice live>
      <p>{t("run-missed", { time: clockText(missed.seconds), events: missed.events })}</p>
      <Button kind="bare" onPress={onSeen}>
        {t("close")}
      </Button>
    </Notice>
  );
}
