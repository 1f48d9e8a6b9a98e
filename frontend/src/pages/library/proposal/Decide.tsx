import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/design/components/Button";
import { TextArea } from "@/design/components/TextArea";
import { Icon } from "@/design/icons";
import type { DecisionVerdict, FieldInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { isolated } from "@/text/isolated";
import { useNames } from "../names";
import { useTyped } from "../useTyped";
import { Correction } from "./Correction";
import type { Word } from "./decisions";
import { correctionOf, isNoCorrection } from "./model";
import styles from "./proposal.module.css";

interface DecideProps {
  field: FieldInfo;
  /** What was decided, and not sent. */
  word: Word | undefined;
  /** What is being written. */
  started: Word | undefined;
  /** Whether the reader has just begun to write. */
  isBegun: boolean;
  /** All that the proposal changes. */
  changes: readonly FieldInfo[];
  onBegin: (verdict: DecisionVerdict) => void;
  onWrite: (word: Word | null) => void;
  onDecide: (word: Word) => void;
  onUndo: () => void;
}

/** What a reviewer says of one field. */
export function Decide(props: DecideProps) {
  const { field, word, started, onBegin, onUndo } = props;
  const { t } = useTexts();
  if (word) return <Decided field={field} word={word} onUndo={onUndo} />;
  if (started) return <Form {...props} started={started} />;
  const control = correctionOf(field);
  return (
    <div className={styles.decide}>
      <div className={styles.buttons}>
        <Button kind="main" keys="a" onPress={() => onBegin("approve")}>
          {t("proposal-approve")}
        </Button>
        {control && (
          <Button keys="c" onPress={() => onBegin("correct")}>
            {t("proposal-correct")}
          </Button>
        )}
        <Button keys="r" onPress={() => onBegin("return")}>
          {t("proposal-return")}
        </Button>
      </div>
      {!control && field.path !== "" && <p className={styles.quiet}>{t("proposal-no-form")}</p>}
    </div>
  );
}

function Decided({ field, word, onUndo }: Pick<DecideProps, "field" | "onUndo"> & { word: Word }) {
  const { t } = useTexts();
  const names = useNames();
  const { verdict, unit, reason } = word;
  const value = names.value(field.path, word.value, unit || field.unit);
  return (
    <div className={styles.decided}>
      <div className={styles.verdict}>
        <Icon name={verdict === "return" ? "back" : verdict === "correct" ? "draft" : "approved"} />
        <strong>{t(`proposal-you-${verdict}`, { value: isolated(value) })}</strong>
        <Button keys="u" onPress={onUndo}>
          {t("proposal-undo")}
        </Button>
      </div>
      {reason && <p>{isolated(reason)}</p>}
    </div>
  );
}

/** What is typed last goes with the decision, or is given up with it. */
const GOES_ALONG = { keepsLast: false };

/** What is typed is handed on after a pause: all other fields are drawn again with it. */
function Form(props: DecideProps & { started: Word }) {
  const { field, started, isBegun, changes, onWrite, onDecide } = props;
  const { t } = useTexts();
  const [isTried, setTried] = useState(false);
  const [isUnsent, setUnsent] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const now = useRef(started);
  const write = (changed: Partial<Word>) => {
    now.current = { ...now.current, ...changed };
    onWrite(now.current);
  };
  const [reason, setReason, leaveReason] = useTyped(
    started.reason,
    (next) => write({ reason: next }),
    GOES_ALONG,
  );
  const control = started.verdict === "correct" ? correctionOf(field) : null;
  const act = control ? "correct" : "return";
  const mistake =
    control && !isUnsent && isNoCorrection(field, started.value, started.unit)
      ? t("proposal-no-correction")
      : null;
  const isReasonMissing = reason.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What is typed last is handed on when its field is left.
    const focused = document.activeElement;
    if (focused instanceof HTMLElement) {
      focused.blur();
      focused.focus();
    }
    setTried(true);
    const { value, unit, reason: why } = now.current;
    const isWrong = control && (isUnsent || isNoCorrection(field, value, unit));
    if (!isWrong && why.trim() !== "") onDecide(now.current);
  };
  return (
    <form ref={frame} className={styles.form} onSubmit={submit}>
      {control ? (
        <Correction
          field={field}
          changes={changes}
          control={control}
          word={started}
          mistake={isTried ? mistake : null}
          isBegun={isBegun}
          onUnsent={setUnsent}
          onChange={(value, unit = "") => write({ value, unit: unit === field.unit ? "" : unit })}
        />
      ) : null}
      <TextArea
        label={t(`proposal-why-${act}`)}
        value={reason}
        maxLength={1000}
        autoFocus={isBegun && !control}
        mistake={isTried && isReasonMissing ? t("proposal-reason-needed") : null}
        onChange={setReason}
        onBlur={leaveReason}
      />
      <div className={styles.buttons}>
        <Button type="submit" kind="main">
          {t(`proposal-keep-${act}`)}
        </Button>
        <Button onPress={() => onWrite(null)}>{t("leave")}</Button>
      </div>
    </form>
  );
}
