import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import { bibliography, causes } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Choices } from "@/design/components/Choices";
import { Combo } from "@/design/components/Combo";
import { EVENTS } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import { TextArea } from "@/design/components/TextArea";
import { TextField } from "@/design/components/TextField";
import { useTexts } from "@/text";
import { unitText } from "@/text/messages";
import { type Names, useNames } from "../names";
import { useTyped } from "../useTyped";
import { useAroundControl } from "./draft";
import type { Control, Document, NumberPart } from "./fields";
import styles from "./item.module.css";
import { Bands, Citations, Detectors, Further } from "./Records";
import { measureIn, sameNumber, unitsBeside } from "./typed";

export interface ControlProps {
  label: string;
  path: string;
  value: unknown;
  /** The item as it would be with what is proposed. */
  document: Document;
  /** What is wrong with it. */
  mistake: string | null;
  onChange: (value: unknown, unit?: string) => void;
}

/** The control of a field. What is typed is handed on after a pause, and when the field is left. */
export function FieldControl({ control, ...given }: ControlProps & { control: Control }) {
  const { t } = useTexts();
  const names = useNames();
  const unit = "unit" in control && control.unit;
  const label = unit ? t("item-in-unit", { label: given.label, unit }) : given.label;
  const props = { ...given, label };
  switch (control.kind) {
    case "text":
      return <Typed {...props} />;
    case "long":
      return <Typed {...props} isLong />;
    case "lines":
      return <Lines {...props} />;
    case "number":
      return <NumberField {...props} {...control} />;
    case "limit":
      return <Limit {...props} names={names} />;
    case "numbers":
      return <Numbers {...props} parts={control.parts} />;
    case "choice":
      return <Choice {...props} options={control.options} names={names} />;
    case "reduction": {
      const spec = names.tools.get(String(props.document.factor));
      const offered = spec?.reductions?.map((one) => one.name) ?? [];
      return <Choice {...props} options={offered} names={names} />;
    }
    case "factor":
      return <Factor {...props} names={names} />;
    case "flag":
      return <Flag {...props} />;
    case "months":
      return <Months {...props} names={names} />;
    case "names":
      return <NameList {...props} of={control.of} names={names} />;
    case "reference":
      return <ReferenceChoice {...props} />;
    case "citations":
      return <Citations {...props} />;
    case "bands":
      return <Bands {...props} />;
    case "also":
      return <Further {...props} names={names} />;
    case "detectors":
      return <Detectors {...props} names={names} />;
  }
}

type Own = Omit<ControlProps, "document">;

function Typed({ label, value, mistake, onChange, isLong }: Own & { isLong?: boolean }) {
  const [typed, setTyped, leave] = useTyped(String(value ?? ""), (next) => onChange(next || null));
  const Field = isLong ? TextArea : TextField;
  return <Field label={label} value={typed} mistake={mistake} onChange={setTyped} onBlur={leave} />;
}

function Lines({ label, value, mistake, onChange }: Own) {
  const { t } = useTexts();
  const lines = Array.isArray(value) ? value.join("\n") : "";
  const [typed, setTyped, leave] = useTyped(lines, (next) => {
    const found = next.split("\n").map((line) => line.trim());
    onChange(found.filter((line) => line !== ""));
  });
  return (
    <TextArea
      label={label}
      hint={t("item-one-a-line")}
      value={typed}
      mistake={mistake}
      onChange={setTyped}
      onBlur={leave}
    />
  );
}

interface NumberProps extends Own {
  least?: number;
  most?: number;
  hint?: string;
  /** Units in which the number may be given, beside its own. */
  units?: readonly string[];
}

export function NumberField(props: NumberProps) {
  const { label, value, mistake, onChange, least, most, hint, units = [] } = props;
  const { t } = useTexts();
  const written = value === undefined || value === null ? "" : String(value);
  const wrongIn = (text: string): string | null => {
    const measure = measureIn(text, units);
    if (measure === undefined) return t("item-no-number");
    const number = measure?.unit ? null : measure?.number;
    const isLow = number !== undefined && number !== null && number < (least ?? number);
    const isHigh = number !== undefined && number !== null && number > (most ?? number);
    if (!isLow && !isHigh) return null;
    return least !== undefined && most !== undefined
      ? t("item-outside", { least, most })
      : t("item-too-small", { least: least ?? 0 });
  };
  const hand = (text: string) => {
    const measure = measureIn(text, units);
    if (wrongIn(text) === null) onChange(measure?.number ?? null, measure?.unit);
  };
  const [typed, setTyped, leave] = useTyped(written, hand, { same: sameNumber });
  const wrong = wrongIn(typed);
  useUnsent(wrong !== null);
  return (
    <TextField
      label={label}
      inputMode={units.length > 0 ? "text" : "decimal"}
      {...(hint && { hint })}
      value={typed}
      mistake={wrong ?? mistake}
      onChange={setTyped}
      onBlur={leave}
    />
  );
}

