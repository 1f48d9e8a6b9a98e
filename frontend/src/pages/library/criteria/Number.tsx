import { useEffect, useState } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { TextField } from "react-aria-components/TextField";
import { Button } from "@/design/components/Button";
import { Change } from "@/design/components/Change";
import fields from "@/design/components/Fields.module.css";
import { Ago } from "@/design/components/Time";
import type { PresetNumberInfo } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { capitalised } from "@/text/catalogue";
import { unitText } from "@/text/messages";
import { useUnsent } from "../item/Controls";
import { useFormDraft } from "../item/draft";
import { sameNumber } from "../item/typed";
import { useNames } from "../names";
import { problemIn } from "../problems";
import { useTyped } from "../useTyped";
import { numberOf, otherUnits, type Row } from "./criteria";
import styles from "./criteria.module.css";
import { useWriting } from "./writing";

interface NumberProps {
  number: PresetNumberInfo;
  isSourceShown: boolean;
}

/** A number of the criteria as it is written, and what the library says where that is another one. */
export function CriteriaNumber({ number, isSourceShown }: NumberProps) {
  const { t } = useTexts();
  const names = useNames();
  const draft = useFormDraft();
  const writing = useWriting();
  const { path, unit, label, source } = number;
  const change = writing.changeAt(path);
  const isWrong = useProblems([number]).length > 0;
  const [isNone, setNone] = useState(false);
  const given = draft.given.get(path);
  const written = given !== undefined ? given : (change?.value ?? number.value);
  // Who only reads the shared criteria reads what they say, and below it what is proposed.
  const value = writing.isOpen || writing.isOfCentre ? written : number.value;
  const said = (one: unknown) => names.value("", one, unit);
  return (
    <div
      className={styles.number}
      data-path={path}
      data-changed={change ? true : undefined}
      data-wrong={isWrong || undefined}
    >
      {writing.isOpen ? (
        <Field number={number} value={value} isWrong={isWrong && !isNone} onNone={setNone} />
      ) : (
        <span className={styles.value}>{said(value)}</span>
      )}
      {change && !isNone && (
        <div className={styles.change}>
          <Change before={said(number.value)} after={said(change.value)} />
          {change.mark}
          <span>
            {change.given && `${t("criteria-given", { given: change.given })} · `}
            {actorName(change.by)} · <Ago at={change.at} />
          </span>
          {writing.isOpen && (
            <Button kind="bare" icon="back" onPress={() => draft.drop(path)}>
              {t("criteria-undo")}
            </Button>
          )}
        </div>
      )}
      {draft.noticeOf(path)}
      {number.source_path !== "" && <Source key={number.source_path} number={number} />}
      {isSourceShown && (
        <span className={styles.quiet}>
          <Origin label={label} source={source} />
        </span>
      )}
    </div>
  );
}

/** Where a number is from, as it is written: the numbers of one part of the criteria share it. */
function Source({ number }: { number: PresetNumberInfo }) {
  const { t, language } = useTexts();
  const draft = useFormDraft();
  const writing = useWriting();
  const [isAsked, setAsked] = useState(false);
  const { path, source_path: at, names } = number;
  const change = writing.changeAt(at);
  const isNew = writing.changeAt(path) !== undefined;
  // Another number is not from where the one before was.
  const kept = isNew ? "" : number.source;
  const value = draft.given.get(at) ?? change?.value ?? kept;
  if (!writing.isOpen) {
    return change && <span className={styles.quiet}>{sourceText(t, value)}</span>;
  }
  if (!change && !isNew && !isAsked) {
    return (
      <Button kind="bare" onPress={() => setAsked(true)}>
        {t(number.source ? "criteria-source-correct" : "criteria-source-give")}
      </Button>
    );
  }
  return (
    <div className={styles.change}>
      <SourceInput
        label={t("criteria-source-of", { name: names[language] ?? names.en ?? "" })}
        value={value}
        onChange={(text) => draft.save(at, text)}
      />
      {change && (
        <Button kind="bare" icon="back" onPress={() => draft.drop(at)}>
          {t("criteria-undo")}
        </Button>
      )}
      {draft.noticeOf(at)}
    </div>
  );
}

const sourceText = (t: Texts["t"], source: unknown): string =>
  source ? t("criteria-source-is", { source: String(source) }) : t("criteria-source-none");

interface SourceInputProps {
  label: string;
  value: unknown;
  onChange: (text: string) => void;
}

/** The source of a number as it is typed. */
function SourceInput({ label, value, onChange }: SourceInputProps) {
  const { t } = useTexts();
  const [typed, setTyped, leave] = useTyped(String(value ?? ""), (text) => onChange(text.trim()));
  return (
    <TextField
      aria-label={label}
      value={typed}
      onChange={setTyped}
      onBlur={leave}
      className={styles.field ?? ""}
    >
      <Input className={fields.input ?? ""} placeholder={t("criteria-source")} maxLength={300} />
    </TextField>
  );
}

