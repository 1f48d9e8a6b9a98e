import type { Ref } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { type TextFieldProps as AriaProps, TextField } from "react-aria-components/TextField";
import styles from "./Fields.module.css";

interface TextAreaProps extends Omit<AriaProps, "children" | "className" | "style"> {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the text. */
  mistake?: string | null;
  /** The field itself, for what is put where the cursor is. */
  field?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text with their label, their hint and, in place, what is wrong with them. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, mistake, field, ...rest } = props;
  return (
    <TextField {...rest} isInvalid={Boolean(mistake)} className={styles.field ?? ""}>
      <Label className={styles.label}>{label}</Label>
      <AriaTextArea ref={field} className={[styles.input, styles.area].join(" ")} />
      {hint && (
        <Text slot="description" className={styles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.mistake ?? ""}>{mistake}</FieldError>
    </TextField>
  );
}
