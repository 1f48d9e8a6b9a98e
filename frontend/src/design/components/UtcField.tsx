import { CalendarDateTime, parseDateTime } from "@internationalized/date";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { DateInput, DateSegment } from "react-aria-components/DateField";
import { DatePicker } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { Heading } from "react-aria-components/Heading";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Label } from "react-aria-components/Label";
import { Popover } from "react-aria-components/Popover";
import { useTexts } from "@/text";
import { Icon } from "../icons";
import fields from "./Fields.module.css";
import layers from "./Layers.module.css";
import { localTime } from "./Time";
import styles from "./UtcField.module.css";

interface UtcFieldProps {
  label: string;
  /** To the minute: `2026-07-05T06:00Z`; null where none is chosen. */
  value: string | null;
  /** Where the calendar opens while there is no value. */
  near?: string | null;
  isInvalid?: boolean;
  /** The element that says what is wrong. */
  describedBy?: string | undefined;
  onChange: (value: string | null) => void;
}

// Year, month, day in both languages, whatever the browser's own order is.
const LOCALES = { en: "en-CA", zh: "zh-CN" } as const;

const read = (value: string): CalendarDateTime => parseDateTime(value.slice(0, 16));
const written = (value: CalendarDateTime): string => `${value.toString().slice(0, 16)}Z`;

/** A time in UTC, by keys or by a calendar; the reader's own clock stands below it. */
export function UtcField(props: UtcFieldProps) {
  const { label, value, near, isInvalid, describedBy, onChange } = props;
  const { t, language } = useTexts();
  return (
    <I18nProvider locale={LOCALES[language]}>
      <DatePicker
        className={fields.field ?? ""}
        value={value ? read(value) : null}
        placeholderValue={near ? read(near) : new CalendarDateTime(2000, 1, 1)}
        onChange={(next) => onChange(next && written(next))}
        granularity="minute"
        hourCycle={24}
        shouldForceLeadingZeros
        isInvalid={isInvalid ?? false}
        aria-describedby={describedBy}
      >
        <Label className={fields.label}>{label}</Label>
        <Group className={styles.group ?? ""}>
          <DateInput className={styles.input ?? ""}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ""} />}
          </DateInput>
          <span className={styles.zone}>UTC</span>
          <Button className={styles.open ?? ""} aria-label={t("calendar")}>
            <Icon name="down" size={12} />
          </Button>
        </Group>
        <span className={fields.hint}>
          {value ? t("clock-local", { time: localTime(new Date(value)) }) : "\u00a0"}
        </span>
        <Popover className={[layers.popover, styles.layer].join(" ")}>
          <Dialog className={styles.calendar ?? ""}>
            <Calendar>
              <header>
                <Button slot="previous" className={styles.open ?? ""}>
                  <Icon name="back" />
                </Button>
                <Heading level={2} />
                <Button slot="next" className={styles.open ?? ""}>
                  <Icon name="next" />
                </Button>
              </header>
              <CalendarGrid>
                <CalendarGridHeader>
                  {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
                </CalendarGridHeader>
                <CalendarGridBody>
                  {(date) => <CalendarCell date={date} className={styles.cell ?? ""} />}
                </CalendarGridBody>
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}
