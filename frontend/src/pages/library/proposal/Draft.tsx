import { useRef } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { TextArea } from "@/design/components/TextArea";
import type { FieldInfo, ProposalDetail } from "@/generated/schema";
import { useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { EffectPane } from "../EffectPane";
import { ItemLink } from "../parts";
import { Unsaved } from "../Unsaved";
import { useTyped } from "../useTyped";
import { Refused, useProposalAct } from "./acts";
import { Card, FieldMark } from "./Card";
import { Conflict } from "./Conflict";
import { Groups } from "./Groups";
import { MeasureFirst } from "./MeasureFirst";
import { nextOf } from "./model";
import styles from "./proposal.module.css";
import { Withdraw } from "./Whole";

/** What the owner says of the whole: why it is proposed, and why right cases may turn wrong. */
type Reasons = Pick<ProposalDetail, "reason" | "effect_reason">;

interface DraftProps {
  proposal: ProposalDetail;
  /** Whether the owner has not yet said anything of their interests. */
  mustDeclare: boolean;
}

/** A proposal that its owner can edit: its reason, and what it changes. */
export function Draft({ proposal, mustDeclare }: DraftProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const path = { params: { path: { proposal_id: proposal.id } } };
  const saving = useProposalAct(proposal.id, (said: Partial<Reasons>) =>
    bodyOf(
      api.PATCH("/api/v1/guidelines/proposals/{proposal_id}/", {
        ...path,
        body: { reason: null, effect_reason: null, ...said },
      }),
    ),
  );
  /** What is on its way: it is kept before anything is handed in. */
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const unkept = useRef<Partial<Reasons>>({});
  const save = (said: Partial<Reasons>) => {
    const now = { ...unkept.current, ...said };
    unkept.current = now;
    sent.current = saving.mutateAsync(now).then(() => {
      if (unkept.current === now) unkept.current = {};
    });
    sent.current.catch(() => {});
  };
  const [reason, setReason, leave] = useTyped(proposal.reason, (said) => save({ reason: said }));
  const submitting = useProposalAct(proposal.id, async (unmeasured: string) => {
    await sent.current.catch(() => saving.mutateAsync(unkept.current));
    return bodyOf(
      api.POST("/api/v1/guidelines/proposals/{proposal_id}/submit/", {
        ...path,
        body: { unmeasured },
      }),
    );
  });
  const next = nextOf({ ...proposal, reason });
  const isReady = next === "ready" || next === "returned-ready";
  const saved =
    saving.isPending || reason !== proposal.reason ? "proposal-saving" : "proposal-is-saved";
  return (
    <>
      <div className={styles.reason}>
        <TextArea
          label={t("proposal-reason")}
          hint={t("proposal-reason-hint")}
          value={reason}
          maxLength={1000}
          onChange={setReason}
          onBlur={leave}
        />
        <span className={styles.quiet} role="status">
          {(saving.isPending || saving.isSuccess) && t(saved)}
        </span>
      </div>
      <Refused error={saving.error} />
      <Unsaved isLost={saving.isError} />
      <Groups
        fields={proposal.changes}
        problems={proposal.problems}
        isThere
        more={({ kind, item }) => (
          <span className={styles.edit}>
            <ItemLink kind={kind} item={item}>
              {t("proposal-edit")}
            </ItemLink>
          </span>
        )}
      >
        {(field) => (
          <Card
            key={field.id}
            field={field}
            proposal={proposal}
            mark={<FieldMark field={field} isInReview={false} />}
            change={
              field.conflict && (
                <Conflict
                  key={field.conflict.revision}
                  proposal={proposal.id}
                  field={field}
                  conflict={field.conflict}
                  isMine
                />
              )
            }
          >
            <Drop proposal={proposal.id} field={field} />
          </Card>
        )}
      </Groups>
      <EffectPane
        of={{ kind: "proposal", id: proposal.id }}
        state={proposal.saved_at}
        isWrong={proposal.problems.length > 0}
        changes={proposal.changes}
        onReason={(said) => save({ effect_reason: said })}
      />
      <div className={styles.bar}>
        <Refused error={submitting.error} />
        <MeasureFirst proposal={proposal} accepting={submitting} />
        {mustDeclare && <p>{t("proposal-interest-first")}</p>}
        <div className={styles.buttons}>
          <Button
            kind="main"
            isDisabled={!isReady || mustDeclare}
            isPending={submitting.isPending}
            onPress={() => submitting.mutate("")}
          >
            {t("proposal-hand-in")}
          </Button>
          <Withdraw proposal={proposal} />
        </div>
      </div>
    </>
  );
}

function Drop({ proposal, field }: { proposal: string; field: FieldInfo }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const dropping = useAct(
    () =>
      bodyOf(
        api.DELETE("/api/v1/guidelines/proposals/{proposal_id}/fields/{field_id}/", {
          params: { path: { proposal_id: proposal, field_id: field.id } },
        }),
      ),
    () => {},
  );
  return (
    <div className={styles.decide}>
      <Refused error={dropping.error} />
      <div className={styles.buttons}>
        <Button
          icon="close"
          isPending={dropping.isPending}
          onPress={() => dropping.mutate(undefined)}
        >
          {t("proposal-drop")}
        </Button>
      </div>
    </div>
  );
}
