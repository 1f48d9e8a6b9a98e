import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { serverTime } from "@/api/server";
import fields from "@/design/components/Fields.module.css";
import { EVENTS } from "@/design/components/Marks";
import { Segments } from "@/design/components/Segments";
import { UtcField } from "@/design/components/UtcField";
import { Icon, type IconName } from "@/design/icons";
import type { EventSupport, EventType, Feasibility, Language, Priority } from "@/generated/schema";
import { useCatalogue, useTexts } from "@/text";
import { LANGUAGES } from "@/text/catalogue";
import { messageText, paramText } from "@/text/messages";
import type { Blocker } from "./draft";
import styles from "./new.module.css";
import { Faults, placeOf } from "./parts";
import { minuteOf, PRESETS, PRIORITIES, type Preset } from "./search";

const MARK: Record<Feasibility, IconName> = {
  feasible: "approved",
  partial: "warning",
  blocked: "cancelled",
};

interface EventChoiceProps {
  event: EventType | null;
  /** What the data support of each type, where it is known. */
  support: readonly EventSupport[];
  onEvent: (event: EventType | "any") => void;
}

/** The type of event, with what the data can support of each before anything is computed. */
export function EventChoice({ event, support, onEvent }: EventChoiceProps) {
  const { t, label } = useTexts();
  return (
    <RadioGroup
      className={styles.rows ?? ""}
      aria-label={t("event")}
      value={event ?? "any"}
      onChange={(key) => onEvent(EVENTS.find((one) => one === key) ?? "any")}
    >
      <Radio value="any" className={styles.row ?? ""}>
        <Icon name="search" />
        <span>
          {t("new-any-event")}
          <small>{t("new-any-event-hint")}</small>
        </span>
      </Radio>
      {EVENTS.map((one) => {
        const known = support.find((other) => other.event === one);
        return (
          <Radio
            key={one}
            value={one}
            className={styles.row ?? ""}
            data-support={known?.feasibility}
          >
            <Icon name={one} />
            <span>
              {label(one)}
              {known && <Lack support={known} />}
            </span>
            {known && (
              <span className={styles.support}>
                <Icon name={MARK[known.feasibility]} size={14} />
                {t(`new-support-${known.feasibility}`)}
              </span>
            )}
          </Radio>
        );
      })}
    </RadioGroup>
  );
}

/** What is lacking and what that means; at least the fields that lack. */
function Lack({ support }: { support: EventSupport }) {
  const { t } = useTexts();
  const catalogue = useCatalogue();
  if (support.feasibility === "feasible") return null;
  const said = support.message && messageText(catalogue, support.message);
  const items = support.missing.map((name) => ({ term: name }));
  if (!said && items.length === 0) return null;
  return (
    <small>
      {said ?? t("new-lacks", { fields: paramText(catalogue, { items, style: "and" }) })}
    </small>
  );
}

interface HowProps {
  preset: string;
  onPreset: (preset: Preset) => void;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** Whose criteria, and in which language the report is written. */
export function How({ preset, onPreset, language, onLanguage }: HowProps) {
  const { t, term } = useTexts();
  return (
    <>
      <RadioGroup
        className={styles.rows ?? ""}
        value={preset}
        onChange={(key) => {
          const chosen = PRESETS.find((one) => one === key);
          if (chosen) onPreset(chosen);
        }}
        id={placeOf("preset")}
      >
        <Label className={fields.label}>{t("new-part-preset")}</Label>
        {PRESETS.map((one) => (
          <Radio key={one} value={one} className={styles.row ?? ""}>
            <span className={styles.dot} aria-hidden="true" />
            <span>{term(one)}</span>
          </Radio>
        ))}
      </RadioGroup>
      <Segments
        label={t("new-report-language")}
        options={LANGUAGES.map((one) => ({ value: one, name: t(`new-language-${one}`) }))}
        value={language}
        onChange={onLanguage}
      />
    </>
  );
}

interface UrgencyProps {
  priority: Priority;
  onPriority: (priority: Priority) => void;
  deadline: string | null;
  onDeadline: (deadline: string | undefined) => void;
  blockers: readonly Blocker[];
}

/** Which of the centre's own requests goes first, and until when it is of use: rarely needed. */
export function Urgency(props: UrgencyProps) {
  const { t } = useTexts();
  const { priority, deadline, blockers } = props;
  const isSet = priority !== "normal" || deadline !== null;
  return (
    <details className={styles.folded} open={isSet || undefined}>
      <summary>{t("new-urgency")}</summary>
      <div className={styles.pair} id={placeOf("deadline")}>
        <Segments
          label={t("new-priority")}
          options={PRIORITIES.map((one) => ({ value: one, name: t(`new-priority-${one}`) }))}
          value={priority}
          onChange={props.onPriority}
        />
        <UtcField
          label={t("new-deadline")}
          value={deadline}
          near={minuteOf(new Date(serverTime()).toISOString()) ?? null}
          isInvalid={blockers.length > 0}
          onChange={(value) => props.onDeadline(value ?? undefined)}
        />
      </div>
      <p className={styles.hint}>{t("new-urgency-hint")}</p>
      <Faults blockers={blockers} />
    </details>
  );
}
