import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { bodyOf as answerOf } from "@/api/client";
import { reading, source as sourceQuery, sources as sourcesQuery } from "@/api/newQueries";
import { serverTime } from "@/api/server";
import { useCentre } from "@/app/context";
import { useShortcuts } from "@/app/shortcuts";
import { useTitle } from "@/app/title";
import { Empty, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Region } from "@/design/components/Region";
import { Period } from "@/design/components/Time";
import type { NewDiagnosisRequest, ReadSentence, SourceInfo } from "@/generated/schema";
import { MoreTexts, type Part, type Texts, useTexts } from "@/text";
import { titleOf } from "../sourceTitle";
import {
  type Blocker,
  blockersOf,
  bodyOf,
  type Draft,
  draftOf,
  givenIn,
  isHeldInPart,
  type Reading,
  slotOf,
  statisticBlockers,
  statisticOf,
  withoutPart,
  withSlots,
} from "./draft";
import { forgetKey, keyOf } from "./key";
import { LastRequests } from "./LastRequests";
import styles from "./new.module.css";
import { leadTo, PartSection } from "./parts";
import { placeOfRefusal } from "./refusal";
import { Send } from "./Send";
import { Sources, Statistic } from "./Sources";
import { type NewSearch, regionText } from "./search";
import { without } from "./spans";
import { EventChoice, How, Urgency } from "./What";
import { When } from "./When";
import { Where } from "./Where";
import { type Chip, Words } from "./Words";

const TEXTS: Part = {
  en: () =>
    together(
      import("../../../messages/new.en.ftl?raw"),
      import("virtual:science-texts/sources/en"),
    ),
  zh: () =>
    together(
      import("../../../messages/new.zh.ftl?raw"),
      import("virtual:science-texts/sources/zh"),
    ),
};

async function together(...parts: Promise<{ default: string }>[]) {
  return { default: (await Promise.all(parts)).map((part) => part.default).join("\n") };
}

const PAUSE_MS = 500;
const NONE: readonly SourceInfo[] = [];

interface NewPageProps {
  search: NewSearch;
  /** The whole draft stands in the address; `isTyping` makes no step of the way back. */
  onSearch: (search: NewSearch, isTyping?: boolean) => void;
  /** A diagnosis was requested. */
  onSent: (id: string) => void;
}

/** The page on which a diagnosis is requested: in words, by controls, or by both. */
export default function NewPage(props: NewPageProps) {
  return (
    <MoreTexts part={TEXTS}>
      <Allowed {...props} />
    </MoreTexts>
  );
}

function Allowed(props: NewPageProps) {
  const { t } = useTexts();
  const { centre, may } = useCentre();
  useTitle(t("page-new"), centre);
  if (may("diagnosis.create")) return <Page {...props} />;
  return (
    <Empty title={t("new-not-allowed")} level={1}>
      <p>{t("new-not-allowed-text")}</p>
    </Empty>
  );
}

/** The words as they are typed; they go into the address, and are read, after a pause or with Enter. */
function useTyped(kept: string, commit: (text: string) => void) {
  const [typed, setTyped] = useState(kept);
  const committed = useRef(kept);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => {
    // The way back, or a request that was taken over, has brought other words.
    if (kept === committed.current) return;
    committed.current = kept;
    setTyped(kept);
  }, [kept]);
  const settle = (text: string) => {
    if (text === committed.current) return;
    committed.current = text;
    latest.current(text);
  };
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed === committed.current) return;
      committed.current = typed;
      latest.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, settle: () => settle(typed) };
}

