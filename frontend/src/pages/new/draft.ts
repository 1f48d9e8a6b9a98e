import type {
  EventType,
  Language,
  Missing,
  NewDiagnosisRequest,
  OtherReading,
  ReadSentence,
  SlotName,
  SourceDetail,
  SourceInfo,
} from "@/generated/schema";
import { boxFrom, type Inside, insideOf } from "@/map/box";
import { minuteOf, type NewSearch, PRESETS, regionFrom, regionText } from "./search";

export type Slot = ReadSentence["slots"][number];
type SlotOf<Name extends SlotName> = Extract<Slot, { slot: Name }>;

/** Where a part comes from: a control, the words, or a rule. */
export type Origin = "hand" | "said" | "assumed";

export interface Part<Value> {
  value: Value;
  origin: Origin;
}

export interface Period {
  start: string;
  end: string;
}

/** What would be asked for: controls before words, words before what is assumed. */
export interface Draft {
  source: Part<string> | null;
  region: Part<readonly number[]> | null;
  /** Null as a value: all that the source holds. */
  period: Part<Period | null> | null;
  /** Null as a value: the classification decides. */
  event: Part<EventType | null>;
  preset: Part<string>;
  language: Part<Language>;
}

/** The parts that a control has set: they win over the words. */
export function givenIn(search: NewSearch): SlotName[] {
  const given: Partial<Record<SlotName, unknown>> = {
    what: search.what,
    where: search.region,
    when: search.start ?? search.end,
    event: search.event,
    preset: search.preset,
    source: search.source,
  };
  return (Object.keys(given) as SlotName[]).filter((name) => given[name] !== undefined);
}

/** The part of this name that the words say, or that a rule took. */
export const slotOf = <Name extends SlotName>(
  read: ReadSentence | null,
  name: Name,
): SlotOf<Name> | undefined =>
  read?.slots.find((one) => one.slot === name) as SlotOf<Name> | undefined;

const fromWords = <Name extends SlotName, Value>(
  read: ReadSentence | null,
  name: Name,
  value: (slot: SlotOf<Name>) => Value,
): Part<Value> | null => {
  const slot = slotOf(read, name);
  return slot ? { value: value(slot), origin: slot.assumed ? "assumed" : "said" } : null;
};

const byHand = <Value>(value: Value): Part<Value> => ({ value, origin: "hand" });
const assumed = <Value>(value: Value): Part<Value> => ({ value, origin: "assumed" });

/** Puts together what the controls set, what the words say and what remains. */
export function draftOf(
  search: NewSearch,
  read: ReadSentence | null,
  sources: readonly SourceInfo[],
  reader: Language,
): Draft {
  const region = regionFrom(search.region);
  const [only, another] = sources;
  const missing = (name: SlotName) => read?.missing.some((one) => one.slot === name);
  const { start, end } = search;
  return {
    source: search.source
      ? byHand(search.source)
      : (fromWords(read, "source", ({ source }) => source) ??
        (only && !another ? assumed(only.name) : null)),
    region: region ? byHand(region) : fromWords(read, "where", (slot) => slot.region),
    period:
      start || end
        ? byHand({ start: start ?? "", end: end ?? "" })
        : (fromWords(read, "when", ({ window }) => window) ??
          (missing("when") ? null : assumed(null))),
    event: search.event
      ? byHand(search.event === "any" ? null : search.event)
      : (fromWords(read, "event", ({ event }) => event) ?? assumed(null)),
    preset: search.preset
      ? byHand(search.preset)
      : (fromWords(read, "preset", ({ preset }) => preset) ?? assumed(PRESETS[0])),
    language: search.language ? byHand(search.language) : assumed(reader),
  };
}

