import { useRef } from "react";
import { Button, Field } from "@/design";
import { useTexts } from "@/texts";
import { readTime, writeTime } from "./request";

interface Props {
  label: string;
  hint?: string;
  mistake?: string | null;
  value: string;
  onChange: (value: string) => void;
  /** First and last time that can be chosen, and are shown as an example while the field is empty. */
  first?: string | null;
  last?: string | null;
  example?: string | null;
}

/** A time in UTC, typed or chosen in the browser's calendar; what is typed and read is always UTC. */
export function TimeField({ label, hint, mistake, value, onChange, first, last, example }: Props) {
  const { t } = useTexts();
  const calendar = useRef<HTMLInputElement>(null);
  const local = (text: string) => text.replace(" ", "T");
  const date = readTime(value);
  return (
    <Field label={label} mistake={mistake} hint={hint}>
      {(props) => (
        <span className="time-field">
          <input
            {...props}
            className="input mono"
            placeholder={writeTime(example)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <Button
            small
            icon="calendar"
            aria-label={t("ui-calendar", { name: label })}
            onClick={() => calendar.current?.showPicker()}
          />
          {/* Its zone is none: the numbers chosen in it are taken as they stand, as UTC. */}
          <input
            ref={calendar}
            type="datetime-local"
            className="picker"
            tabIndex={-1}
            aria-hidden="true"
            min={first ? local(writeTime(first)) : undefined}
            max={last ? local(writeTime(last)) : undefined}
            value={date ? local(writeTime(date.toISOString())) : ""}
            onChange={(event) => onChange(event.target.value.replace("T", " "))}
          />
        </span>
      )}
    </Field>
  );
}
