import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "@/api/access";
import { api } from "@/api/client";
import { queryClient } from "@/api/queries";
import type { Diagnosis } from "@/api/schema";
import { Button, Dialog, Field, ProblemNotice } from "@/design";
import { useTexts } from "@/texts";

/** Ends a diagnosis that waits or runs: asks first, for what is lost is work of minutes. */
export function Cancel({ job }: { job: Diagnosis }) {
  const { t } = useTexts();
  const access = useAccess();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const cancel = useMutation({
    mutationFn: () =>
      api.POST("/api/v1/diagnoses/{job_id}/cancel/", {
        params: { path: { job_id: job.id } },
        body: { reason },
      }),
    onSuccess: () => {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: ["diagnosis", job.id] });
    },
  });
  return (
    <>
      <Button
        kind="danger"
        disabled={!access.may("diagnosis.cancel") || job.cancel_requested}
        onClick={() => setAsking(true)}
      >
        {t(job.cancel_requested ? "ui-cancelling" : "ui-cancel")}
      </Button>
      <Dialog title={t("ui-cancel-title")} open={asking} onClose={() => setAsking(false)}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            cancel.mutate();
          }}
        >
          <p>{t("ui-cancel-what")}</p>
          <Field label={t("ui-reason")} hint={t("ui-reason-optional")}>
            {(props) => (
              <input
                {...props}
                className="input"
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          {cancel.error && <ProblemNotice error={cancel.error} />}
          <Button kind="danger" type="submit" busy={cancel.isPending}>
            {t("ui-cancel-send")}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
