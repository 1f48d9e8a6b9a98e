import "./ask.css";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { api, data } from "@/api/client";
import { queryClient, sources } from "@/api/queries";
import type { AnsweredQuestion } from "@/api/schema";
import {
  ActButton,
  Ago,
  Bones,
  Empty,
  Field,
  Loading,
  Notice,
  ProblemNotice,
  StatusMark,
} from "@/design";
import { useTexts, type Wording } from "@/texts";
import { Answer } from "./Answer";

const AnswerMap = lazy(() => import("./AnswerMap"));
const OPEN = new Set(["queued", "running"]);

/** A question, or a bulletin's sentence to check; the answer says how it was read. */
export default function Ask() {
  const { t, language } = useTexts();
  const given = (useLocation().state as { text?: string } | null)?.text ?? "";
  const [search, setSearch] = useSearchParams();
  const [kind, setKind] = useState<"text" | "claim">("text");
  const [text, setText] = useState(given);
  const [source, setSource] = useState("");
  const known = useQuery(sources).data ?? [];
  const chosen = source || (known.length === 1 ? (known[0]?.name ?? "") : "");
  const ask = useMutation({
    mutationFn: async () =>
      data(
        api.POST("/api/v1/questions/", {
          body: { source: chosen, language, [kind]: text } as never,
        }),
      ) as Promise<unknown>,
    onSuccess: (made) => {
      setSearch({ id: (made as { id: string }).id });
      void queryClient.invalidateQueries({ queryKey: ["questions"] });
    },
  });
  const id = search.get("id");
  const past = useQuery({
    queryKey: ["questions"],
    queryFn: async () =>
      (await data(api.GET("/api/v1/questions/", { params: { query: { page_size: 20 } } }))).results,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <div className="sheet ask">
      <header>
        <h1>{t("ui-ask-title")}</h1>
      </header>
      <div className="ask-frame">
        <div className="stack wide">
          <form className="stack" onSubmit={submit}>
            <div className="row segments" role="group" aria-label={t("ui-ask-title")}>
              {(["text", "claim"] as const).map((one) => (
                <button
                  key={one}
                  type="button"
                  className="button small"
                  aria-pressed={kind === one}
                  onClick={() => setKind(one)}
                >
                  {t(`ui-ask-${one}`)}
                </button>
              ))}
            </div>
            <Field label={t(`ui-ask-${kind}-label`)} hint={t(`ui-ask-${kind}-hint`)}>
              {(props) => (
                <textarea
                  {...props}
                  className="input"
                  required
                  rows={2}
                  maxLength={2000}
                  placeholder={t(`ui-ask-${kind}-example`)}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
            <div className="row">
              <Field label={t("ui-source")}>
                {(props) => (
                  <select
                    {...props}
                    className="input"
                    required
                    value={chosen}
                    onChange={(event) => setSource(event.target.value)}
                  >
                    <option value="">{t("ui-choose")}</option>
                    {known.map((one) => (
                      <option key={one.name} value={one.name}>
                        {one.name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <ActButton act="diagnosis.create" kind="main" type="submit" busy={ask.isPending}>
                {t(`ui-ask-${kind}-send`)}
              </ActButton>
            </div>
            {ask.error && <ProblemNotice error={ask.error} />}
          </form>
          {id ? (
            <Followed id={id} />
          ) : (
            <Empty title={t("ui-ask-empty")}>
              <p>{t("ui-ask-empty-text")}</p>
            </Empty>
          )}
        </div>
        <aside>
          <h2 className="side-head">{t("ui-ask-past")}</h2>
          <Loading query={past} lines={6}>
            {(questions) => (
              <ul className="asked">
                {questions.length === 0 && <li className="small quiet">{t("ui-ask-past-none")}</li>}
                {questions.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      aria-pressed={one.id === id}
                      onClick={() => setSearch({ id: one.id })}
                    >
                      <span>{one.request.text ?? one.request.claim}</span>
                      <span className="tiny quiet">
                        {one.source} · <Ago at={one.created_at} />
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Loading>
        </aside>
      </div>
    </div>
  );
}

function Followed({ id }: { id: string }) {
  const { t, say } = useTexts();
  const found = useQuery({
    queryKey: ["question", id],
    queryFn: () =>
      data(
        api.GET("/api/v1/questions/{job_id}/", { params: { path: { job_id: id } } }),
      ) as Promise<AnsweredQuestion>,
    refetchInterval: (query) =>
      query.state.data && !OPEN.has(query.state.data.status) ? false : 700,
  });
  return (
    <Loading query={found} lines={3}>
      {(question) => (
        <section className="panel">
          <header>
            <h2>{question.request.text ?? question.request.claim}</h2>
            {OPEN.has(question.status) && <StatusMark status={question.status} />}
          </header>
          <div className="body stack">
            {OPEN.has(question.status) && <Bones lines={2} />}
            {question.failure && (
              <Notice tone="bad">
                {say(question.failure.wording as Wording | null, question.failure.message)}
              </Notice>
            )}
            {question.result && <Answer result={question.result} />}
            {question.result && (
              <Suspense fallback={<span className="bone answer-map" />}>
                <AnswerMap result={question.result} label={t("ui-ask-map")} />
              </Suspense>
            )}
          </div>
        </section>
      )}
    </Loading>
  );
}
