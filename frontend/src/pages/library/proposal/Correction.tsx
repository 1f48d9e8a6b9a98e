import { useCallback, useEffect, useRef } from "react";
import type { ItemKind } from "@/api/libraryQueries";
import { Skeleton } from "@/design/components/Feedback";
import type { FieldInfo } from "@/generated/schema";
import { MoreTexts, useTexts } from "@/text";
import { NumberInput } from "../criteria/Number";
import { CRITERIA_TEXTS } from "../criteria/texts";
import { FieldControl, Mistake } from "../item/Controls";
import { AroundControlProvider } from "../item/draft";
import { type Control, type Document, patched } from "../item/fields";
import { ITEM_TEXTS } from "../item/texts";
import { useItem } from "../item/useItem";
import type { Word } from "./decisions";
import styles from "./proposal.module.css";

interface CorrectionProps {
  field: FieldInfo;
  /** All that the proposal changes: a choice may depend on another field of it. */
  changes: readonly FieldInfo[];
  control: Control;
  word: Word;
  mistake: string | null;
  /** Whether the reader has just asked for it. */
  isBegun: boolean;
  /** Whether what is typed is no value. */
  onUnsent: (isUnsent: boolean) => void;
  onChange: (value: unknown, unit?: string) => void;
}

/** A reviewer's own value, in the control of the form. */
export function Correction(props: CorrectionProps) {
  return (
    <MoreTexts part={ITEM_TEXTS}>
      {props.field.kind === "preset" && props.control.kind === "number" ? (
        <OfCriteria {...props} />
      ) : props.field.kind === "preset" ? (
        <Own {...props} document={{}} />
      ) : (
        <OfItem {...props} kind={props.field.kind} />
      )}
    </MoreTexts>
  );
}

/** A number of criteria, in any of its units. */
function OfCriteria({ field, word, mistake, onUnsent, onChange }: CorrectionProps) {
  const { t } = useTexts();
  const markUnsent = useCallback((_: string, isUnsent: boolean) => onUnsent(isUnsent), [onUnsent]);
  return (
    <MoreTexts part={CRITERIA_TEXTS}>
      <AroundControlProvider value={{ markUnsent, references: [] }}>
        <div className={styles.values}>
          <NumberInput
            label={t("proposal-new-value")}
            path={field.path}
            unit={field.unit}
            value={word.value}
            onChange={onChange}
          />
          <Mistake>{mistake}</Mistake>
        </div>
      </AroundControlProvider>
    </MoreTexts>
  );
}

/** With the item as the library has it, on which a choice may depend. */
function OfItem({ kind, ...props }: CorrectionProps & { kind: ItemKind }) {
  const { item } = useItem(kind, props.field.item);
  return item ? <Own {...props} document={item.document} /> : <Skeleton lines={1} />;
}

function Own({
  field,
  changes,
  control,
  word,
  mistake,
  isBegun,
  document,
  ...on
}: CorrectionProps & { document: Document }) {
  const { t } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBegun) frame.current?.querySelector<HTMLElement>("input, textarea, button")?.focus();
  }, [isBegun]);
  const unsent = useRef(new Set<string>());
  const tell = useRef(on.onUnsent);
  tell.current = on.onUnsent;
  const around = useRef({
    markUnsent: (part: string, isUnsent: boolean) => {
      if (isUnsent) unsent.current.add(part);
      else unsent.current.delete(part);
      tell.current(unsent.current.size > 0);
    },
  });
  const own = changes.filter((one) => one.kind === field.kind && one.item === field.item);
  const brought = changes.filter((one) => one.kind === "reference" && one.revision === 0);
  const references = [...new Set(brought.map((one) => one.item))];
  const value = word.unit === "" ? word.value : `${String(word.value)} ${word.unit}`;
  return (
    <AroundControlProvider value={{ ...around.current, references }}>
      <div ref={frame} className={styles.values}>
        <FieldControl
          control={control}
          label={t("proposal-new-value")}
          path={field.path}
          value={value ?? undefined}
          document={patched(
            document,
            own.filter((one) => one.path !== ""),
          )}
          mistake={mistake}
          onChange={on.onChange}
        />
      </div>
    </AroundControlProvider>
  );
}
