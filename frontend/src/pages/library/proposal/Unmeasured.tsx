import { useQuery } from "@tanstack/react-query";
import { effect } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import type { NewDecision, ProposalDetail } from "@/generated/schema";
import { useTexts } from "@/text";
import { stageOf } from "../effect/model";
import styles from "./proposal.module.css";

interface UnmeasuredProps {
  proposal: Pick<ProposalDetail, "id" | "saved_at">;
  /** What is about to be sent. */
  decisions: readonly Pick<NewDecision, "verdict">[];
}

/** Before an approval: that nobody knows yet whether right cases turn wrong. */
export function Unmeasured({ proposal: { id, saved_at }, decisions }: UnmeasuredProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const isApproval = decisions.some(({ verdict }) => verdict === "approve");
  const { data } = useQuery({
    ...effect(api, centre, { kind: "proposal", id }, saved_at),
    enabled: isApproval,
  });
  if (!isApproval || !data || data.digest === "") return null;
  const stage = stageOf(data.cases);
  if (stage === "measured") return null;
  return (
    <Notice tone="doubt">
      <p>
        {t("proposal-unmeasured")}{" "}
        <span className={styles.quiet}>
          {t(`proposal-unmeasured-${stage}`, { done: data.cases.done, total: data.cases.total })}
        </span>
      </p>
    </Notice>
  );
}