/** Says of a field that what it holds cannot be sent, as long as it is so. */
export function useUnsent(isUnsent: boolean) {
  const field = useId();
  const { markUnsent } = useAroundControl();
  useEffect(() => {
    markUnsent(field, isUnsent);
    return () => markUnsent(field, false);
  }, [field, isUnsent, markUnsent]);
}

/** A limit in the unit in which the index is judged; a number with another unit is converted by the platform. */
function Limit({ names, ...props }: ControlProps & { names: Names }) {
  const { t } = useTexts();
  const spec = names.tools.get(String(props.document.factor));
  const expected = props.document.expected as { reduction?: string; op?: string } | undefined;
  const own = spec?.reductions?.find(({ name }) => name === expected?.reduction)?.unit ?? "";
  const unit = unitText(own);
  const label =
    unit && unit !== "1" ? t("item-in-unit", { label: props.label, unit }) : props.label;
  if (Array.isArray(props.value) || expected?.op === "in") {
    return <Numbers {...props} label={label} parts={["first", "last"]} />;
  }
  const range = spec?.valid_range;
  const units = unitsBeside(own);
  const hints = [
    range &&
      t("item-valid-range", {
        low: names.value("", range[0]),
        high: names.value("", range[1], spec?.unit ?? ""),
      }),
    units.length > 0 && t("item-other-unit", { units: units.join(", ") }),
  ];
  return (
    <NumberField {...props} label={label} hint={hints.filter(Boolean).join(" ")} units={units} />
  );
}

