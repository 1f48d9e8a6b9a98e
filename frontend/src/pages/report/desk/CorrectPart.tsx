import { useRef, useState } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Text } from "react-aria-components/Text";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Skeleton } from "@/design/components/Feedback";
import fields from "@/design/components/Fields.module.css";
import { Segments } from "@/design/components/Segments";
import { TextArea } from "@/design/components/TextArea";
import type { Edit, Report, Statement, WrittenSentence } from "@/generated/schema";
import { useTexts } from "@/text";
import { allSentences } from "../model";
import { useReader, useStanding } from "../reader";
import { VerdictLine } from "../Verdict";
import {
  asLine,
  type Fault,
  faultOf,
  fromField,
  LONGEST_WORDS,
  sayable,
  toField,
  type Values,
  withEdit,
} from "./correct";
import styles from "./correct.module.css";
import { EditItem, OwnWords, statementName } from "./correctSaid";
import { type Started, useCorrection, useDocument } from "./draft";
import { NextSteps } from "./NextSteps";

const isCaption = (address: string) => address.startsWith("caption:");

/** Other wording for a sentence or a caption: added to the correction that is being written. */
export function CorrectPart({ address }: { address: string }) {
  const { t } = useTexts();
  const { may } = useCentre();
  const { reading } = useReader();
  const known = useDocument();
  const after = useStanding()?.after_correction;
  const sentence = allSentences(reading).find((one) => one.address === address);
  if (!may("report.review") || !sentence) return null;
  if (address === "title") return <p className={styles.quiet}>{t("correct-title")}</p>;
  if (!known) return <Skeleton lines={2} />;
  return (
    <>
      {after?.publish.length === 0 && <NextSteps of="correction" steps={after} />}
      <Sentence key={address} address={address} sentence={sentence} {...known} />
    </>
  );
}

interface SentenceProps {
  address: string;
  sentence: WrittenSentence;
  report: Report;
  values: Values;
}

function Sentence(props: SentenceProps) {
  const { address, sentence, values } = props;
  const { t } = useTexts();
  const { draft, change, start } = useCorrection();
  const started = draft.started[address];
  const here = draft.edits.filter((edit) => edit.at === address);
  // What was pressed goes away: the focus stays at the part.
  const part = useRef<HTMLDivElement>(null);
  const stay = () => requestAnimationFrame(() => part.current?.focus());
  const begin = (next: Started) => {
    start(address, next);
    stay();
  };
  const again = (edit: Edit) =>
    begin({
      how: edit.op === "remove" ? "remove" : edit.statement ? "statement" : "words",
      where: edit.op === "insert_after" ? "insert_after" : "replace",
      words: edit.text,
      statement: edit.statement,
      instead: edit,
    });
  const title = t(isCaption(address) ? "correct-caption" : "correct-part");
  const first: Started = {
    ...{ how: "words", where: "replace", words: values.wordsOf(sentence) },
    ...{ statement: null, instead: null },
  };
  return (
    <div ref={part} tabIndex={-1} className={styles.part} data-correct={address}>
      {here.length > 0 && (
        <ul>
          {here.map((edit) => (
            <EditItem
              key={JSON.stringify(edit)}
              edit={edit}
              isBeside
              onChange={() => again(edit)}
              onRemove={() => change({ edits: draft.edits.filter((one) => one !== edit) })}
            />
          ))}
        </ul>
      )}
      {started ? (
        <fieldset className={styles.form}>
          <legend>{title}</legend>
          <Form {...props} started={started} onDone={stay} />
        </fieldset>
      ) : (
        <Button icon="plus" onPress={() => begin(first)}>
          {title}
        </Button>
      )}
    </div>
  );
}

/** What keeps a change from being added. */
type Missing = Fault | "nothing";

function missingOf({ how, words, statement }: Started): Missing | null {
  if (how === "words") return faultOf(words);
  return how === "statement" && !statement ? "nothing" : null;
}

function editOf(address: string, { how, where, words, statement }: Started): Edit {
  const said = { at: address, text: "", statement: null };
  if (how === "remove") return { ...said, op: "remove" };
  return how === "words"
    ? { ...said, op: where, text: words.trim() }
    : { ...said, op: where, statement };
}

interface FormProps extends SentenceProps {
  started: Started;
  /** After it the form is gone. */
  onDone: () => void;
}

