import { useState } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import { Select } from "@/design/components/Select";
import { TextField } from "@/design/components/TextField";
import type { RunView, SteeringAction } from "@/generated/schema";
import { useTexts } from "@/text";
import { FormDialog, useAct } from "../acts";
import { closedTo, type Order } from "./model";

interface OrderDialogProps {
  run: RunView;
  order: Order;
  onClose: () => void;
}

const KINDS = ["add", "pin"] as const;

/**
 * An order with its reason: to ask for a factor, to set one aside, to conclude, to stop. It follows the run:
 * when the order is no longer possible it says so, and keeps what was typed.
 */
export default function OrderDialog({ run, order, onClose }: OrderDialogProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [reason, setReason] = useState("");
  const [kind, setKind] = useState<(typeof KINDS)[number]>("add");
  const [factor, setFactor] = useState("factor" in order ? order.factor : undefined);
  const known = run.factors.find((one) => one.entry_id === factor);
  const path = { job_id: run.id };
  const doing = useAct(async () => {
    if (order.act === "stop") {
      await api.POST("/api/v1/diagnoses/{job_id}/cancel/", {
        params: { path },
        body: { reason: reason.trim() },
      });
      return;
    }
    const action: SteeringAction = order.act === "ask" ? kind : order.act;
    await bodyOf(
      api.POST("/api/v1/diagnoses/{job_id}/steering/", {
        params: { path },
        body: { action, factor: factor ?? "", reason: reason.trim() },
      }),
    );
  }, onClose);
  const words = {
    ask: [t("run-order-title"), t("run-order-lead"), t("run-order")],
    veto: [
      t("run-veto-title", { name: known?.name ?? "" }),
      t("run-veto-lead"),
      t("run-action-veto"),
    ],
    conclude: [t("run-conclude-title"), t("run-conclude-lead"), t("run-conclude")],
    stop: [t("run-stop-title"), t("run-stop-lead"), t("run-stop-act")],
  }[order.act];
  const needsFactor = order.act === "ask";
  const closed = closedTo(run, order.act, known);
  // The list stays as it was opened: nothing moves under the pointer while the run goes on.
  const [atFirst] = useState(run.offered);
  const offered = atFirst.map((one) => ({ value: one.entry_id, name: one.name }));
  // What was set aside can be taken back.
  if (known && needsFactor && !atFirst.includes(known)) {
    offered.unshift({ value: known.entry_id, name: known.name });
  }
  return (
    <FormDialog
      title={words[0] ?? ""}
      act={words[2] ?? ""}
      kind={order.act === "stop" ? "danger" : "main"}
      isIncomplete={closed !== null || reason.trim() === "" || (needsFactor && !factor)}
      doing={doing}
      onSubmit={() => doing.mutate(undefined)}
      onClose={onClose}
    >
      {closed ? (
        <Notice tone="doubt" live>
          <p>{t(`run-closed-${closed}`)}</p>
          {reason !== "" && <p>{t("run-closed-kept")}</p>}
        </Notice>
      ) : (
        <p>{words[1]}</p>
      )}
      {needsFactor && (
        <>
          <Select
            label={t("run-order-factor")}
            any={t("run-order-choose")}
            options={offered}
            value={factor}
            onChange={setFactor}
          />
          <Select
            label={t("run-order-kind")}
            any={t("run-order-add")}
            options={[{ value: "pin" as const, name: t("run-order-pin") }]}
            value={kind === "pin" ? kind : undefined}
            onChange={(chosen) => setKind(chosen ?? "add")}
          />
        </>
      )}
      <TextField
        label={t("run-order-reason")}
        hint={t("run-order-reason-hint")}
        value={reason}
        onChange={setReason}
        maxLength={500}
        autoFocus
      />
    </FormDialog>
  );
}
