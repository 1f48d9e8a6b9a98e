import { type ReactNode, useState } from "react";
import { Button } from "@/design/components/Button";
import { Combo } from "@/design/components/Combo";
import { Segments } from "@/design/components/Segments";
import { TextArea } from "@/design/components/TextArea";
import { TextField } from "@/design/components/TextField";
import type { ParameterSpec } from "@/generated/schema";
import { useTexts } from "@/text";
import type { Names } from "../names";
import { useTyped } from "../useTyped";
import { type ControlProps, Mistake, NumberField, ReferenceChoice, useUnsent } from "./Controls";
import { type Document, plain } from "./fields";
import item from "./item.module.css";
import styles from "./Records.module.css";
import { numberIn } from "./typed";

interface RecordsProps<Row> {
  label: string;
  mistake: string | null;
  rows: readonly Row[];
  /** A row that is not complete yet is kept here until it is. */
  isWhole: (row: Row) => boolean;
  onChange: (rows: readonly Row[]) => void;
  children: (row: Row, change: (changes: Partial<Row>) => void) => ReactNode;
  /** What adds a row. */
  add: (add: (row: Row) => void) => ReactNode;
}

/** A list of rows of several parts: it is one field, so every change hands on all of it. */
function Records<Row extends object>(props: RecordsProps<Row>) {
  const { label, mistake, rows, isWhole, onChange, children, add } = props;
  const { t } = useTexts();
  const [begun, begin] = useState<Row | null>(null);
  const shown = begun ? [...rows, begun] : rows;
  const set = (at: number, row: Row) => {
    if (at < rows.length) onChange(rows.map((one, place) => (place === at ? row : one)));
    else if (isWhole(row)) {
      begin(null);
      onChange([...rows, row]);
    } else begin(row);
  };
  return (
    <fieldset className={styles.records}>
      <legend>{label}</legend>
      <ol>
        {shown.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and their order is what is edited
          <li key={at}>
            {children(row, (changes) => set(at, { ...row, ...changes }))}
            <Button
              icon="close"
              kind="bare"
              onPress={() =>
                at < rows.length ? onChange(rows.filter((_, place) => place !== at)) : begin(null)
              }
            >
              {t("item-remove")}
            </Button>
          </li>
        ))}
      </ol>
      {add((row) => (isWhole(row) ? onChange([...rows, row]) : begin(row)))}
      <Mistake>{mistake}</Mistake>
    </fieldset>
  );
}

const rowsOf = <Row,>(value: unknown): readonly Row[] => (Array.isArray(value) ? value : []);

interface Cited {
  reference: string;
  page?: string;
  quoted?: string;
  passage?: string;
}

/** What an entry rests on: the publication, the page and the passage with its number. */
export function Citations({ label, value, mistake, onChange }: ControlProps) {
  const { t } = useTexts();
  const rows = rowsOf<Cited | string>(value).map((one) =>
    typeof one === "string" ? { reference: one } : one,
  );
  return (
    <Records<Cited>
      label={label}
      mistake={mistake}
      rows={rows}
      isWhole={(row) => Boolean(row.reference)}
      onChange={(next) => onChange(plain(next))}
      add={(add) => (
        <ReferenceChoice
          key={rows.length}
          label={t("item-cite")}
          path=""
          value={undefined}
          mistake={null}
          onChange={(key) => add({ reference: String(key) })}
        />
      )}
    >
      {(row, change) => (
        <>
          <strong>{row.reference}</strong>
          <Part label={t("item-page")} value={row.page} onChange={(page) => change({ page })} />
          <Part
            label={t("item-passage")}
            value={row.passage}
            isLong
            onChange={(passage) => change({ passage })}
          />
          <Part
            label={t("item-quoted")}
            value={row.quoted}
            onChange={(quoted) => change({ quoted })}
          />
        </>
      )}
    </Records>
  );
}

interface PartProps {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
  isLong?: boolean;
}

function Part({ label, value, onChange, isLong }: PartProps) {
  const [typed, setTyped, leave] = useTyped(value ?? "", onChange);
  const Field = isLong ? TextArea : TextField;
  return <Field label={label} value={typed} onChange={setTyped} onBlur={leave} />;
}

interface Band {
  abs_lat_range: readonly number[];
  absolute: { op: string; value: number };
}

const OPS = [
  { value: ">=", name: "≥" },
  { value: "<=", name: "≤" },
];

