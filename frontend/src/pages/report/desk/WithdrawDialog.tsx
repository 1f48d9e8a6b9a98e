import { useState } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { TextArea } from "@/design/components/TextArea";
import { FormDialog, useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { useVersion } from "../reader";

/** Withdrawal with its reason, which stands above the version from then on. */
export default function WithdrawDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const { diagnosis, number } = useVersion();
  const [reason, setReason] = useState("");
  const doing = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/diagnoses/{job_id}/report/versions/{number}/withdraw/", {
          params: { path: { job_id: diagnosis, number } },
          body: { reason: reason.trim() },
        }),
      ),
    onClose,
  );
  return (
    <FormDialog
      title={t("desk-withdraw-title", { number })}
      act={t("desk-act-withdraw")}
      kind="danger"
      isIncomplete={reason.trim() === ""}
      doing={doing}
      onSubmit={() => doing.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("desk-withdraw-lead")}</p>
      <TextArea
        label={t("desk-withdraw-reason")}
        value={reason}
        maxLength={2000}
        isRequired
        autoFocus
        onChange={setReason}
      />
    </FormDialog>
  );
}