/** What the controls say once a choice of the answer is taken: as if it had been set by hand. */
export function withSlots(search: NewSearch, slots: readonly Slot[]): NewSearch {
  const next = { ...search };
  for (const slot of slots) {
    switch (slot.slot) {
      case "what":
        next.what = slot.scenario === "diagnosis" ? "diagnosis" : undefined;
        break;
      case "where":
        next.region = regionText(slot.region);
        next.place = slot.name || undefined;
        break;
      case "when":
        next.start = minuteOf(slot.window.start);
        next.end = minuteOf(slot.window.end);
        break;
      case "event":
        next.event = slot.event;
        break;
      case "preset":
        next.preset = PRESETS.find((preset) => preset === slot.preset);
        break;
      case "source":
        next.source = slot.source;
    }
  }
  return next;
}

/** The controls without one part: the words, or a rule, say it again. */
export function withoutPart(search: NewSearch, name: SlotName): NewSearch {
  const own: Record<SlotName, NewSearch> = {
    what: { what: undefined },
    where: { region: undefined, place: undefined },
    when: { start: undefined, end: undefined },
    event: { event: undefined },
    preset: { preset: undefined },
    source: { source: undefined },
  };
  return { ...search, ...own[name] };
}

/** What the form says once an earlier request is taken over. */
export const searchOf = (request: {
  source: string;
  region: readonly number[];
  window: Period | null;
  event: EventType | null;
  preset: string;
  language: Language;
  statistic?: string | null;
}): NewSearch => ({
  source: request.source,
  statistic: request.statistic ?? undefined,
  region: regionText(request.region),
  start: minuteOf(request.window?.start),
  end: minuteOf(request.window?.end),
  event: request.event ?? "any",
  preset: PRESETS.find((preset) => preset === request.preset),
  language: request.language,
});

// -- what speaks against it --

/** How the words stand: none, on their way, lost on the way, or read. */
export type Reading =
  | { state: "none" | "reading" | "failed" }
  | { state: "read"; read: ReadSentence };

export type BlockerCode =
  | "reading"
  | "unreadable"
  | "not_a_request"
  | "chart"
  | "unread"
  | "missing"
  | "readings"
  | "sources"
  | "no_source"
  | "unknown_source"
  | "no_statistic"
  | "no_region"
  | "no_area"
  | "south_of_north"
  | "region_outside"
  | "period_incomplete"
  | "period_inverted"
  | "period_outside"
  | "deadline_passed";

/** Why the request cannot be sent, and where it is put right. */
export interface Blocker {
  code: BlockerCode;
  at: SlotName | "words" | "deadline";
  /** The platform's own words, where it has said it. */
  message?: string;
}

/** How a period lies to the times of the data; both ends belong to it. */
export function periodIn(period: Period, source: Pick<SourceInfo, "first" | "last">): Inside {
  if (!source.first || !source.last) return "inside";
  const [start, end] = [Date.parse(period.start), Date.parse(period.end)];
  const [first, last] = [Date.parse(source.first), Date.parse(source.last)];
  if (end < first || start > last) return "outside";
  return start >= first && end <= last ? "inside" : "partly";
}

/** Whether a source holds a part of the region or the period and not the rest. */
export function isHeldInPart({ region, period }: Draft, source: SourceInfo | undefined): boolean {
  if (!source) return false;
  const box = region && source.region && insideOf(region.value, source.region);
  return box === "partly" || Boolean(period?.value && periodIn(period.value, source) === "partly");
}

/** Whether a source holds now what was read of it: what is new, or cannot be read, may be otherwise. */
export const isCertain = ({ state, stale }: Pick<SourceInfo, "state" | "stale">): boolean =>
  state === "ready" && !stale;

/** What is wrong with a region by itself. */
function regionFault(region: readonly number[]): BlockerCode | null {
  const [, south = 0, , north = 0] = region;
  const { west, east } = boxFrom(region);
  if (south > north) return "south_of_north";
  return west === east || south === north ? "no_area" : null;
}

export function periodFault({ start, end }: Period): BlockerCode | null {
  if (!start || !end) return "period_incomplete";
  return Date.parse(end) < Date.parse(start) ? "period_inverted" : null;
}

