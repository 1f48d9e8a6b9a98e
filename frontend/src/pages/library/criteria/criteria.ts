import { EVENTS } from "@/design/components/Marks";
import type {
  EventType,
  PresetNumberInfo,
  PresetRevisionState,
  PresetState,
} from "@/generated/schema";
import type { Language } from "@/text";
import type { Past } from "../item/history";
import { type Measure, numberIn } from "../item/typed";

/** Numbers of one kind: one for each grade, or a single one. */
export interface Row {
  /** What they are: of a grade's number without the grade, as `amount in 24 h`. */
  name: string;
  /** Which of several ways to reach the grade they are part of, where not the first. */
  way: number;
  /** By grade, as many as the table has; a grade may have none. */
  numbers: readonly (PresetNumberInfo | undefined)[];
}

/** The numbers that decide about one type of event, or about days and areas of all of them. */
export interface Section {
  event: EventType | null;
  /** Names of the grades, the lowest first; empty where rows do not call it alike. */
  grades: readonly string[];
  rows: readonly Row[];
  singles: readonly Row[];
}

const OF_EVENT = /^(?:criteria|percentiles)\.(\w+)\./;
const GRADED = /\.(grades|sustained|gust)\.(\d+)\./;
const WAY = /\.any_of\.(\d+)\./;

/** How the platform names a number of a grade. */
const NAMES: Record<Language, RegExp> = {
  en: /^.+?, grade \d+ “(?<grade>.+?)”: (?<what>.+?)(?: \(way \d+ to reach the grade\))?$/,
  zh: /^.+?，第\d+级“(?<grade>.+?)”：(?<what>.+?)(?:（达到该级的途径\d+）)?$/,
};

interface Graded {
  number: PresetNumberInfo;
  grade: number;
  gradeName: string;
}

/** The numbers of criteria as they are looked up: by type of event, and those of grades as tables. */
export function sectionsOf(numbers: readonly PresetNumberInfo[], language: Language): Section[] {
  const eventOf = ({ path }: PresetNumberInfo) =>
    EVENTS.find((event) => OF_EVENT.exec(path)?.[1] === event) ?? null;
  return [...EVENTS, null]
    .map((event) => {
      const own = numbers.filter((one) => eventOf(one) === event);
      return { event, ...tableOf(own, language) };
    })
    .filter(({ rows, singles }) => rows.length + singles.length > 0);
}

function tableOf(numbers: readonly PresetNumberInfo[], language: Language) {
  const found = new Map<string, { name: string; way: number; graded: Graded[] }>();
  const singles: Row[] = [];
  for (const number of numbers) {
    const name = number.names[language] ?? number.names.en ?? "";
    const place = GRADED.exec(number.path);
    const said = NAMES[language].exec(name)?.groups;
    if (!place || !said) {
      singles.push({ name, way: 0, numbers: [number] });
      continue;
    }
    const key = number.path.replace(GRADED, ".$1.");
    const way = Number(WAY.exec(number.path)?.[1] ?? 0);
    const row = found.get(key) ?? { name: said.what ?? name, way, graded: [] };
    row.graded.push({ number, grade: Number(place[2]), gradeName: said.grade ?? "" });
    found.set(key, row);
  }
  const all = [...found.values()].sort((one, other) => one.way - other.way);
  const cells = all.flatMap(({ graded }) => graded);
  const count = Math.max(0, ...cells.map(({ grade }) => grade + 1));
  const places = Array.from({ length: count }, (_, grade) => grade);
  return {
    grades: places.map((grade) => {
      const names = new Set(cells.filter((one) => one.grade === grade).map((one) => one.gradeName));
      const [only = ""] = names;
      return names.size === 1 ? only : "";
    }),
    rows: all.map(({ name, way, graded }) => ({
      ...{ name, way },
      numbers: places.map((grade) => graded.find((one) => one.grade === grade)?.number),
    })),
    singles,
  };
}

/** What the numbers of a row have in common, if they do: it is said once. */
export function commonOf<Value>(
  { numbers }: Row,
  of: (number: PresetNumberInfo) => Value,
): Value | undefined {
  const [first, ...others] = numbers.filter((one) => one !== undefined).map(of);
  return others.every((one) => one === first) ? first : undefined;
}

/** The name of a number without the type of event, under whose heading it stands. */
export function withoutEvent(name: string, event: string): string {
  const isOf = name.toLowerCase().startsWith(event.toLowerCase());
  return isOf ? name.slice(event.length).replace(/^[:：]\s*/, "") : name;
}

/** How units are written behind a number, and what the platform calls them; the first is the number's own. */
const WRITTEN: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  mm: [
    ["mm", "mm"],
    ["毫米", "mm"],
    ["cm", "cm"],
    ["in", "inch"],
    ["inch", "inch"],
    ["m", "m"],
  ],
  "mm h-1": [
    ["mm/h", "mm h-1"],
    ["cm/h", "cm/h"],
    ["inch/h", "inch/h"],
  ],
  "m s-1": [
    ["m/s", "m s-1"],
    ["m s⁻¹", "m s-1"],
    ["km/h", "km/h"],
    ["kt", "kt"],
    ["mph", "mph"],
  ],
  degC: [
    ["°C", "degC"],
    ["℃", "degC"],
    ["degC", "degC"],
  ],
  K: [
    ["K", "K"],
    ["°C", "K"],
    ["℃", "K"],
  ],
  km2: [
    ["km²", "km2"],
    ["km2", "km2"],
  ],
  h: [
    ["h", "h"],
    ["小时", "h"],
    ["min", "min"],
  ],
  "1": [["%", "%"]],
};

/** Other units in which people give such a number, for the reader. */
export const otherUnits = (unit: string): readonly string[] =>
  ({
    mm: ["cm", "inch"],
    "mm h-1": ["cm/h", "inch/h"],
    "m s-1": ["km/h", "kt", "mph"],
    "1": ["%"],
  })[unit] ?? [];

/** The number in a text that may end in a unit, which is given as the platform calls it; undefined where it is none. */
export function numberOf(text: string, own: string): Measure | undefined {
  const written = text.trim();
  const unit = [...(WRITTEN[own] ?? [])]
    .sort(([one], [other]) => other.length - one.length)
    .find(([name]) => written.endsWith(name));
  const number = numberIn(unit ? written.slice(0, -unit[0].length) : written);
  if (number === null || number === undefined) return undefined;
  return unit && unit[1] !== own ? { number, unit: unit[1] } : { number };
}

/** The states of criteria, the newest first, each with the numbers that it changed. */
export function pastOf(states: readonly PresetRevisionState[], now: PresetState): Past[] {
  const known = (path: string) => now.preset.numbers.find((one) => one.path === path);
  const fieldsOf = (state: PresetRevisionState) =>
    Object.keys({ ...state.numbers, ...state.sources });
  // What is not set is as the package says, which the criteria say themselves where they do not set it.
  const said = ({ numbers, sources }: PresetRevisionState, path: string) =>
    numbers[path] ?? sources[path] ?? now.package[path] ?? known(path)?.value;
  return states.map((state, at) => {
    const before = states[at + 1];
    if (!before) return { state, steps: null };
    const paths = [...new Set([...fieldsOf(state), ...fieldsOf(before)])];
    const steps = paths
      .filter((path) => said(state, path) !== said(before, path))
      .map((path) => ({
        path,
        before: said(before, path),
        after: said(state, path),
        unit: known(path)?.unit ?? "",
      }));
    return { state, steps };
  });
}
