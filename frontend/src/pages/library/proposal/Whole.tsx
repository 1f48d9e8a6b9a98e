import { useState } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button, type ButtonProps } from "@/design/components/Button";
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
  return (
    <ConfirmedAct
      proposal={proposal.id}
      act={(path) => bodyOf(api.POST("/api/v1/guidelines/proposals/{proposal_id}/withdraw/", path))}
      name={t("proposal-withdraw")}
      title={t("proposal-withdraw-title")}
      text={t("proposal-withdraw-text")}
      confirms="danger"
    />
  );
}

/** Goes on with what somebody left who curates no more. */
export function TakeOver({ proposal }: { proposal: ProposalDetail }) {
  const { t } = useTexts();
  const { api } = useCentre();
  return (
    <ConfirmedAct
      proposal={proposal.id}
      act={(path) =>
        bodyOf(api.POST("/api/v1/guidelines/proposals/{proposal_id}/take-over/", path))
      }
      name={t("proposal-take-over")}
      title={t("proposal-take-over-title")}
      text={t("proposal-take-over-text", { owner: actorName(proposal.owner) })}
      kind="bare"
      confirms="main"
    />
  );
}

interface ConfirmedActProps {
  proposal: string;
  act: (path: { params: { path: { proposal_id: string } } }) => Promise<ProposalDetail>;
  name: string;
  title: string;
  text: string;
  /** Of the button that asks, and of the one that confirms. */
  kind?: NonNullable<ButtonProps["kind"]>;
  confirms: "main" | "danger";
}

/** An act on the whole proposal, which is confirmed in a dialog. */
function ConfirmedAct(props: ConfirmedActProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { proposal, act, name, title, text, kind = "plain", confirms } = props;
  const doing = useProposalAct(
    proposal,
    () => act({ params: { path: { proposal_id: proposal } } }),
    () => setOpen(false),
  );
  const close = () => setOpen(false);
  return (
    <>
      <Button kind={kind} onPress={() => setOpen(true)}>
        {name}
      </Button>
      {isOpen && (
        <Dialog title={title} isOpen onClose={close}>
          <div className={layers.form}>
            <p>{text}</p>
            <Refused error={doing.error} />
            <div className={layers.acts}>
              <Button
                kind={confirms}
                isPending={doing.isPending}
                onPress={() => doing.mutate(undefined)}
              >
                {name}
              </Button>
              <Button onPress={close}>{t("leave")}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
