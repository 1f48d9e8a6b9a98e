import { type ReactNode, useState } from "react";
import { Button } from "@/design/components/Button";
import { ProblemNotice } from "@/design/components/Feedback";
import { TextField } from "@/design/components/TextField";
import { Icon } from "@/design/icons";
import type { ReadSentence, SlotName, Span } from "@/generated/schema";
import { useTexts } from "@/text";
import { type Origin, openIn, type Slot, slotOf } from "./draft";
import { piecesOf, without } from "./spans";
import styles from "./Words.module.css";

const ORDER: readonly SlotName[] = ["what", "where", "when", "event", "preset", "source"];

/** One part as a chip shows it. */
export interface Chip {
  name: SlotName;
  origin: Origin;
  meaning: ReactNode;
}

interface WordsProps {
  text: string;
  onText: (text: string) => void;
  onEnter: () => void;
  /** What was read of the words, as far as it is known. */
  read: ReadSentence | null;
  isReading: boolean;
  /** Why the words could not be read. */
  error: Error | null;
  onRetry: () => void;
  given: readonly SlotName[];
  chips: readonly Chip[];
  onEdit: (name: SlotName) => void;
  onRemove: (chip: Chip) => void;
  onTake: (slots: readonly Slot[]) => void;
}

/** A request in words, and what was understood of it. */
export function Words(props: WordsProps) {
  const { t } = useTexts();
  const { text, read, isReading, error } = props;
  const [pointed, setPointed] = useState<SlotName | null>(null);
  return (
    <section className={styles.words} id="new-words" aria-label={t("new-words")}>
      <TextField
        label={t("new-words")}
        {...(text === "" && { hint: t("new-words-hint") })}
        value={text}
        onChange={props.onText}
        onKeyDown={({ key }) => key === "Enter" && props.onEnter()}
        maxLength={2000}
        autoComplete="off"
      />
      {text !== "" && (
        <div className={styles.answer} aria-busy={isReading}>
          {read && <Marked read={read} pointed={pointed} />}
          {error && (
            <div className={styles.failed}>
              <ProblemNotice error={error} onRetry={props.onRetry} />
              <p>{t("new-unreadable")}</p>
              <Button onPress={() => props.onText("")}>{t("new-clear-words")}</Button>
            </div>
          )}
          <Chips {...props} onPoint={setPointed} />
          {read && <Open {...props} read={read} />}
          <p className={styles.state} role="status">
            {isReading ? t("new-reading") : ""}
          </p>
        </div>
      )}
    </section>
  );
}

/** The words, with what each of them says: unread ones stand out. */
function Marked({ read, pointed }: { read: ReadSentence; pointed: SlotName | null }) {
  const { t } = useTexts();
  let at = 0;
  return (
    <p className={styles.marked} lang={read.language}>
      {piecesOf(read.text, read.slots, read.unread).map(({ text, slot, isUnread }) => {
        const key = at;
        at += text.length;
        if (!slot && !isUnread) return <span key={key}>{text}</span>;
        return (
          <mark
            key={key}
            data-unread={isUnread || undefined}
            data-slot={slot}
            data-pointed={(slot !== null && slot === pointed) || undefined}
            title={isUnread ? t("new-not-understood") : slot ? t(`new-part-${slot}`) : undefined}
          >
            {text}
          </mark>
        );
      })}
    </p>
  );
}

function Chips(props: WordsProps & { onPoint: (name: SlotName | null) => void }) {
  const { t } = useTexts();
  const { read, onPoint } = props;
  const shown = ORDER.flatMap((name) => props.chips.filter((chip) => chip.name === name));
  if (shown.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t("new-understood")}>
      {shown.map((chip) => {
        const { name, origin, meaning } = chip;
        const said = slotOf(read, name)?.spans.map((span) => span.words) ?? [];
        const part = t(`new-part-${name}`);
        return (
          <li
            key={name}
            className={styles.chip}
            data-origin={origin}
            data-chip={name}
            onPointerEnter={() => onPoint(name)}
            onPointerLeave={() => onPoint(null)}
            onFocus={() => onPoint(name)}
            onBlur={() => onPoint(null)}
          >
            <button type="button" onClick={() => props.onEdit(name)} title={t("new-edit")}>
              <span className={styles.part}>{part}</span>
              <span className={styles.meaning}>{meaning}</span>
              <span className={styles.origin}>
                {origin === "said" ? `“${said.join(" … ")}”` : t(`new-origin-${origin}`)}
              </span>
            </button>
            {origin !== "assumed" && (
              <button
                type="button"
                className={styles.remove}
                aria-label={t("new-remove", { part })}
                title={t("new-remove", { part })}
                onClick={() => props.onRemove(chip)}
              >
                <Icon name="close" size={12} />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What is not understood, lacks, or may mean several things: each with what can be done. */
function Open({ read, given, onTake, onText }: WordsProps & { read: ReadSentence }) {
  const { t } = useTexts();
  const missing = openIn(read, given);
  const unread = read.unread.flatMap(({ span }) => (span ? [span] : []));
  const leaveOut = (spans: readonly Span[]) => onText(without(read.text, spans));
  if (read.unread.length + missing.length + read.readings.length === 0) return null;
  return (
    <ul className={styles.open} aria-label={t("new-open")}>
      {read.unread.map(({ span, code, message }) => (
        <li key={`${span?.start} ${code}`} data-open="unread">
          <Icon name="warning" />
          <span>
            {span && !message.includes(span.words) && (
              <strong lang={read.language}>“{span.words}” </strong>
            )}
            {message}
            {span && (
              <span className={styles.choices}>
                <Button onPress={() => leaveOut([span])}>
                  {t("new-leave-out", { words: span.words })}
                </Button>
              </span>
            )}
          </span>
        </li>
      ))}
      {unread.length > 1 && (
        <li>
          <Icon name="minus" />
          <span className={styles.choices}>
            <Button onPress={() => leaveOut(unread)}>
              {t("new-leave-all-out", { count: unread.length })}
            </Button>
          </span>
        </li>
      )}
      {missing.map(({ slot, message, choices }) => (
        <li key={slot} data-open="missing">
          <Icon name="unknown" />
          <span>
            <strong>{t(`new-part-${slot}`)}</strong> {message}
            <span className={styles.choices}>
              {choices.map((choice) => (
                <Button key={choice.meaning} onPress={() => onTake([choice])}>
                  {choice.meaning}
                </Button>
              ))}
            </span>
          </span>
        </li>
      ))}
      {read.readings.length > 0 && (
        <li data-open="readings">
          <Icon name="unknown" />
          <span>
            <strong>{t("new-did-you-mean")}</strong>
            <span className={styles.choices}>
              {read.readings.map(({ meaning, slots }) => (
                <Button key={meaning} onPress={() => onTake(slots)}>
                  {meaning}
                </Button>
              ))}
            </span>
          </span>
        </li>
      )}
    </ul>
  );
}