/** What the platform reads in the words, and whether that is of the words as they are now. */
function useReading(search: NewSearch, typed: string) {
  const { language } = useTexts();
  const { api, centre } = useCentre();
  const text = search.text ?? "";
  const given = givenIn(search);
  const query = useQuery(
    reading(api, centre, { text, source: search.source ?? null, given, language }),
  );
  // What was read before stays in sight until the next answer is there.
  const [last, setLast] = useState<ReadSentence | null>(null);
  const now = query.data ?? null;
  if (now && now !== last) setLast(now);
  const isWords = text.trim() !== "" || typed.trim() !== "";
  const isCurrent = typed.trim() === text.trim();
  let state: Reading = { state: "reading" };
  if (!isWords) state = { state: "none" };
  else if (isCurrent && query.isError) state = { state: "failed" };
  else if (isCurrent && now) state = { state: "read", read: now };
  const shown = !isWords || state.state === "failed" ? null : (now ?? last);
  return { state, shown, error: query.error, retry: () => void query.refetch() };
}

function useSend(onSent: (id: string) => void) {
  const { api, centre } = useCentre();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDiagnosisRequest) =>
      answerOf(
        api.POST("/api/v1/diagnoses/", {
          params: { header: { "Idempotency-Key": keyOf(centre, body) } },
          body,
        }),
      ),
    onError: (error) => {
      const at = placeOfRefusal(error);
      if (at) leadTo(at);
    },
    onSuccess: (job) => {
      forgetKey();
      void client.invalidateQueries({ queryKey: [centre, "diagnoses"] });
      onSent(job.id);
    },
  });
}

