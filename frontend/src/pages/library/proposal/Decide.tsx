import { useState } from "react";
import { Button } from "@/design/components/Button";
import { TextArea } from "@/design/components/TextArea";
import { TextField } from "@/design/components/TextField";
import { Icon } from "@/design/icons";
import type { DecisionVerdict, FieldInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { isolated } from "@/text/isolated";
import { useNames } from "../names";
import { useTyped } from "../useTyped";
import type { Word } from "./decisions";
import { formOf, meantBy } from "./model";
import styles from "./proposal.module.css";

interface DecideProps {
  field: FieldInfo;
  /** What was decided, and not sent. */
  word: Word | undefined;
  /** What is being written. */
  started: Word | undefined;
  onBegin: (verdict: DecisionVerdict) => void;
  onWrite: (word: Word | null) => void;
  onDecide: (word: Word) => void;
  onUndo: () => void;
}

/** What a reviewer says of one field. */
export function Decide(props: DecideProps) {
  const { field, word, started, onBegin, onUndo } = props;
  const { t } = useTexts();
  const names = useNames();
  if (word) return <Decided field={field} word={word} onUndo={onUndo} />;
  if (started) return <Form {...props} started={started} />;
  const form = formOf(field, names);
  return (
    <div className={styles.decide}>
      <div className={styles.buttons}>
        <Button kind="main" keys="a" onPress={() => onBegin("approve")}>
          {t("proposal-approve")}
        </Button>
        {form && (
          <Button keys="c" onPress={() => onBegin("correct")}>
            {t("proposal-correct")}
          </Button>
        )}
        <Button keys="r" onPress={() => onBegin("return")}>
          {t("proposal-return")}
        </Button>
      </div>
      {!form && field.path !== "" && <p className={styles.quiet}>{t("proposal-no-form")}</p>}
    </div>
  );
}

function Decided({ field, word, onUndo }: Pick<DecideProps, "field" | "onUndo"> & { word: Word }) {
  const { t } = useTexts();
  const names = useNames();
  const { verdict, typed, unit, reason } = word;
  const form = formOf(field, names);
  const value = form ? names.value(field.path, meantBy(typed, form), unit) : typed;
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
function Form({ field, started, onWrite, onDecide }: DecideProps & { started: Word }) {
  const { t } = useTexts();
  const names = useNames();
  const [isTried, setTried] = useState(false);
  const { verdict } = started;
  const [typed, setTyped, leaveTyped] = useTyped(
    started.typed,
    (next) => onWrite({ ...started, typed: next }),
    GOES_ALONG,
  );
  const [unit, setUnit, leaveUnit] = useTyped(
    started.unit,
    (next) => onWrite({ ...started, unit: next }),
    GOES_ALONG,
  );
  const [reason, setReason, leaveReason] = useTyped(
    started.reason,
    (next) => onWrite({ ...started, reason: next }),
    GOES_ALONG,
  );
  const form = formOf(field, names);
  const isCorrection = verdict === "correct" && form !== null;
  const mistake = isCorrection ? mistakeIn(field, meantBy(typed, form), unit) : null;
  const isReasonMissing = reason.trim() === "";
  const written = {
    value: typed,
    mistake: isTried && mistake ? t(mistake) : null,
    onChange: setTyped,
    onBlur: leaveTyped,
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!mistake && !isReasonMissing) onDecide({ verdict, typed, unit, reason });
      }}
    >
      {isCorrection && (
        <div className={styles.values}>
          {form === "number" ? (
            <TextField label={t("proposal-new-value")} inputMode="decimal" {...written} />
          ) : (
            <TextArea
              label={t(form === "texts" ? "proposal-new-values" : "proposal-new-value")}
              {...written}
            />
          )}
          {form === "number" && field.unit !== "" && (
            <TextField
              label={t("proposal-unit")}
              hint={t("proposal-unit-hint", { unit: field.unit })}
              value={unit}
              maxLength={50}
              onChange={setUnit}
              onBlur={leaveUnit}
            />
          )}
        </div>
      )}
      <TextArea
        label={t(`proposal-why-${isCorrection ? "correct" : "return"}`)}
        value={reason}
        maxLength={1000}
        mistake={isTried && isReasonMissing ? t("proposal-reason-needed") : null}
        onChange={setReason}
        onBlur={leaveReason}
      />
      <div className={styles.buttons}>
        <Button type="submit" kind="main">
          {t(`proposal-keep-${isCorrection ? "correct" : "return"}`)}
        </Button>
        <Button onPress={() => onWrite(null)}>{t("leave")}</Button>
      </div>
    </form>
  );
}

/** What hinders a value from being a correction. */
function mistakeIn(field: FieldInfo, value: unknown, unit: string) {
  if (value === undefined) return "proposal-no-number";
  const isOwnUnit = unit.trim() === "" || unit.trim() === field.unit;
  const said = [field.value, field.was].map((one) => JSON.stringify(one));
  return isOwnUnit && said.includes(JSON.stringify(value)) ? "proposal-no-correction" : null;
}
