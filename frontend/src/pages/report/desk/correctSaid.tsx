import { useApp } from "@/app/context";
import { Button } from "@/design/components/Button";
import type { Edit, Reading, Report, Statement } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { capitalised } from "@/text/catalogue";
import { measure } from "@/text/measures";
import { allSentences, position, textOf } from "../model";
import { useReader } from "../reader";
import { causeName, partsOf, sayable } from "./correct";
import styles from "./correct.module.css";
import { useDocument } from "./draft";

/** What a statement is about, by the names that people read. */
export function statementName(
  said: Statement,
  reading: Reading,
  report: Report,
  { t, label }: Pick<Texts, "t" | "label">,
): string {
  if (said.of === "explanation") {
    return capitalised(causeName(reading, report, said.id) ?? label(said.id));
  }
  const note = reading.evidence.find(({ id }) => id === said.id);
  const name = note?.name ?? said.id;
  if (said.of === "value") {
    const index = report.evidence.find(({ id }) => id === said.id)?.index;
    return typeof index?.value === "number" ? `${name}: ${measure(index.value, index.unit)}` : name;
  }
  const { answer } =
    sayable(report).feature.find(
      ({ statement: { id, detector } }) =>
        id === said.id && (said.detector === null || detector === said.detector),
    ) ?? {};
  if (!answer) return name;
  const feature = answer.features[said.number - 1];
  if (!feature) return t("correct-not-detected", { name: label(answer.detector) });
  const { kind, value, unit, latitude, longitude } = feature;
  const parts = [
    label(kind),
    ...(typeof value === "number" ? [measure(value, unit)] : []),
    position(latitude, longitude),
  ];
  return parts.join(" · ");
}

/** Own words with their values, as they will be read. */
export function OwnWords({ words, author }: { words: string; author?: string }) {
  const { t } = useTexts();
  const { session } = useApp();
  const known = useDocument();
  const textOfClaim = (claim: string) => known?.values.textOf(claim) ?? "…";
  return (
    <blockquote className={styles.own}>
      <p className={styles.mark}>{t("correct-mark", { who: author ?? session.person })}</p>
      <p>
        {partsOf(words).map(({ text, claim }, at) => {
          const key = `${at} ${claim ?? ""}`;
          if (claim === undefined) return <span key={key}>{text}</span>;
          return (
            <span key={key} className={styles.bound}>
              {at === 0 ? capitalised(textOfClaim(claim)) : textOfClaim(claim)}
            </span>
          );
        })}
      </p>
    </blockquote>
  );
}

interface EditItemProps {
  edit: Edit;
  author?: string;
  /** The sentence itself is in sight. */
  isBeside?: boolean;
  /** What the check says is wrong with it. */
  problems?: React.ReactNode;
  onRemove?: (() => void) | undefined;
  onChange?: (() => void) | undefined;
}

/** A change: the sentence as it is, and as it would be. */
export function EditItem({ edit, author, isBeside, problems, onRemove, onChange }: EditItemProps) {
  const texts = useTexts();
  const { t } = texts;
  const { reading } = useReader();
  const known = useDocument();
  const sentence = allSentences(reading).find(({ address }) => address === edit.at);
  const before = sentence ? textOf(sentence) : edit.at;
  const go = () => document.getElementById(edit.at)?.scrollIntoView({ block: "center" });
  return (
    <li className={styles.edit} data-edit={`${edit.op} ${edit.at}`}>
      {!isBeside && (
        <>
          <p className={styles.name}>{t("correct-is")}</p>
          <p className={styles.before} title={before}>
            {edit.op === "insert_after" ? before : <del>{before}</del>}
          </p>
        </>
      )}
      <p className={styles.name}>{t(`correct-would-${edit.op}`)}</p>
      {edit.statement && (
        <p>
          {t("correct-says")}{" "}
          <strong>
            {known
              ? statementName(edit.statement, reading, known.report, texts)
              : edit.statement.id}
          </strong>
        </p>
      )}
      {edit.text !== "" && <OwnWords words={edit.text} {...(author && { author })} />}
      {problems}
      <p className={styles.acts}>
        {!isBeside && (
          <Button kind="bare" onPress={go}>
            {t("correct-go")}
          </Button>
        )}
        {onChange && (
          <Button kind="bare" onPress={onChange}>
            {t("correct-change")}
          </Button>
        )}
        {onRemove && (
          <Button kind="bare" icon="close" onPress={onRemove}>
            {t("correct-edit-remove")}
          </Button>
        )}
      </p>
    </li>
  );
}
