import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { TextField } from "react-aria-components/TextField";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Change } from "@/design/components/Change";
import fields from "@/design/components/Fields.module.css";
import { Mark } from "@/design/components/Marks";
import { Ago } from "@/design/components/Time";
import type { PresetNumberInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { capitalised } from "@/text/catalogue";
import { unitText } from "@/text/messages";
import { useUnsent } from "../item/Controls";
import { sameNumber } from "../item/typed";
import { useNames } from "../names";
import { problemIn } from "../problems";
import { useTyped } from "../useTyped";
import { numberOf, otherUnits, type Row } from "./criteria";
import styles from "./criteria.module.css";
import { useOverlayDraft } from "./draft";

interface NumberProps {
  number: PresetNumberInfo;
  isSourceShown: boolean;
}

/** A number of the criteria as the centre has it, and what the library says where that is another one. */
export function CriteriaNumber({ number, isSourceShown }: NumberProps) {
  const { t } = useTexts();
  const { may } = useCentre();
  const names = useNames();
  const draft = useOverlayDraft();
  const { path, unit, label, source } = number;
  const change = draft.changes.find((one) => one.path === path);
  const isWrong = useProblems([number]).length > 0;
  const given = draft.given.get(path);
  const value = given !== undefined ? given : (change?.value ?? number.value);
  const said = (one: unknown) => names.value("", one, unit);
  return (
    <div
      className={styles.number}
      data-path={path}
      data-changed={change ? true : undefined}
      data-wrong={isWrong || undefined}
    >
      {may("library.propose") ? (
        <Field number={number} value={value} isWrong={isWrong} />
      ) : (
        <span className={styles.value}>{said(value)}</span>
      )}
      {change && (
        <div className={styles.change}>
          <Change before={said(number.value)} after={said(change.value)} />
          {change.in_force ? (
            <Mark tone="good" icon="published" name={t("overlay-in-force")} />
          ) : (
            <Mark tone="ink" icon="draft" name={t("overlay-in-draft")} />
          )}
          <span>
            {change.given && `${t("overlay-given", { given: change.given })} · `}
            {actorName(change.by)} · <Ago at={change.saved_at} />
          </span>
          {may("library.propose") && (
            <Button kind="bare" icon="back" onPress={() => draft.drop(path)}>
              {t("overlay-undo")}
            </Button>
          )}
        </div>
      )}
      {draft.refusalOf(path)}
      {isSourceShown && (
        <span className={styles.quiet}>
          <Origin label={label} source={source} />
        </span>
      )}
    </div>
  );
}

/** Where it stands what is wrong with a number, for those who hear the page. */
const idOfProblem = (path: string): string => `wrong-${path}`;

/** What is wrong with some of the numbers. */
function useProblems(numbers: Row["numbers"]) {
  const draft = useOverlayDraft();
  return draft.problems.filter(
    (one) => draft.isOf(one) && numbers.some((number) => number?.path === one.field),
  );
}

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
}

function Field({ number: { path, unit, names }, value, isWrong }: FieldProps) {
  const { t, language } = useTexts();
  const draft = useOverlayDraft();
  const hand = (text: string) => {
    const typed = numberOf(text, unit);
    if (typed) draft.save(path, typed.number, typed.unit);
  };
  const [typed, setTyped, leave] = useTyped(String(value ?? ""), hand, { same: sameNumber });
  const isNone = numberOf(typed, unit) === undefined;
  useUnsent(isNone);
  const others = otherUnits(unit);
  const written = path.endsWith(".run_days")
    ? t("criteria-days")
    : unit === "1"
      ? ""
      : unitText(unit);
  return (
    <TextField
      aria-label={capitalised(names[language] ?? names.en ?? "")}
      inputMode={others.length > 0 ? "text" : "decimal"}
      isInvalid={isNone || isWrong}
      aria-describedby={isWrong ? idOfProblem(path) : undefined}
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
        {isNone ? t("criteria-no-number") : null}
      </FieldError>
    </TextField>
  );
}

const LABELS = ["S", "K", "D", "C"] as const;

/** Where a number is from: a standard, the practice of an agency, a default, or the centre. */
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