/** Limits that hold where the region's centre lies between two latitudes. */
export function Bands({ label, value, mistake, onChange }: ControlProps) {
  const { t } = useTexts();
  return (
    <Records<Band>
      label={label}
      mistake={mistake}
      rows={rowsOf(value)}
      isWhole={() => true}
      onChange={(next) => onChange(plain(next))}
      add={(add) => (
        <Button
          icon="plus"
          onPress={() => add({ abs_lat_range: [0, 90], absolute: { op: ">=", value: 0 } })}
        >
          {t("item-add-band")}
        </Button>
      )}
    >
      {(row, change) => (
        <>
          {(["south", "north"] as const).map((part, at) => (
            <NumberField
              key={part}
              label={t(`item-latitude-${part}`)}
              path=""
              value={row.abs_lat_range[at]}
              least={0}
              most={90}
              mistake={null}
              onChange={(number) =>
                change({
                  abs_lat_range: row.abs_lat_range.map((one, place) =>
                    place === at ? Number(number) : one,
                  ),
                })
              }
            />
          ))}
          <Test value={row.absolute} onChange={(absolute) => change({ absolute })} />
        </>
      )}
    </Records>
  );
}

function Test({
  value,
  onChange,
}: {
  value: Band["absolute"];
  onChange: (test: Band["absolute"]) => void;
}) {
  const { t } = useTexts();
  return (
    <>
      <Segments
        label={t("lib-field-expected-absolute-op")}
        options={OPS}
        value={value.op}
        onChange={(op) => onChange({ ...value, op })}
      />
      <NumberField
        label={t("lib-field-expected-absolute-value")}
        path=""
        value={value.value}
        mistake={null}
        onChange={(number) => onChange({ ...value, value: Number(number) })}
      />
    </>
  );
}

interface FurtherTest {
  output: string;
  test: Band["absolute"];
}

/** Tests of other outputs of the index, which must hold too. */
export function Further({
  label,
  value,
  mistake,
  onChange,
  document,
  names,
}: ControlProps & { names: Names }) {
  const { t } = useTexts();
  const outputs = names.tools.get(String(document.factor))?.extra_outputs ?? [];
  return (
    <Records<FurtherTest>
      label={label}
      mistake={mistake}
      rows={rowsOf(value)}
      isWhole={() => true}
      onChange={(next) => onChange(plain(next))}
      add={(add) =>
        outputs.length > 0 && (
          <Combo
            key={outputs.join(" ")}
            label={t("item-add-test")}
            isAdding
            options={outputs.map((one) => ({ value: one, name: one.replaceAll("_", " ") }))}
            onChange={(output) => add({ output, test: { op: ">=", value: 0 } })}
          />
        )
      }
    >
      {(row, change) => (
        <>
          <strong>{row.output.replaceAll("_", " ")}</strong>
          <Test value={row.test} onChange={(test) => change({ test })} />
        </>
      )}
    </Records>
  );
}

interface Detected {
  detector: string;
  params?: Document;
}

/** Features of a chart: the detector, and its parameters that differ from its own. */
export function Detectors({
  label,
  value,
  mistake,
  onChange,
  names,
}: ControlProps & { names: Names }) {
  const { t } = useTexts();
  const offered = [...names.tools.values()].filter((spec) => spec.kind === "detector");
  return (
    <Records<Detected>
      label={label}
      mistake={mistake}
      rows={rowsOf(value)}
      isWhole={() => true}
      onChange={(next) => onChange(plain(next))}
      add={(add) => (
        <Combo
          key={offered.length}
          label={t("item-add-feature")}
          isAdding
          options={offered.map((spec) => ({ value: spec.name, name: names.tool(spec.name) }))}
          onChange={(detector) => add({ detector })}
        />
      )}
    >
      {(row, change) => (
        <>
          <strong>{names.tool(row.detector)}</strong>
          <p lang="en" className={item.hint}>
            {names.tools.get(row.detector)?.formula?.replaceAll("`", "")}
          </p>
          <div className={styles.parameters}>
            {names.tools.get(row.detector)?.parameters?.map((spec) => (
              <Parameter
                key={spec.name}
                spec={spec}
                value={row.params?.[spec.name]}
                onChange={(next) => change({ params: { ...row.params, [spec.name]: next } })}
              />
            ))}
          </div>
        </>
      )}
    </Records>
  );
}

interface ParameterProps {
  spec: ParameterSpec;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A parameter of a detector; empty, its own default holds. */
function Parameter({ spec, value, onChange }: ParameterProps) {
  const { t } = useTexts();
  const label = spec.name.replaceAll("_", " ");
  const held =
    spec.default === null || spec.default === undefined
      ? "–"
      : String(spec.default).replaceAll("_", " ");
  const hint = t("item-default", { value: held });
  const written = value === undefined ? "" : String(value);
  const hand = (text: string) => {
    if (text.trim() === "") return onChange(null);
    if (spec.kind !== "number") return onChange(text.trim());
    const number = numberIn(text);
    if (number !== undefined) onChange(number);
  };
  const [typed, setTyped, leave] = useTyped(written, hand);
  const isWrong = spec.kind === "number" && numberIn(typed) === undefined;
  useUnsent(isWrong);
  return (
    <TextField
      label={label}
      hint={hint}
      value={typed}
      mistake={isWrong ? t("item-no-number") : null}
      onChange={setTyped}
      onBlur={leave}
    />
  );
}
