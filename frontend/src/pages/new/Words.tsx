import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api, data } from "@/api/client";
import { answered } from "@/api/inquiry";
import type { DiagnosisRequest, ReadRequest } from "@/api/schema";
import { Button, Field, Icon, Notice, ProblemNotice } from "@/design";
import { useTexts } from "@/texts";

interface Props {
  source: string;
  onRead: (request: DiagnosisRequest) => void;
  /** Whether a part of the words was not understood: nothing is sent then. */
  onUnread: (unread: boolean) => void;
}

const PAUSE_MS = 600;

/** The text once nobody has typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** A request in words: what was understood is shown as chips, and fills the form below. */
export function Words({ source, onRead, onUnread }: Props) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const paused = usePaused(text.trim());
  const reading = useQuery({
    queryKey: ["reading", paused, source, language],
    queryFn: ({ signal }) =>
      answered<ReadRequest>(
        data(
          api.POST("/api/v1/requests/read/", {
            body: { text: paused, source: source || null } as never,
          }),
        ),
        signal,
      ),
    enabled: paused.length > 2,
    retry: false,
    staleTime: 60_000,
  });
  const read = paused && text.trim() === paused ? reading.data : undefined;
  const taken = useRef({ onRead, onUnread });
  taken.current = { onRead, onUnread };
  useEffect(() => {
    taken.current.onUnread(
      Boolean(paused) &&
        (read ? read.not_understood.length > 0 || read.asks !== "diagnosis" : false),
    );
    if (read?.diagnosis) taken.current.onRead(read.diagnosis);
  }, [read, paused]);
  const without = (words: string) => setText(text.replace(words, "").replace(/\s+/g, " ").trim());

  return (
    <div className="stack close words">
      <Field label={t("ui-words")} hint={t("ui-words-hint")}>
        {(props) => (
          <textarea
            {...props}
            className="input"
            rows={2}
            maxLength={2000}
            placeholder={t("ui-words-example")}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="reading-line" aria-live="polite">
        {reading.isFetching && <span className="small quiet">{t("ui-words-reading")}</span>}
        {reading.error && paused && <ProblemNotice error={reading.error} />}
        {read && (
          <>
            <div className="row">
              {read.understood.map((part) => (
                <span
                  key={`${part.part}${part.words}${part.meaning}`}
                  className="chip"
                  title={part.words}
                >
                  <span className="tiny quiet">{t(`question-part_${part.part}`)}</span>{" "}
                  {part.meaning}
                  {part.words && (
                    <button
                      type="button"
                      aria-label={t("ui-chip-remove", { words: part.words })}
                      onClick={() => without(part.words)}
                    >
                      <Icon name="close" width={10} height={10} />
                    </button>
                  )}
                </span>
              ))}
              {read.assumed.map((part) => (
                <span key={`${part.part}${part.meaning}`} className="chip assumed">
                  <span className="tiny quiet">
                    {t("ui-assumed", { part: t(`question-part_${part.part}`) })}
                  </span>{" "}
                  {part.meaning}
                </span>
              ))}
            </div>
            {read.not_understood.map((part) => (
              <Notice key={`${part.code}${part.words}`} tone="doubt">
                <p>
                  {part.words && <strong>“{part.words}” </strong>}
                  {part.message}
                </p>
                <div className="row">
                  {part.choices.map((choice) => (
                    <button
                      key={choice}
                      type="button"
                      className="chip pointer"
                      onClick={() =>
                        setText(part.words ? text.replace(part.words, choice) : `${text} ${choice}`)
                      }
                    >
                      {choice}
                    </button>
                  ))}
                  {part.words && (
                    <Button small onClick={() => without(part.words)}>
                      {t("ui-leave-out")}
                    </Button>
                  )}
                </div>
              </Notice>
            ))}
            {(read.asks === "question" || read.asks === "chart") && (
              <Notice tone="live">
                <p>{t(read.asks === "question" ? "ui-words-question" : "ui-words-chart")}</p>
                <Button small onClick={() => navigate("/ask", { state: { text } })}>
                  {t("ui-nav-ask")}
                </Button>
              </Notice>
            )}
          </>
        )}
      </div>
    </div>
  );
}
