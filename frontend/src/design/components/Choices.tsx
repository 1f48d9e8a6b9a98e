import type { ReactNode } from "react";
import { Checkbox } from "react-aria-components/Checkbox";
import { CheckboxGroup } from "react-aria-components/CheckboxGroup";
import { Label } from "react-aria-components/Label";
import styles from "./Fields.module.css";

interface ChoicesProps<Value extends string> {
  label: string;
  options: readonly { value: Value; name: string; more?: ReactNode; isDisabled?: boolean }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}

/** Several of a few, each with what it means. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <CheckboxGroup
      className={styles.field ?? ""}
      value={[...value]}
      onChange={(chosen) =>
        onChange(options.map((option) => option.value).filter((one) => chosen.includes(one)))
      }
    >
      <Label className={styles.label}>{label}</Label>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          value={option.value}
          isDisabled={option.isDisabled}
          className={styles.choice ?? ""}
        >
          <span className={styles.box} aria-hidden="true" />
          <span>
            {option.name}
            {option.more && <span className={styles.hint}>{option.more}</span>}
          </span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}
