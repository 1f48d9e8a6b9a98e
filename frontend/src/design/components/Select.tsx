import { lazy, Suspense } from "react";
import { Icon } from "../icons";
import { ErrorBoundary } from "./ErrorBoundary";
import fields from "./Fields.module.css";

const SelectLayer = lazy(() => import("./SelectLayer"));

export interface SelectProps<Value extends string> {
  label: string;
  /** The name of no choice: everything is shown. */
  any: string;
  options: readonly { value: Value; name: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** A choice of one of a few, or of any. Until it is loaded, just after the page, it is only drawn. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, any, options, value, onChange } = props;
  const chosen = options.find((option) => option.value === value);
  const drawn = (
    <span className={[fields.field, fields.inline].join(" ")}>
      <span className={fields.label}>{label}</span>
      <span className={fields.select}>
        {chosen?.name ?? any}
        <Icon name="down" size={12} />
      </span>
    </span>
  );
  return (
    <ErrorBoundary instead={drawn}>
      <Suspense fallback={drawn}>
        <SelectLayer
          label={label}
          any={any}
          options={options}
          value={value}
          onChange={(key) => onChange(options.find((option) => option.value === key)?.value)}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
