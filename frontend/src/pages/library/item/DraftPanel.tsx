import { Link } from "@tanstack/react-router";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { ProblemNotice } from "@/design/components/Feedback";
import { Select } from "@/design/components/Select";
import { TextArea } from "@/design/components/TextArea";
import { Time } from "@/design/components/Time";
import type { ProblemInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { useNames } from "../names";
import { ProposalMark } from "../parts";
import { problemIn } from "../problems";
import { useTyped } from "../useTyped";
import { type DraftItem, useDraft } from "./draft";
import { ownProblems } from "./Form";
import styles from "./item.module.css";

interface DraftPanelProps {
  item: Pick<DraftItem, "kind" | "key">;
  /** The fields of the page, which show what is wrong in them. */
  shown: readonly string[];
}

/** The proposal that is being written: why, how much, whether it is kept, and the way to hand it in. */
export function DraftPanel({ item, shown }: DraftPanelProps) {
  const { t, language } = useTexts();
  const { centre } = useCentre();
  const draft = useDraft();
  const { proposal } = draft;
  const names = useNames(item.kind);
  const isTouched = proposal?.changes.some(
    (one) => one.kind === item.kind && one.item === item.key,
  );
  /** What is wrong in no field of the form. */
  const isElsewhere = ({ field }: ProblemInfo) =>
    !shown.some((path) => field === path || field.startsWith(`${path}.`));
  const problems = ownProblems(proposal?.problems ?? [], item);
  return (
    <section className={styles.draft} aria-labelledby="item-draft">
      <h2 id="item-draft">{t("item-draft")}</h2>
      {proposal ? (
        <p className={styles.standing}>
          <ProposalMark state={proposal.state} />
          <span>{t("item-draft-fields", { count: proposal.fields })}</span>
        </p>
      ) : (
        <p className={styles.hint}>{t("item-draft-how")}</p>
      )}
      {!proposal && draft.others.length > 0 && (
        <Select
          label={t("item-draft-into")}
          any={t("item-draft-new")}
          value={undefined}
          options={draft.others.map((one) => ({
            value: one.id,
            name: one.reason.slice(0, 60) || t("item-no-reason"),
          }))}
          onChange={(chosen) => draft.choose(chosen ?? null)}
        />
      )}
      {proposal && draft.isOpen && <Reason key={proposal.id} reason={proposal.reason} />}
      {problems.filter(isElsewhere).map((one) => (
        <p key={`${one.field} ${one.problem}`} className={styles.mistake}>
          {one.field && `${names.field(one.field, { kind: item.kind, item: item.key })}: `}
          {problemIn(one, language)}
        </p>
      ))}
      {problems.length > 0 && (
        <p className={styles.mistake}>{t("item-draft-problems", { count: problems.length })}</p>
      )}
      {draft.unsent.size > 0 && (
        <p className={styles.mistake} role="status">
          {t("item-unsent", { count: draft.unsent.size })}
        </p>
      )}
      {draft.refused.get("") && <ProblemNotice error={draft.refused.get("")} />}
      {proposal && (
        <>
          <p className={styles.hint} role="status">
            {draft.isSaving ? (
              t("item-saving")
            ) : draft.refused.size > 0 ? (
              t("item-not-saved")
            ) : (
              <>
                {t("item-saved")} <Time at={proposal.saved_at} />
              </>
            )}
          </p>
          {(item.kind === "entry" || item.kind === "preset") && isTouched && (
            <Button icon="down" onPress={goToEffect}>
              {t("item-effect")}
            </Button>
          )}
          <Link
            className={styles.on}
            to="/c/$centre/library/proposals/$proposal"
            params={{ centre, proposal: proposal.id }}
          >
            {t(draft.isOpen ? "item-hand-in" : "item-see-proposal")}
          </Link>
        </>
      )}
    </section>
  );
}

/** Leads to what the draft would change, which stands below the form. */
function goToEffect() {
  const pane = document.getElementById("effect");
  pane?.scrollIntoView();
  pane?.focus({ preventScroll: true });
}

function Reason({ reason }: { reason: string }) {
  const { t } = useTexts();
  const { saveReason, refused } = useDraft();
  const [typed, setTyped, leave] = useTyped(reason, saveReason);
  const error = refused.get("reason");
  return (
    <>
      <TextArea
        label={t("item-reason")}
        hint={t("item-reason-hint")}
        value={typed}
        maxLength={1000}
        onChange={setTyped}
        onBlur={leave}
      />
      {error && <ProblemNotice error={error} />}
    </>
  );
}
