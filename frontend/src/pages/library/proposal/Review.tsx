import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { bodyOf } from "@/api/client";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import { useShortcuts } from "@/app/shortcuts";
import { Button } from "@/design/components/Button";
import { Notice } from "@/design/components/Feedback";
import { Mark } from "@/design/components/Marks";
import type { DecisionVerdict, FieldInfo, ProposalDetail } from "@/generated/schema";
import { useKept } from "@/pages/kept";
import { useTexts } from "@/text";
import { Refused, useProposalAct } from "./acts";
import { Card, FieldMark } from "./Card";
import { Conflict } from "./Conflict";
import { Decide } from "./Decide";
import {
  type Gathered,
  isPassed,
  NOTHING,
  nextUndecided,
  toSend,
  type Word,
  withDecided,
  withStarted,
  withUndone,
  wordOn,
} from "./decisions";
import { Groups } from "./Groups";
import { MeasureFirst } from "./MeasureFirst";
import { correctionOf, fieldOf, groupsOf } from "./model";
import { Outcome } from "./Outcome";
import styles from "./proposal.module.css";
import { Unmeasured } from "./Unmeasured";
import { Withdraw } from "./Whole";

interface ReviewProps {
  proposal: ProposalDetail;
  /** Whether the reader has not yet said anything of their interests. */
  mustDeclare: boolean;
}

/** A proposal to read and, where it waits for the reader, to decide field by field. */
export function Review({ proposal, mustDeclare }: ReviewProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const frame = useRef<HTMLDivElement>(null);
  const [gathered, keep] = useKept<Gathered>("proposal", proposal.id, NOTHING);
  /** The field that the reader has just begun to write about: the focus goes there. */
  const [begun, setBegun] = useState<string | null>(null);
  const [sent, setSent] = useState<ProposalDetail | null>(null);
  const fields = groupsOf(proposal.changes).flatMap((group) => group.fields);
  const decisions = toSend(gathered, fields);
  const path = { params: { path: { proposal_id: proposal.id } } };
  const sending = useProposalAct(
    proposal.id,
    (unmeasured: string) =>
      bodyOf(
        api.POST("/api/v1/guidelines/proposals/{proposal_id}/decisions/", {
          ...path,
          body: { decisions, unmeasured },
        }),
      ),
    (now) => {
      keep(NOTHING);
      setSent(now);
    },
  );
  const recalling = useProposalAct(proposal.id, () =>
    bodyOf(api.POST("/api/v1/guidelines/proposals/{proposal_id}/recall/", path)),
  );
  const refused =
    sending.error instanceof Problem ? fieldOf(sending.error.data.wording, fields) : undefined;
  const noticeOn = (field: FieldInfo) => {
    if (wordOn(gathered, field)) return null;
    if (field === refused) return <Refused error={sending.error} />;
    return isPassed(gathered, field) && <Notice tone="doubt">{t("proposal-passed")}</Notice>;
  };

  const go = (id: string | undefined) => {
    const card = id && frame.current?.querySelector<HTMLElement>(`[data-field="${id}"]`);
    const place = card || frame.current?.querySelector<HTMLElement>("[data-send]");
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "nearest" });
  };
  const current = () => {
    const id = document.activeElement?.closest<HTMLElement>("[data-field]")?.dataset.field;
    return fields.find((field) => field.id === id);
  };
  const decide = (field: FieldInfo, word: Word) => {
    const next = withDecided(gathered, field, word);
    flushSync(() => keep(next));
    go(nextUndecided(next, fields, field.id)?.id);
  };
  const begin = (field: FieldInfo, verdict: DecisionVerdict) => {
    const word = { verdict, reason: "", value: field.value, unit: "" };
    if (verdict === "approve") return decide(field, word);
    setBegun(field.id);
    keep(withStarted(gathered, field, word));
  };
  const leave = (field: FieldInfo, next: Gathered) => {
    flushSync(() => keep(next));
    go(field.id);
  };
  const step = (by: number) => {
    const field = current();
    const at = field ? fields.indexOf(field) + by : 0;
    go(fields[Math.min(Math.max(at, 0), fields.length - 1)]?.id);
  };
  /** Keys act on the field that has the focus; without one they lead to the first that waits. */
  const onKey = (act: (field: FieldInfo) => void) => () => {
    const field = current();
    if (!field) go(nextUndecided(gathered, fields)?.id);
    else if (field.waits_for_me) act(field);
  };
  const isOpen = (field: FieldInfo) => !wordOn(gathered, field) && !gathered.started[field.id];
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    a: onKey((field) => isOpen(field) && begin(field, "approve")),
    c: onKey((field) => isOpen(field) && correctionOf(field) && begin(field, "correct")),
    r: onKey((field) => isOpen(field) && begin(field, "return")),
    u: onKey((field) => wordOn(gathered, field) && leave(field, withUndone(gathered, field))),
  });

  const all = fields.filter((field) => field.waits_for_me).length;
  const isInReview = proposal.state === "in_review";
  const isOwners = proposal.mine && isInReview;
  return (
    <div ref={frame} className={styles.review}>
      <Groups
        fields={proposal.changes}
        problems={proposal.problems}
        isThere={proposal.state === "accepted"}
      >
        {(field) => {
          const word = wordOn(gathered, field);
          const mark = word ? (
            <Mark tone="ink" icon="draft" name={t("proposal-field-not-sent")} />
          ) : (
            <FieldMark field={field} isInReview={isInReview} />
          );
          return (
            <Card
              key={field.id}
              field={field}
              proposal={proposal}
              mark={mark}
              notice={noticeOn(field)}
              change={
                field.conflict && (
                  <Conflict
                    proposal={proposal.id}
                    field={field}
                    conflict={field.conflict}
                    isMine={false}
                  />
                )
              }
            >
              {field.waits_for_me && (
                <Decide
                  field={field}
                  word={word}
                  started={gathered.started[field.id]}
                  isBegun={begun === field.id}
                  changes={proposal.changes}
                  onBegin={(verdict) => begin(field, verdict)}
                  onWrite={(next) => {
                    const kept = withStarted(gathered, field, next);
                    if (next) keep(kept);
                    else leave(field, kept);
                  }}
                  onDecide={(next) => decide(field, next)}
                  onUndo={() => leave(field, withUndone(gathered, field))}
                />
              )}
            </Card>
          );
        }}
      </Groups>
      {(all > 0 || isOwners || sent) && (
        <div className={styles.bar}>
          {sent && decisions.length === 0 && <Outcome proposal={sent} />}
          {!refused && <Refused error={sending.error} />}
          <Refused error={recalling.error} />
          <Unmeasured proposal={proposal} decisions={decisions} />
          <MeasureFirst proposal={proposal} accepting={sending} />
          {all > 0 && mustDeclare && <p>{t("proposal-interest-first")}</p>}
          <div className={styles.buttons}>
            {all > 0 && (
              <Button
                kind="main"
                data-send
                isDisabled={decisions.length === 0 || mustDeclare}
                isPending={sending.isPending}
                onPress={() =>
                  sending.mutate("", {
                    onError: (error) =>
                      error instanceof Problem && go(fieldOf(error.data.wording, fields)?.id),
                  })
                }
              >
                {t("proposal-send", { count: decisions.length })}
              </Button>
            )}
            {all > 0 && <span>{t("proposal-decided-of", { decided: decisions.length, all })}</span>}
            {isOwners && (
              <>
                <Button isPending={recalling.isPending} onPress={() => recalling.mutate(undefined)}>
                  {t("proposal-recall")}
                </Button>
                <Withdraw proposal={proposal} />
              </>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