function wordsBlockers(reading: Reading, given: readonly SlotName[]): Blocker[] {
  if (reading.state === "none") return [];
  if (reading.state !== "read")
    return [{ code: reading.state === "failed" ? "unreadable" : "reading", at: "words" }];
  const { read } = reading;
  const what = slotOf(read, "what");
  const found: Blocker[] = [];
  if (read.kind !== "request") found.push({ code: "not_a_request", at: "words" });
  for (const { message } of read.unread) found.push({ code: "unread", at: "words", message });
  if (read.readings.length > 0) found.push({ code: "readings", at: "words" });
  if (what && what.scenario !== "diagnosis" && !given.includes("what"))
    found.push({ code: "chart", at: "what" });
  for (const { slot, message } of openIn(read, given))
    found.push({ code: "missing", at: slot, message });
  return found;
}

/** The parts that the words leave open, without those that a control has set. */
export const openIn = (read: ReadSentence, given: readonly SlotName[]): Missing[] =>
  read.missing.filter(({ slot }) => !given.includes(slot));

/** Everything that keeps a draft from being sent, the first to put right first; `sources` once they are known. */
export function blockersOf(
  draft: Draft,
  search: NewSearch,
  reading: Reading,
  sources: readonly SourceInfo[] | undefined,
  now: number,
): Blocker[] {
  const found = wordsBlockers(reading, givenIn(search));
  const add = (code: BlockerCode | null, at: Blocker["at"]) => {
    // What the answer has said about a part is not said twice.
    if (code && !found.some((one) => one.at === at)) found.push({ code, at });
  };
  const source = sources?.find((one) => one.name === draft.source?.value);
  const certain = source && isCertain(source) ? source : undefined;
  if (!sources) add("sources", "source");
  else if (!draft.source) add("no_source", "source");
  else if (!source) add("unknown_source", "source");
  if (!draft.region) add("no_region", "where");
  else {
    const { value } = draft.region;
    add(regionFault(value), "where");
    if (certain?.region && insideOf(value, certain.region) === "outside")
      add("region_outside", "where");
  }
  const period = draft.period?.value;
  if (period) {
    add(periodFault(period), "when");
    if (certain && periodIn(period, certain) === "outside") add("period_outside", "when");
  }
  if (search.deadline && Date.parse(search.deadline) <= now) add("deadline_passed", "deadline");
  return found;
}

type HeldStatistics = Pick<SourceDetail, "statistics" | "inventory">;

/** Whether a source holds statistics of an ensemble and nothing else. */
export const isStatisticAlone = (detail: HeldStatistics): boolean =>
  Boolean(detail.inventory?.choice?.statistic);

/** The statistic that is asked for, as far as it is known that the source holds it. */
export const statisticOf = (search: NewSearch, detail: HeldStatistics | undefined) =>
  detail?.statistics.includes(search.statistic ?? "") === false ? undefined : search.statistic;

/** A source that holds nothing else needs one to be chosen: none is taken unasked. */
export const statisticBlockers = (
  search: NewSearch,
  detail: HeldStatistics | undefined,
): Blocker[] =>
  detail && isStatisticAlone(detail) && !statisticOf(search, detail)
    ? [{ code: "no_statistic", at: "source" }]
    : [];

/** What is sent: the draft, and what else the words say of it. */
export function bodyOf(draft: Draft, search: NewSearch, read: ReadSentence | null) {
  if (!draft.source || !draft.region) return null;
  const when = draft.period?.origin === "hand" ? undefined : slotOf(read, "when");
  const zone = when?.timezone_assumed ? null : (when?.timezone ?? null);
  return {
    ...read?.request,
    source: draft.source.value,
    ...(search.statistic ? { statistic: search.statistic } : {}),
    region: [...draft.region.value],
    window: draft.period?.value ?? null,
    timezone: zone,
    preset: draft.preset.value,
    event: draft.event.value,
    language: draft.language.value,
    priority: search.priority ?? "normal",
    deadline: search.deadline ?? null,
  } as NewDiagnosisRequest;
}

/** Readings of the same words that are open: one is to be chosen. */
export const readingsOf = (reading: Reading): readonly OtherReading[] =>
  reading.state === "read" ? reading.read.readings : [];
