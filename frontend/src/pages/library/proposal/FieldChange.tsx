import { useMemo } from "react";
import { Change } from "@/design/components/Change";
import type { FieldInfo, WordingInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { type Names, useNames } from "../names";
import { isRemoval } from "./model";
import styles from "./proposal.module.css";
import { differenceOf, type Part } from "./words";

/** Shorter texts are read faster than what differs in them. */
const LONG = 24;

/** Texts that share less are two texts: marks on nearly all of it help nobody. */
const LEAST_SHARED = 0.3;

/** The parts of two texts, where it helps to mark what differs. */
function markedParts(was: unknown, value: unknown) {
  if (typeof was !== "string" || typeof value !== "string" || value.length <= LONG) return null;
  const parts = differenceOf(was, value);
  const length = (some: readonly Part[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const shared = parts.after.filter((part) => !part.changed);
  return length(shared) >= LEAST_SHARED * value.length ? parts : null;
}

interface FieldChangeProps {
  field: FieldInfo;
  /** Another wording of it than the one that it says now. */
  wording?: WordingInfo;
}

/** What a field said and what it is to say; of longer texts the words that differ are marked. */
export function FieldChange({ field, wording }: FieldChangeProps) {
  const { t } = useTexts();
  const names = useNames();
  const { was, value, unit } = wording ?? field;
  const lang = languageOf(field.path, value ?? was, names);
  const written = (one: unknown) => <span lang={lang}>{names.value(field.path, one, unit)}</span>;
  const isText = lang !== undefined;
  const parts = useMemo(() => (isText ? markedParts(was, value) : null), [isText, was, value]);
  if (isRemoval({ ...field, value })) return <p>{t("proposal-removal")}</p>;
  const marked = (each: readonly Part[]) => (
    <span lang={lang}>
      {each.map(({ text, changed }, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have nothing but their place
        changed ? <mark key={place}>{text}</mark> : text,
      )}
    </span>
  );
  return (
    <div className={styles.change}>
      <Change
        before={
          field.revision === 0 && !wording ? null : parts ? marked(parts.before) : written(was)
        }
        after={parts ? marked(parts.after) : written(value)}
      />
      {!wording && field.given && (
        <p className={styles.quiet}>{t("proposal-given", { given: field.given })}</p>
      )}
    </div>
  );
}

/** The language of a free text; what the pages write themselves is in the reader's. */
function languageOf(path: string, value: unknown, names: Names): string | undefined {
  if (typeof value !== "string" || names.value(path, value) !== value) return undefined;
  return /_zh(\.|$)/.test(path) ? "zh-Hans" : "en";
}