function Form({ address, sentence, report, values, started, onDone }: FormProps) {
  const { t } = useTexts();
  const { draft, change, start } = useCorrection();
  const [isTried, setTried] = useState(false);
  const { how, where, words } = started;
  const set = (changes: Partial<Started>) => start(address, { ...started, ...changes });
  const missing = missingOf(started);
  // An empty field is no mistake before somebody has tried to go on.
  const said = missing && (isTried || !["empty", "nothing"].includes(missing)) ? missing : null;
  const possible = sayable(report);
  const canSay = Object.values(possible).some((all) => all.length > 0);
  const hows = (["words", "statement", "remove"] as const).filter(
    (one) => (one !== "statement" || canSay) && (one !== "remove" || !isCaption(address)),
  );
  const moveTo = (next: Started["where"]) => {
    // What nobody has touched yet goes with the place: the sentence itself, or nothing.
    const untouched = { replace: values.wordsOf(sentence), insert_after: "" };
    set({ where: next, words: words === untouched[where] ? untouched[next] : words });
  };
  const add = () => {
    setTried(true);
    if (missing) return;
    const { [address]: _, ...others } = draft.started;
    const rest = draft.edits.filter(
      (one) => JSON.stringify(one) !== JSON.stringify(started.instead),
    );
    change({ edits: withEdit(rest, editOf(address, started)), started: others });
    onDone();
  };
  const cancel = () => {
    start(address, null);
    onDone();
  };
  return (
    <>
      <Segments
        label={t("correct-how")}
        options={hows.map((value) => ({ value, name: t(`correct-how-${value}`) }))}
        value={how}
        onChange={(next) => set({ how: next })}
      />
      {how !== "remove" && !isCaption(address) && (
        <Segments
          label={t("correct-where")}
          options={(["replace", "insert_after"] as const).map((value) => ({
            value,
            name: t(`correct-where-${value}`),
          }))}
          value={where}
          onChange={moveTo}
        />
      )}
      {how === "words" && (
        <Words
          sentence={sentence}
          values={values}
          words={words}
          fault={said}
          onChange={(next) => set({ words: next })}
        />
      )}
      {how === "statement" && (
        <Which
          report={report}
          chosen={started.statement}
          mistake={said && t("correct-fault-nothing")}
          onChange={(statement) => set({ statement })}
        />
      )}
      {how === "remove" && <p className={styles.quiet}>{t("correct-remove-hint")}</p>}
      <p className={styles.acts}>
        <Button kind="main" onPress={add}>
          {t("correct-add")}
        </Button>
        <Button onPress={cancel}>{t("correct-cancel")}</Button>
      </p>
    </>
  );
}

interface WordsProps {
  sentence: WrittenSentence;
  values: Values;
  words: string;
  fault: Missing | null;
  onChange: (words: string) => void;
}

/** A field of own words: a value of the sentence stands in it in braces, and is put there by a button. */
function Words({ sentence, values, words, fault, onChange }: WordsProps) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const named = values.namesFor(sentence, words);
  const shown = toField(words, named);
  const insert = (name: string) => {
    const { selectionStart = shown.length, selectionEnd = shown.length } = field.current ?? {};
    const put = `{${name}}`;
    onChange(fromField(shown.slice(0, selectionStart) + put + shown.slice(selectionEnd), named));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(selectionStart + put.length, selectionStart + put.length);
    });
  };
  return (
    <>
      <TextArea
        label={t("correct-words")}
        hint={t("correct-words-hint")}
        field={field}
        value={shown}
        mistake={fault && t(`correct-fault-${fault}`, { most: LONGEST_WORDS })}
        onChange={(typed) => onChange(fromField(asLine(typed), named))}
      />
      {named.length > 0 && (
        <fieldset className={styles.values}>
          <legend className={fields.label}>{t("correct-values")}</legend>
          <div className={styles.buttons}>
            {named.map(({ claim, name }) => (
              <Button
                key={claim}
                aria-label={t("correct-insert", { value: name })}
                onPress={() => insert(name)}
              >
                {name}
              </Button>
            ))}
          </div>
          <p className={fields.hint}>{t("correct-values-hint")}</p>
        </fieldset>
      )}
      {words.trim() !== "" && (
        <div>
          <p className={styles.name}>{t("correct-preview")}</p>
          <OwnWords words={words} />
        </div>
      )}
    </>
  );
}

interface WhichProps {
  report: Report;
  chosen: Statement | null;
  mistake: string | null;
  onChange: (statement: Statement | null) => void;
}

const SUBJECTS = ["value", "feature", "explanation"] as const;

/** What the platform is to say, of what the version has. */
function Which({ report, chosen, mistake, onChange }: WhichProps) {
  const texts = useTexts();
  const { t } = texts;
  const { reading } = useReader();
  const possible = sayable(report);
  const subjects = SUBJECTS.filter((one) => possible[one].length > 0);
  const [of, setOf] = useState(chosen?.of ?? subjects[0] ?? "value");
  const all = possible[of].map(({ statement }) => statement);
  const keyOf = (statement: Statement) => JSON.stringify(Object.entries(statement).sort());
  return (
    <>
      <Segments
        label={t("correct-of")}
        options={subjects.map((value) => ({ value, name: t(`correct-of-${value}`) }))}
        value={of}
        onChange={(next) => {
          setOf(next);
          onChange(null);
        }}
      />
      <RadioGroup
        className={fields.field ?? ""}
        value={chosen ? keyOf(chosen) : null}
        isInvalid={Boolean(mistake)}
        onChange={(key) => onChange(all.find((one) => keyOf(one) === key) ?? null)}
      >
        <Label className={fields.label}>{t("correct-which")}</Label>
        <div className={styles.which}>
          {all.map((statement) => {
            const note = reading.evidence.find(({ id }) => id === statement.id);
            return (
              <Radio key={keyOf(statement)} value={keyOf(statement)} className={styles.one ?? ""}>
                <span>{statementName(statement, reading, report, texts)}</span>
                {of === "feature" && note && <span className={styles.quiet}>{note.name}</span>}
                {of !== "explanation" && note && <VerdictLine note={note} />}
              </Radio>
            );
          })}
        </div>
        <Text slot="description" className={fields.hint ?? ""}>
          {t("correct-which-hint")}
        </Text>
        <FieldError className={fields.mistake ?? ""}>{mistake}</FieldError>
      </RadioGroup>
    </>
  );
}
