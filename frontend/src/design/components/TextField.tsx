import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import {
  type TextFieldProps as AriaProps,
  TextField as AriaTextField,
} from "react-aria-components/TextField";
import styles from "./Fields.module.css";

interface TextFieldProps extends Omit<AriaProps, "children" | "className" | "style"> {
  label: string;
  hint?: string;
  /** What is wrong with the value, as the platform said it. */
  mistake?: string | null;
}

/** A line of text with its label, its hint and, in place, what is wrong with it. */
export function TextField({ label, hint, mistake, ...rest }: TextFieldProps) {
  return (
    <AriaTextField {...rest} isInvalid={Boolean(mistake)} className={styles.field ?? ""}>
      <Label className={styles.label}>{label}</Label>
      <Input className={styles.input ?? ""} />
      {hint && !mistake && (
        <Text slot="description" className={styles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.mistake ?? ""}>{mistake}</FieldError>
    </AriaTextField>
  );
}
