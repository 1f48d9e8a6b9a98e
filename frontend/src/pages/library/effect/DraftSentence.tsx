import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type DraftOf, draftSentence } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { ProblemNotice } from "@/design/components/Feedback";
import { EventMark } from "@/design/components/Marks";
import type { EntrySentence } from "@/generated/schema";
import { MoreTexts, useTexts } from "@/text";
import { PAUSE_MS } from "../useTyped";
import styles from "./effect.module.css";
import { RunName, Sides, VerdictLine } from "./parts";
import { OtherLanguage, Sentence, SentencesProvider } from "./sentences";
import { EFFECT_TEXTS } from "./texts";

export interface DraftSentenceProps {
  of: DraftOf;
  entry: string;
  /** What the draft says now, in any form. */
  state: string;
  /** Whether something is wrong in the draft or in a field, so that nothing can be judged. */
  isWrong: boolean;
  /** Whether something that was given is not in the draft yet. */
  isUnkept: boolean;
}

/** A field has handed on by then what was typed. */
const TYPING_MS = PAUSE_MS + 50;

/** What a report would print of an entry, as it is and as the draft says it. */
export default function DraftSentence(props: DraftSentenceProps) {
  return (
    <MoreTexts part={EFFECT_TEXTS}>
      <SentencesProvider>
        <Pane {...props} />
      </SentencesProvider>
    </MoreTexts>
  );
}

/** Whether something is typed on the page that no field has handed on yet. */
function useTyping(): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const type = () => {
      setTyping(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTyping(false), TYPING_MS);
    };
    document.addEventListener("input", type);
    return () => {
      document.removeEventListener("input", type);
      clearTimeout(timer);
    };
  }, []);
  return isTyping;
}

function Pane({ of, entry, state, isWrong, isUnkept }: DraftSentenceProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const isTyping = useTyping();
  const isAsked = !isWrong && !isUnkept && !isTyping;
  const query = useQuery({ ...draftSentence(api, centre, of, entry, state), enabled: isAsked });
  const answer = isAsked ? query.data : undefined;
  const error = isAsked ? query.error : null;
  /** What was shown last keeps its room, so that nothing moves while the next one is judged. */
  const [last, setLast] = useState<EntrySentence | null>(null);
  const now = answer?.result ?? null;
  useEffect(() => {
    if (now) setLast(now);
  }, [now]);
  const isSame = answer?.digest === "";
  const isWaiting = !now && !isSame && !error;
  return (
    <section className={styles.draft} aria-labelledby="sentence-title">
      <header className={styles.head}>
        <h2 id="sentence-title">{t("effect-sentence")}</h2>
        {now && <OtherLanguage />}
      </header>
      <div className={styles.steady} aria-busy={isWaiting && !isWrong}>
        {(now ?? (isWaiting && last)) && (
          <div className={now ? undefined : styles.kept} aria-hidden={!now}>
            <Judged sentence={(now ?? last) as EntrySentence} />
          </div>
        )}
        <div role="status" className={styles.quiet}>
          {isSame && <p>{t("effect-nothing")}</p>}
          {isWaiting && <p>{t(isWrong ? "effect-sentence-wrong" : "effect-sentence-waits")}</p>}
        </div>
        {error && <ProblemNotice error={error} onRetry={() => void query.refetch()} />}
      </div>
    </section>
  );
}

function Judged({ sentence }: { sentence: EntrySentence }) {
  const { t, label } = useTexts();
  const { run, before, after, texts, failure } = sentence;
  const why = texts?.en ? texts : null;
  if (failure) return <p className={styles.quiet}>{t("effect-sentence-failed")}</p>;
  if (why) {
    return (
      <p className={styles.quiet}>
        {t("effect-sentence-none")} <Sentence texts={why} />
      </p>
    );
  }
  return (
    <>
      <Sides before={<VerdictLine worded={before} />} after={<VerdictLine worded={after} />} />
      {run && <RunName run={run} entry={sentence.entry_id} />}
      {sentence.case && (
        <p className={styles.name}>
          <EventMark finding={sentence.case} name={label(sentence.case)} />
          <span className={styles.quiet}>{t("effect-sentence-case")}</span>
        </p>
      )}
    </>
  );
}
