import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { type TextFieldProps as AriaProps, TextField } from "react-aria-components/TextField";
import styles from "./Fields.module.css";

interface TextAreaProps extends Omit<AriaProps, "children" | "className" | "style"> {
  label: string;
  hint?: string | undefined;
  rows?: number;
}

/** Several lines of text with their label and hint. */
export function TextArea({ label, hint, rows = 3, ...rest }: TextAreaProps) {
  return (
    <TextField {...rest} className={styles.field ?? ""}>
      <Label className={styles.label}>{label}</Label>
      <AriaTextArea className={[styles.input, styles.area].join(" ")} rows={rows} />
      {hint && (
        <Text slot="description" className={styles.hint ?? ""}>
          {hint}
        </Text>
      )}
    </TextField>
  );
}
