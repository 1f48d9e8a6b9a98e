import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { overlay } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import type { OverlayInfo } from "@/generated/schema";
import { type MessageId, useTexts } from "@/text";

/** An act on the draft, shown in a release: the page shows what it answers; where it is refused, what there is now. */
export function useOverlayAct<Given>(
  release: string | undefined,
  act: (given: Given) => Promise<OverlayInfo>,
  onDone: () => void = () => {},
): UseMutationResult<OverlayInfo, Error, Given> {
  const { api, centre } = useCentre();
  const client = useQueryClient();
  const { queryKey } = overlay(api, centre, release);
  return useMutation({
    mutationFn: act,
    onSuccess: async (now) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, now);
      void client.invalidateQueries({ queryKey: [centre, "library", "overlay"] });
      onDone();
    },
    onError: () => void client.invalidateQueries({ queryKey: [centre, "library", "overlay"] }),
  });
}

/** Refusals that have words of their own here. */
const REFUSALS = {
  overlay_conflict: "overlay-refused-overlay_conflict",
  invalid_proposal: "overlay-refused-invalid_proposal",
  already_in_force: "overlay-refused-already_in_force",
  already_proposed: "overlay-refused-already_proposed",
  reason_missing: "overlay-refused-reason_missing",
  changed_since: "overlay-refused-changed_since",
  no_conflict: "overlay-refused-no_conflict",
  overlapping_fields: "overlay-refused-overlapping_fields",
  not_adjustable: "overlay-refused-not_adjustable",
} as const satisfies Record<string, MessageId>;

/** Why an act on the draft was refused, in the reader's language. */
export function Refused({ error }: { error: Error | null | undefined }) {
  const { t } = useTexts();
  if (!error) return null;
  const words =
    error instanceof Problem && Object.hasOwn(REFUSALS, error.code)
      ? REFUSALS[error.code as keyof typeof REFUSALS]
      : undefined;
  if (!words) return <ProblemNotice error={error} />;
  return (
    <Notice tone="doubt" live>
      <p>{t(words)}</p>
    </Notice>
  );
}