function Page({ search, onSearch, onSent }: NewPageProps) {
  const texts = useTexts();
  const { t, language } = texts;
  const { api, centre } = useCentre();
  const known = useQuery(sourcesQuery(api, centre));
  const sources = known.data?.results ?? NONE;
  const words = useTyped(search.text ?? "", (text) =>
    onSearch({ ...search, text: text.trim() === "" ? undefined : text }, true),
  );
  const read = useReading(search, words.typed);
  const draft = draftOf(search, read.shown, sources, language);
  const source = sources.find((one) => one.name === draft.source?.value);
  const detail = useQuery({
    ...sourceQuery(api, centre, source?.name ?? ""),
    enabled: source !== undefined,
  }).data;
  const statistic = statisticOf(search, detail);
  const body = bodyOf(draft, { ...search, statistic }, read.shown);
  const blockers = [
    ...blockersOf(draft, search, read.state, known.data?.results, serverTime()),
    ...statisticBlockers(search, detail),
  ];
  const send = useSend(onSent);
  const isOfThis = JSON.stringify(send.variables) === JSON.stringify(body);
  const refusal = isOfThis ? send.error : null;
  const refusedAt = placeOfRefusal(refusal);
  const submit = () => {
    const [first] = blockers;
    // The answer is on its way: nothing is to be put right.
    if (first?.code === "reading") return;
    if (first) leadTo(first.at);
    else if (body && !send.isPending) send.mutate(body);
  };
  useShortcuts({ "mod+Enter": submit });
  const set = (part: NewSearch) => onSearch({ ...search, ...part });
  const chips = chipsOf(draft, search, read.shown, sources, texts);
  const remove = ({ name, origin }: Chip) => {
    if (origin === "hand") return onSearch(withoutPart(search, name));
    const spans = slotOf(read.shown, name)?.spans ?? [];
    words.setTyped(without(read.shown?.text ?? "", spans));
  };
  const part = (at: Blocker["at"]) => ({
    at,
    blockers,
    refusal: refusedAt === at ? refusal : null,
  });
  if (known.data && sources.length === 0) {
    return (
      <Empty title={t("new-no-sources")} level={1}>
        <p>{t("new-no-sources-text")}</p>
      </Empty>
    );
  }
  return (
    <div className={styles.page} data-new>
      <h1>{t("page-new")}</h1>
      <Words
        text={words.typed}
        onText={words.setTyped}
        onEnter={words.settle}
        read={read.shown}
        isReading={read.state.state === "reading"}
        error={read.state.state === "failed" ? read.error : null}
        onRetry={read.retry}
        given={givenIn(search)}
        chips={chips}
        onEdit={leadTo}
        onRemove={remove}
        onTake={(slots) => onSearch(withSlots(search, slots))}
      />
      {words.typed === "" && (
        <LastRequests sources={sources} onFill={(next) => onSearch(next)} onSent={onSent} />
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <PartSection {...part("where")} title={t("new-part-where")}>
            <Where
              region={draft.region?.value ?? null}
              name={
                draft.region?.origin === "hand" ? search.place : slotOf(read.shown, "where")?.name
              }
              source={source}
              onRegion={(region, place) => set({ region: regionText(region), place })}
            />
          </PartSection>
          <PartSection {...part("when")} title={t("new-part-when")}>
            <When
              period={draft.period?.value ?? null}
              source={source}
              onPeriod={({ start, end }) => set({ start, end })}
            />
          </PartSection>
        </div>
        <div className={styles.column}>
          <PartSection {...part("source")} title={t("source")}>
            {known.isError && (
              <ProblemNotice error={known.error} onRetry={() => void known.refetch()} />
            )}
            {known.isPending ? (
              <Skeleton lines={3} height={44} />
            ) : (
              <Sources
                sources={sources}
                chosen={draft.source?.value ?? null}
                detail={detail}
                onSource={(name) => set({ source: name, statistic: undefined })}
              />
            )}
            {detail && (
              <Statistic
                detail={detail}
                chosen={statistic}
                onStatistic={(next) => set({ statistic: next })}
              />
            )}
          </PartSection>
          <PartSection {...part("event")} title={t("new-part-event")}>
            <EventChoice
              event={draft.event.value}
              support={detail?.inventory?.events ?? []}
              onEvent={(event) => set({ event })}
            />
          </PartSection>
          <PartSection {...part("what")} title={t("new-how")}>
            <How
              preset={draft.preset.value}
              onPreset={(preset) => set({ preset })}
              language={draft.language.value}
              onLanguage={(next) => set({ language: next })}
            />
          </PartSection>
          <Urgency
            priority={search.priority ?? "normal"}
            onPriority={(priority) =>
              set({ priority: priority === "normal" ? undefined : priority })
            }
            deadline={search.deadline ?? null}
            onDeadline={(deadline) => set({ deadline })}
            blockers={blockers.filter((one) => one.at === "deadline")}
          />
        </div>
      </div>
      <Send
        blockers={blockers}
        refusal={refusal}
        refusedAt={refusedAt}
        isSending={send.isPending}
        isInPart={isHeldInPart(draft, source)}
        onSend={submit}
      />
    </div>
  );
}

/** Every part of the draft in words: of what is said as the platform read it, of what is set as it is. */
function chipsOf(
  draft: Draft,
  search: NewSearch,
  read: ReadSentence | null,
  sources: readonly SourceInfo[],
  { t, label, term, language }: Texts,
): Chip[] {
  const titles = new Map(sources.map((one) => [one.name, titleOf(one, language)]));
  const { region, period, event, preset, source } = draft;
  const chips: Chip[] = [];
  const add = (name: Chip["name"], origin: Chip["origin"], own: Chip["meaning"]) => {
    const slot = slotOf(read, name);
    chips.push({ name, origin, meaning: origin !== "hand" && slot ? slot.meaning : own });
  };
  const what = slotOf(read, "what");
  if (search.what) add("what", "hand", t("new-whole-diagnosis"));
  else if (what) add("what", what.assumed ? "assumed" : "said", what.meaning);
  if (region)
    add(
      "where",
      region.origin,
      <>
        {search.place} <Region region={region.value} />
      </>,
    );
  if (period) {
    const { value } = period;
    const isWhole = value?.start && value.end;
    const said = isWhole ? <Period start={value.start} end={value.end} /> : t("new-no-period");
    add("when", period.origin, value ? said : t("whole-source"));
  }
  add("event", event.origin, event.value ? label(event.value) : t("new-any-event"));
  add("preset", preset.origin, term(preset.value));
  if (source) add("source", source.origin, titles.get(source.value) ?? source.value);
  return chips;
}
