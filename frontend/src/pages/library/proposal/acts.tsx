import { type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { proposal } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import type { ProblemInfo, ProposalDetail } from "@/generated/schema";
import { useAct } from "@/pages/acts";
import { type MessageId, useTexts } from "@/text";
import { Problems } from "./Problems";

/** An act on a proposal: the page shows what it answers; where it is refused, what there is now. */
export function useProposalAct<Given>(
  id: string,
  act: (given: Given) => Promise<ProposalDetail>,
  onDone: (now: ProposalDetail) => void = () => {},
): UseMutationResult<ProposalDetail, Error, Given> {
  const { api, centre } = useCentre();
  const client = useQueryClient();
  const { queryKey } = proposal(api, centre, id);
  return useAct(
    (given: Given) =>
      act(given).catch((error: unknown) => {
        void client.invalidateQueries({ queryKey });
        throw error;
      }),
    (now) => {
      client.setQueryData(queryKey, now);
      onDone(now);
    },
  );
}

/** Refusals that have words of their own here. */
const REFUSALS = {
  owner_still_there: "proposal-refused-owner_still_there",
  wording_changed: "proposal-refused-wording_changed",
  change_not_opened: "proposal-refused-change_not_opened",
  already_decided: "proposal-refused-already_decided",
  first_author_decides: "proposal-refused-first_author_decides",
  curator_required: "proposal-refused-curator_required",
  second_person_required: "proposal-refused-second_person_required",
  not_in_review: "proposal-refused-not_in_review",
  not_editable: "proposal-refused-not_editable",
  proposal_closed: "proposal-refused-proposal_closed",
  proposal_conflict: "proposal-refused-proposal_conflict",
  changed_since: "proposal-refused-changed_since",
  interest_not_declared: "proposal-refused-interest_not_declared",
  invalid_proposal: "proposal-refused-invalid_proposal",
  unit_refused: "proposal-refused-unit_refused",
  no_correction: "proposal-refused-no_correction",
  effect_reason_missing: "proposal-refused-effect_reason_missing",
} as const satisfies Record<string, MessageId>;

/** What the platform found wrong when it refused. */
const problemsIn = (error: Problem): ProblemInfo[] =>
  error.code === "invalid_proposal" && Array.isArray(error.data.problems)
    ? (error.data.problems as ProblemInfo[])
    : [];

/** Whether the library would change, and nobody knows yet whether right cases turn wrong. */
export const isNotMeasured = (error: Error | null): boolean =>
  error instanceof Problem && error.code === "effect_not_measured";

/** Why an act on a proposal was refused, in the reader's language; a missing measurement has a dialog. */
export function Refused({ error }: { error: Error | null }) {
  const { t } = useTexts();
  if (!error || isNotMeasured(error)) return null;
  const words =
    error instanceof Problem && Object.hasOwn(REFUSALS, error.code)
      ? REFUSALS[error.code as keyof typeof REFUSALS]
      : undefined;
  if (!words || !(error instanceof Problem)) return <ProblemNotice error={error} />;
  return (
    <Notice tone="doubt" live>
      <p>{t(words)}</p>
      <Problems problems={problemsIn(error)} />
      {error.code === "effect_reason_missing" && (
        <Button onPress={goToEffect}>{t("proposal-to-effect")}</Button>
      )}
    </Notice>
  );
}

/** Leads to the field of the missing reason; where only its owner has it, to what turns wrong. */
function goToEffect() {
  const pane = document.getElementById("effect");
  const place = pane?.querySelector("textarea") ?? pane;
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "center" });
}
