import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import fields from "./Fields.module.css";
import styles from "./Segments.module.css";

interface SegmentsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; name: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, all of them in sight. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <RadioGroup
      className={fields.field ?? ""}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Label className={fields.label}>{label}</Label>
      <span className={styles.row}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className={styles.one ?? ""}>
            {option.name}
          </Radio>
        ))}
      </span>
    </RadioGroup>
  );
}