/** Where it stands what is wrong with a number, for those who hear the page. */
const idOfProblem = (path: string): string => `wrong-${path}`;

/** What is wrong with some of the numbers. */
function useProblems(numbers: Row["numbers"]) {
  const { problems } = useWriting();
  return problems.filter(({ field }) => numbers.some((number) => number && isOf(number, field)));
}

const isOf = ({ path, source_path }: PresetNumberInfo, field: string): boolean =>
  field === path || (field !== "" && field === source_path);

/** What is wrong with numbers of a row: several at once are usual while grades are changed together. */
export function Wrong({ row, columns }: { row: Row; columns?: number }) {
  const { language } = useTexts();
  const problems = useProblems(row.numbers);
  if (problems.length === 0) return null;
  const said = problems.map((one, at) => {
    const isFirst = problems.findIndex(({ field }) => field === one.field) === at;
    const problem = problemIn(one, language);
    return (
      <p
        key={`${one.field} ${problem}`}
        id={isFirst ? idOfProblem(one.field) : undefined}
        className={styles.wrong}
      >
        {problem}
      </p>
    );
  });
  if (columns === undefined) return said;
  return (
    <tr className={styles.below}>
      <td />
      <td colSpan={columns}>{said}</td>
    </tr>
  );
}

interface FieldProps {
  number: PresetNumberInfo;
  value: unknown;
  isWrong: boolean;
  /** Whether what is typed is no number of these criteria. */
  onNone: (isNone: boolean) => void;
}

function Field({ number: { path, unit, names }, value, isWrong, onNone }: FieldProps) {
  const { language } = useTexts();
  const draft = useFormDraft();
  return (
    <NumberInput
      label={capitalised(names[language] ?? names.en ?? "")}
      path={path}
      unit={unit}
      value={value}
      problem={isWrong ? idOfProblem(path) : undefined}
      onNone={onNone}
      onChange={(number, other) => draft.save(path, number, other)}
    />
  );
}

interface InputProps {
  label: string;
  path: string;
  /** In which the number is kept; others are converted. */
  unit: string;
  value: unknown;
  /** Where it stands what is wrong with it. */
  problem?: string | undefined;
  onNone?: (isNone: boolean) => void;
  onChange: (number: number, unit?: string) => void;
}

/** A number of criteria as it is typed, in its own unit or another one. */
export function NumberInput(props: InputProps) {
  const { label, path, unit, value, problem, onNone, onChange } = props;
  const { t } = useTexts();
  const hand = (text: string) => {
    const typed = numberOf(text, unit);
    if (typed) onChange(typed.number, typed.unit);
  };
  const [typed, setTyped, leave] = useTyped(String(value ?? ""), hand, { same: sameNumber });
  const isNone = numberOf(typed, unit) === undefined;
  useUnsent(isNone);
  useEffect(() => onNone?.(isNone), [isNone, onNone]);
  const others = otherUnits(unit);
  const named = [...(unit && unit !== "1" ? [unitText(unit)] : []), ...others];
  const units = named.join(", ") || "none";
  const written = path.endsWith(".run_days")
    ? t("criteria-days")
    : unit === "1"
      ? ""
      : unitText(unit);
  return (
    <TextField
      aria-label={label}
      inputMode={others.length > 0 ? "text" : "decimal"}
      isInvalid={isNone || problem !== undefined}
      aria-describedby={problem}
      value={typed}
      onChange={setTyped}
      onBlur={leave}
      className={styles.field ?? ""}
    >
      <span className={styles.line}>
        <Input
          className={fields.input ?? ""}
          title={others.length > 0 ? t("criteria-units", { units: others.join(", ") }) : undefined}
        />
        {written && <span className={styles.unit}>{written}</span>}
      </span>
      <FieldError className={fields.mistake ?? ""}>
        {isNone && t(hasUnit(typed) ? "criteria-no-unit" : "criteria-no-number", { units })}
      </FieldError>
    </TextField>
  );
}

/** Whether a number is followed by something, which is no unit of it then. */
const hasUnit = (text: string): boolean => /\d\s*[^\d\s.,+−-]/.test(text);

const LABELS = ["S", "K", "D", "L", "C"] as const;

/** Where a number is from: a standard, the practice of an agency, a default, the library, or the centre. */
export function Origin({ label, source }: { label: string; source: string }) {
  const { t } = useTexts();
  const known = LABELS.find((one) => one === label);
  if (!known && !source) return null;
  return (
    <span className={styles.origin}>
      {known && t(`criteria-from-${known}`)}
      {known && source && " · "}
      {source && <span lang="en">{source}</span>}
    </span>
  );
}
