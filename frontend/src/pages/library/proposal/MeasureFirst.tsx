import { type UseMutationResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { effect, measureEffect } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { TextArea } from "@/design/components/TextArea";
import type { ProposalDetail } from "@/generated/schema";
import { FormDialog, useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { stageOf } from "../effect/model";
import { isNotMeasured } from "./acts";

interface MeasureFirstProps {
  proposal: Pick<ProposalDetail, "id" | "saved_at">;
  /** The act that would change the library; it is given why no measurement is waited for. */
  accepting: UseMutationResult<ProposalDetail, Error, string>;
}

/** Asks, where that was refused, whether to wait for the measurement, or why not. */
export function MeasureFirst({ proposal: { id, saved_at }, accepting }: MeasureFirstProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const isAsked =
    isNotMeasured(accepting.error) || (accepting.isPending && accepting.variables !== "");
  const of = { kind: "proposal", id } as const;
  const query = effect(api, centre, of, saved_at);
  const { data } = useQuery({ ...query, enabled: isAsked });
  const leave = () => accepting.reset();
  const measuring = useAct(
    () => measureEffect(api, of, ["cases"]),
    (now) => {
      client.setQueryData(query.queryKey, now);
      leave();
    },
  );
  if (!isAsked) return null;
  const stage = data ? stageOf(data.cases) : "waiting";
  const isUnderWay = stage === "waiting" || stage === "running";
  return (
    <FormDialog
      title={t("proposal-unmeasured-title")}
      act={t("proposal-unmeasured-accept")}
      isIncomplete={!/\p{L}/u.test(reason)}
      doing={{ isPending: accepting.isPending, error: measuring.error }}
      {...(isUnderWay && { leave: t("proposal-unmeasured-wait") })}
      onSubmit={() => accepting.mutate(reason.trim())}
      onClose={leave}
    >
      <p>
        {t("proposal-unmeasured")}{" "}
        {data &&
          t(`proposal-unmeasured-${stage}`, { done: data.cases.done, total: data.cases.total })}
      </p>
      {!isUnderWay && stage !== "measured" && (
        <Button isPending={measuring.isPending} onPress={() => measuring.mutate(undefined)}>
          {t("proposal-unmeasured-measure")}
        </Button>
      )}
      <TextArea
        label={t("proposal-unmeasured-reason")}
        hint={t("proposal-unmeasured-hint")}
        value={reason}
        maxLength={1000}
        onChange={setReason}
      />
    </FormDialog>
  );
}
