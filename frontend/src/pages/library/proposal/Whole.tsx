import { type ReactNode, useState } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import layers from "@/design/components/Layers.module.css";
import type { ProposalDetail } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { Refused, useProposalAct } from "./acts";

/** Ends a proposal, when its owner has confirmed it. */
export function Withdraw({ proposal }: { proposal: ProposalDetail }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [isOpen, setOpen] = useState(false);
  const doing = useProposalAct(
    proposal.id,
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/proposals/{proposal_id}/withdraw/", {
          params: { path: { proposal_id: proposal.id } },
        }),
      ),
    () => setOpen(false),
  );
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t("proposal-withdraw")}</Button>
      {isOpen && (
        <Confirm
          title={t("proposal-withdraw-title")}
          act={t("proposal-withdraw")}
          kind="danger"
          doing={doing}
          onConfirm={() => doing.mutate(undefined)}
          onClose={() => setOpen(false)}
        >
          {t("proposal-withdraw-text")}
        </Confirm>
      )}
    </>
  );
}

/** Goes on with what somebody left who curates no more. */
export function TakeOver({ proposal }: { proposal: ProposalDetail }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [isOpen, setOpen] = useState(false);
  const doing = useProposalAct(
    proposal.id,
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/proposals/{proposal_id}/take-over/", {
          params: { path: { proposal_id: proposal.id } },
        }),
      ),
    () => setOpen(false),
  );
  return (
    <>
      <Button kind="bare" onPress={() => setOpen(true)}>
        {t("proposal-take-over")}
      </Button>
      {isOpen && (
        <Confirm
          title={t("proposal-take-over-title")}
          act={t("proposal-take-over")}
          kind="main"
          doing={doing}
          onConfirm={() => doing.mutate(undefined)}
          onClose={() => setOpen(false)}
        >
          {t("proposal-take-over-text", { owner: actorName(proposal.owner) })}
        </Confirm>
      )}
    </>
  );
}

interface ConfirmProps {
  title: string;
  act: string;
  kind: "main" | "danger";
  doing: { isPending: boolean; error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

function Confirm({ title, act, kind, doing, onConfirm, onClose, children }: ConfirmProps) {
  const { t } = useTexts();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className={layers.form}>
        <p>{children}</p>
        <Refused error={doing.error} />
        <div className={layers.acts}>
          <Button kind={kind} isPending={doing.isPending} onPress={onConfirm}>
            {act}
          </Button>
          <Button onPress={onClose}>{t("leave")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
