import type { BulkAct, BulkPath } from "@/generated/schema";

/** What can be changed, by the names that a choice of it has: the entry itself has no path. */
export const PATHS = {
  weight: "weight",
  difficulty: "difficulty",
  confidence: "confidence",
  tags: "tags",
  citations: "citations",
  months: "conditions_machine.months_nh",
  latitudes: "conditions_machine.abs_lat_range",
  limit: "expected.absolute.value",
  floor: "expected.floor.value",
  whole: "",
} as const satisfies Record<string, BulkPath>;
export type What = keyof typeof PATHS;

const OF_LISTS: readonly BulkAct[] = ["replace", "add", "take_out"];
const OF_LIMITS: readonly BulkAct[] = ["set", "scale", "shift"];

/** How each can be changed, the usual way first. */
export const actsOf = (what: What): readonly BulkAct[] => {
  if (what === "tags" || what === "citations") return OF_LISTS;
  if (what === "limit" || what === "floor") return OF_LIMITS;
  return what === "whole" ? ["remove"] : ["set"];
};

const numberIn = (text: string): number | undefined => {
  const typed = text.trim().replace("−", "-");
  const number = Number(typed);
  return typed === "" || !Number.isFinite(number) ? undefined : number;
};

const rangeIn = (text: string): [number, number] | undefined => {
  const found = /^\s*([-−]?[\d.]+)\s*(?:-|–|—|to|至|到|,|，|\s)\s*([-−]?[\d.]+)\s*$/.exec(text);
  const [first, last] = [numberIn(found?.[1] ?? ""), numberIn(found?.[2] ?? "")];
  return first === undefined || last === undefined ? undefined : [first, last];
};

/** Months as they are typed: `4-9, 11`, or over the turn of the year `11-2`. */
function monthsIn(text: string): number[] | undefined {
  const months = new Set<number>();
  for (const part of text.split(/[,，、;；]/)) {
    const alone = numberIn(part);
    const [first, last] = alone === undefined ? (rangeIn(part) ?? []) : [alone, alone];
    const isMonth = (one: number | undefined): one is number =>
      one !== undefined && Number.isInteger(one) && one >= 1 && one <= 12;
    if (!isMonth(first) || !isMonth(last)) return undefined;
    for (let month = first; ; month = (month % 12) + 1) {
      months.add(month);
      if (month === last) break;
    }
  }
  return [...months].sort((one, other) => one - other);
}

/** What is sent of a typed value; undefined where it is missing, or not what the field takes. */
export function valueIn(what: What, act: BulkAct, text: string) {
  switch (what) {
    case "whole":
      return null;
    case "weight":
    case "confidence":
      return numberIn(text);
    case "months":
      return monthsIn(text);
    case "latitudes":
      return rangeIn(text);
    case "limit":
    case "floor":
      return act === "set" ? (numberIn(text) ?? rangeIn(text)) : numberIn(text);
    default:
      return text.trim() || undefined;
  }
}
