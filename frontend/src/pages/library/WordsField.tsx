import { TextField } from "@/design/components/TextField";
import { useTexts } from "@/text";
import { useTyped } from "./useTyped";

interface WordsFieldProps {
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** Words that the rows of a list must hold. */
export function WordsField({ text, onChange }: WordsFieldProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useTyped(text ?? "", (next) => onChange(next || undefined), {
    keepsLast: false,
  });
  return (
    <TextField
      label={t("lib-search")}
      type="search"
      value={typed}
      maxLength={2000}
      onChange={setTyped}
    />
  );
}