function Numbers(props: Own & { parts: readonly NumberPart[] }) {
  const { label, value, mistake, onChange, parts } = props;
  const { t } = useTexts();
  const given = Array.isArray(value) ? value : [];
  const [kept, keep] = useState<readonly unknown[]>(given);
  const set = (at: number, number: unknown) => {
    const next = parts.map((_, place) => (place === at ? number : (kept[place] ?? given[place])));
    keep(next);
    if (next.every((one) => typeof one === "number")) onChange(next);
    else if (next.every((one) => one === null || one === undefined)) onChange(null);
  };
  return (
    <fieldset className={styles.numbers}>
      <legend>{label}</legend>
      <div>
        {parts.map((part, at) => (
          <NumberField
            key={part}
            label={t(`item-part-${part}`)}
            path={props.path}
            value={given[at]}
            mistake={at === 0 ? mistake : null}
            onChange={(number) => set(at, number)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ChoiceProps extends Own {
  options: readonly string[];
  names: Names;
}

export function Choice(props: ChoiceProps) {
  const { label, path, value, mistake, onChange, options, names } = props;
  const { t } = useTexts();
  return (
    <div>
      <Select
        label={label}
        any={t("lib-nothing")}
        value={value === undefined ? undefined : String(value)}
        options={options.map((one) => ({ value: one, name: names.value(path, one) }))}
        onChange={(chosen) => onChange(chosen ?? null)}
      />
      <Mistake>{mistake}</Mistake>
    </div>
  );
}

/** Yes, or no, which is what an empty field says. */
function Flag({ label, value, mistake, onChange }: ControlProps) {
  const { t } = useTexts();
  return (
    <div>
      <Select
        label={label}
        any={t("lib-no")}
        value={value === true ? "yes" : undefined}
        options={[{ value: "yes", name: t("lib-yes") }]}
        onChange={(chosen) => onChange(chosen === undefined ? null : true)}
      />
      <Mistake>{mistake}</Mistake>
    </div>
  );
}

export function Mistake({ children }: { children: ReactNode }) {
  return children ? <p className={styles.mistake}>{children}</p> : null;
}

/** The index or chart of an entry. */
function Factor({
  label,
  value,
  mistake,
  onChange,
  document,
  names,
}: ControlProps & { names: Names }) {
  const kind = document.modality;
  const offered = [...names.tools.values()].filter((spec) =>
    kind ? spec.kind === kind : spec.kind !== "detector",
  );
  return (
    <div>
      <Combo
        key={offered.length}
        label={label}
        value={value === undefined ? undefined : String(value)}
        options={offered.map((spec) => ({ value: spec.name, name: names.tool(spec.name) }))}
        onChange={onChange}
      />
      <Mistake>{mistake}</Mistake>
    </div>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

function Months({ label, path, value, mistake, onChange, names }: Own & { names: Names }) {
  const { t } = useTexts();
  const chosen = Array.isArray(value) ? value.map(Number) : [];
  return (
    <fieldset className={styles.months}>
      <legend>{label}</legend>
      <div>
        {MONTHS.map((month) => (
          <button
            key={month}
            type="button"
            aria-pressed={chosen.includes(month)}
            onClick={() =>
              onChange(MONTHS.filter((one) => chosen.includes(one) !== (one === month)))
            }
          >
            {names.value(path, [month])}
          </button>
        ))}
      </div>
      <p className={styles.hint}>{t("item-months-hint")}</p>
      <Mistake>{mistake}</Mistake>
    </fieldset>
  );
}

function NameList(props: ControlProps & { of: "event" | "tool" | "cause"; names: Names }) {
  const { label, path, value, mistake, onChange, document, of, names } = props;
  const { t, label: named } = useTexts();
  const { api, centre } = useCentre();
  const explained = useQuery(causes(api, centre)).data ?? [];
  const chosen = Array.isArray(value) ? value.map(String) : [];
  if (of === "event") {
    return (
      <div>
        <Choices
          label={label}
          value={chosen}
          options={EVENTS.map((one) => ({ value: one as string, name: named(one) }))}
          onChange={onChange}
        />
        <Mistake>{mistake}</Mistake>
      </div>
    );
  }
  if (of === "cause") {
    const events = Array.isArray(document.event_types) ? document.event_types : [];
    const fitting = explained.filter(({ cause }) =>
      events.every((event) => cause.event_types.includes(event)),
    );
    const known = fitting.map(({ key, cause }) => ({
      value: cause.id,
      name: names.item("cause", key),
    }));
    if (events.length === 0) {
      return (
        <div>
          <p className={styles.label}>{label}</p>
          <p className={styles.hint}>{t("item-events-first")}</p>
        </div>
      );
    }
    const lost = chosen.filter((one) => !known.some(({ value: id }) => id === one));
    return (
      <div>
        <Choices
          label={label}
          value={chosen}
          options={[...known, ...lost.map((one) => ({ value: one, name: one }))]}
          onChange={onChange}
        />
        <Mistake>{mistake}</Mistake>
      </div>
    );
  }
  const offered = [...names.tools.values()].filter(
    (spec) => spec.kind !== "detector" && !chosen.includes(spec.name),
  );
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <ul className={styles.names}>
        {chosen.map((one) => (
          <li key={one}>
            {names.tool(one)}
            <Button
              kind="bare"
              icon="close"
              aria-label={t("item-take-out", { name: names.tool(one) })}
              onPress={() => onChange(chosen.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
      <Combo
        key={`${path} ${offered.length}`}
        label={t("item-add")}
        isAdding
        options={offered.map((spec) => ({ value: spec.name, name: names.tool(spec.name) }))}
        onChange={(name) => onChange([...chosen, name])}
      />
      <Mistake>{mistake}</Mistake>
    </div>
  );
}

/** A publication of the bibliography. */
export function ReferenceChoice({ label, value, mistake, onChange }: Own) {
  const { api, centre } = useCentre();
  const { data } = useQuery(bibliography(api, centre));
  const known = data ?? [];
  // A publication that the same draft brings can be cited by it.
  const { references } = useAroundControl();
  const options = [
    ...references.map((key) => ({ value: key, name: key })),
    ...known.map(({ reference, text }) => ({ value: reference.key, name: text })),
  ];
  return (
    <div>
      <Combo
        key={options.length}
        label={label}
        value={value === undefined ? undefined : String(value)}
        options={options}
        onChange={onChange}
      />
      <Mistake>{mistake}</Mistake>
    </div>
  );
}
