import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Ago } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import type { ConflictInfo, FieldChoice, FieldInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { isolated } from "@/text/isolated";
import { useNames } from "../names";
import { Refused, useProposalAct } from "./acts";
import { isRemoval } from "./model";
import styles from "./proposal.module.css";

interface ConflictProps {
  proposal: string;
  field: FieldInfo;
  conflict: ConflictInfo;
  /** Whether the reader chooses, or only sees it. */
  isMine: boolean;
}

/** A field that somebody else has changed since: what it was, what it is, what is proposed. */
export function Conflict({ proposal, field, conflict, isMine }: ConflictProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const names = useNames();
  const [choose, setChoose] = useState<FieldChoice | null>(null);
  const { revision, theirs, by, at, reason } = conflict;
  const person = by.startsWith("system:") ? t("lib-by-package") : actorName(by);
  const choosing = useProposalAct(
    proposal,
    (chosen: FieldChoice) =>
      bodyOf(
        api.POST("/api/v1/guidelines/proposals/{proposal_id}/fields/{field_id}/choice/", {
          params: { path: { proposal_id: proposal, field_id: field.id } },
          body: { choose: chosen, revision },
        }),
      ),
    // What was chosen in is gone: reading goes on at the field, where it still is.
    () => document.querySelector<HTMLElement>(`[data-field="${field.id}"]`)?.focus(),
  );
  /** Of a whole item, the revision says which: its page shows what changed. */
  const written = (value: unknown, number: number) => {
    if (number === 0) return t("proposal-not-there");
    if (field.path === "") return t("lib-revision", { number });
    return names.value(field.path, value, field.unit);
  };
  const whose = {
    theirs: written(theirs, revision),
    mine: isRemoval(field)
      ? t("proposal-removal")
      : names.value(field.path, field.value, field.unit),
  };
  const values: Record<FieldChoice, ReactNode> = {
    theirs: <Value name={t("proposal-conflict-theirs")}>{whose.theirs}</Value>,
    mine: <Value name={t("proposal-conflict-mine")}>{whose.mine}</Value>,
  };
  return (
    <div className={styles.conflict}>
      <p className={styles.line}>
        <Icon name="warning" />
        <strong>{t("proposal-conflict")}</strong>
        <span>{t("proposal-conflict-text")}</span>
      </p>
      <p>
        <strong>{t("proposal-conflict-by", { person })}</strong> <Ago at={at} />
        {reason && <>: {isolated(reason)}</>}{" "}
        {conflict.proposal && (
          <Link
            to="/c/$centre/library/proposals/$proposal"
            params={{ centre, proposal: conflict.proposal }}
          >
            {t("proposal-conflict-see")}
          </Link>
        )}
      </p>
      <RadioGroup
        className={styles.sides ?? ""}
        aria-label={t("proposal-conflict")}
        value={choose}
        isDisabled={!isMine}
        onChange={(chosen) => setChoose(chosen as FieldChoice)}
      >
        <div className={styles.side}>
          <Value name={t("proposal-conflict-was")}>{written(field.was, field.revision)}</Value>
        </div>
        {(["theirs", "mine"] as const).map((side) => (
          <Radio key={side} value={side} className={styles.side ?? ""}>
            {values[side]}
            {isMine && (
              <span className={styles.radio}>
                <span aria-hidden="true" />
                {t(`proposal-keep-${side}`)}
              </span>
            )}
          </Radio>
        ))}
      </RadioGroup>
      <Refused error={choosing.error} />
      {isMine && (
        <div>
          <Button
            isDisabled={choose === null}
            isPending={choosing.isPending}
            onPress={() => choose && choosing.mutate(choose)}
          >
            {t("proposal-keep-confirm")}
          </Button>
        </div>
      )}
    </div>
  );
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className={styles.quiet}>{name}</span>
      <span className={styles.value}>{children}</span>
    </>
  );
}
