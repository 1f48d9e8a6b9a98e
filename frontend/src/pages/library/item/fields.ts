import type { ItemKind } from "@/api/libraryQueries";

/** How a field is given. */
export type Control =
  | { kind: "text" }
  | { kind: "long" }
  | { kind: "number"; least?: number; most?: number; unit?: string }
  | { kind: "limit" }
  | { kind: "choice"; options: readonly string[] }
  | { kind: "reduction" }
  | { kind: "factor" }
  | { kind: "flag" }
  | { kind: "numbers"; parts: readonly NumberPart[]; unit?: string }
  | { kind: "months" }
  | { kind: "names"; of: "event" | "tool" | "cause" }
  | { kind: "lines" }
  | { kind: "reference" }
  | { kind: "citations" }
  | { kind: "bands" }
  | { kind: "also" }
  | { kind: "detectors" };
export type NumberPart = "first" | "last" | "west" | "south" | "east" | "north";

export interface FieldSpec {
  path: string;
  control: Control;
  /** Shown although it is empty; the rest are asked for. */
  isUsual?: boolean;
}

export interface FieldGroup {
  id: "expected" | "where" | "applies" | "reason" | "standing" | "what" | "checked";
  fields: readonly FieldSpec[];
}

const usual = (path: string, control: Control): FieldSpec => ({ path, control, isUsual: true });
const rare = (path: string, control: Control): FieldSpec => ({ path, control });
const TEXT: Control = { kind: "text" };
const LONG: Control = { kind: "long" };
const LINES: Control = { kind: "lines" };
const RANGE = { kind: "numbers", parts: ["first", "last"] } satisfies Control;
const OPS: Control = { kind: "choice", options: [">=", "<=", "in"] };

/** Where a limit comes from, and what it holds for. */
const basis = (path: string): FieldSpec[] => [
  rare(`${path}.basis.reference`, { kind: "reference" }),
  rare(`${path}.basis.page`, TEXT),
  rare(`${path}.basis.effective`, TEXT),
  rare(`${path}.basis.region`, TEXT),
  rare(`${path}.basis.season`, TEXT),
  rare(`${path}.basis.resolution_deg`, { kind: "number", least: 0 }),
];

const SIDES = ["upstream", "inflow", "cold_side", "warm_side"];

const OF_INDEX: readonly FieldSpec[] = [
  usual("expected.direction", { kind: "choice", options: ["above normal", "below normal"] }),
  usual("expected.tail", { kind: "choice", options: ["upper", "lower", "range"] }),
  usual("expected.reduction", { kind: "reduction" }),
  usual("expected.absolute.op", OPS),
  usual("expected.absolute.value", { kind: "limit" }),
  ...basis("expected.absolute"),
  usual("expected.clim.stat", { kind: "choice", options: ["pct", "z"] }),
  usual("expected.clim.threshold", { kind: "number" }),
  ...basis("expected.clim"),
  rare("expected.bands", { kind: "bands" }),
  rare("expected.floor.op", OPS),
  rare("expected.floor.value", { kind: "limit" }),
  rare("expected.also", { kind: "also" }),
  rare("expected.blows_from", { kind: "choice", options: SIDES }),
  rare("expected.level", { kind: "number", least: 0, unit: "hPa" }),
];

const OF_FIGURE: readonly FieldSpec[] = [
  usual("expected.detectors", { kind: "detectors" }),
  usual("expected.require", { kind: "choice", options: ["any", "all"] }),
];

const PLACES = ["at", "above", "around", ...SIDES, "exit_region", "system"];

const ENTRY: readonly FieldGroup[] = [
  {
    id: "where",
    fields: [
      usual("where.place", { kind: "choice", options: PLACES }),
      usual("where.reach_km", { kind: "number", least: 0, most: 20_000, unit: "km" }),
      usual("where.lag_hours", { ...RANGE, unit: "h" }),
      usual("timing", TEXT),
      usual("timing_zh", TEXT),
    ],
  },
  {
    id: "applies",
    fields: [
      usual("conditions_machine.months_nh", { kind: "months" }),
      rare("conditions_machine.abs_lat_range", { ...RANGE, unit: "°" }),
      rare("conditions_machine.event_centre_in", {
        kind: "numbers",
        parts: ["west", "south", "east", "north"],
        unit: "°",
      }),
      rare("conditions_machine.subtype", LINES),
      usual("conditions.season", TEXT),
      usual("conditions_zh.season", TEXT),
      usual("conditions.region", TEXT),
      usual("conditions_zh.region", TEXT),
      usual("conditions.level", TEXT),
      usual("conditions_zh.level", TEXT),
    ],
  },
  {
    id: "reason",
    fields: [
      usual("rationale", LONG),
      usual("rationale_zh", LONG),
      usual("supports", { kind: "names", of: "cause" }),
      usual("opposes", { kind: "names", of: "cause" }),
      usual("citations", { kind: "citations" }),
      rare("note", LONG),
      rare("note_zh", LONG),
    ],
  },
  {
    id: "standing",
    fields: [
      usual("weight", { kind: "number", least: 1, most: 5 }),
      usual("confidence", { kind: "number", least: 0, most: 1 }),
      usual("difficulty", { kind: "choice", options: ["easy", "medium", "hard"] }),
      usual("alternatives", { kind: "names", of: "tool" }),
      rare("finding", TEXT),
      rare("restates_criterion", { kind: "flag" }),
      rare("tags", LINES),
      usual("reviewed", { kind: "flag" }),
    ],
  },
];

const REFERENCE: readonly FieldGroup[] = [
  {
    id: "what",
    fields: [
      usual("authors", LINES),
      usual("year", { kind: "number", least: 1500, most: 2200 }),
      usual("title", TEXT),
      usual("container", TEXT),
      usual("volume", TEXT),
      usual("pages", TEXT),
      rare("publisher", TEXT),
      usual("doi", TEXT),
    ],
  },
  {
    id: "checked",
    fields: [
      usual("outcome", {
        kind: "choice",
        options: ["agrees", "corrected", "not_found", "contradicted", "unchecked"],
      }),
      usual("checked_by", TEXT),
      usual("checked_on", TEXT),
      usual("seen", LINES),
      usual("note", LONG),
    ],
  },
];

const STRUCTURES = [
  "front",
  "occlusion",
  "cold_air",
  "trough",
  "ridge",
  "wave",
  "vortex",
  "low",
  "tropical_cyclone",
  "instability",
];

const CAUSE: readonly FieldGroup[] = [
  {
    id: "what",
    fields: [
      usual("event_types", { kind: "names", of: "event" }),
      usual("name", TEXT),
      usual("name_zh", TEXT),
      usual("chain", LONG),
      usual("chain_zh", LONG),
      usual("feeds", { kind: "names", of: "cause" }),
      rare("structure", { kind: "choice", options: STRUCTURES }),
    ],
  },
];

/** The fields of an item, in groups; those of an entry depend on whether a number or a chart is judged. */
export function groupsOf(kind: ItemKind, modality: unknown): readonly FieldGroup[] {
  if (kind === "reference") return REFERENCE;
  if (kind === "cause") return CAUSE;
  const expected: FieldGroup = {
    id: "expected",
    fields: [
      usual("factor", { kind: "factor" }),
      usual("event_types", { kind: "names", of: "event" }),
      ...(modality === "figure" ? OF_FIGURE : OF_INDEX),
    ],
  };
  return [expected, ...ENTRY];
}

/** How a field is given, whatever the item says otherwise; none of what the forms do not offer. */
export const controlAt = (kind: ItemKind, path: string): Control | undefined =>
  ["index", "figure"]
    .flatMap((modality) => groupsOf(kind, modality))
    .flatMap((group) => group.fields)
    .find((spec) => spec.path === path)?.control;

export type Document = Readonly<Record<string, unknown>>;

/** What a field of a document says; undefined where it says nothing. */
export function valueAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Document)[name];
  }
  return isEmpty(value) ? undefined : value;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** A value as the library keeps it: without what says nothing, a citation by its key where that is all. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value)
    .map(([name, inner]) => [name, plain(inner)] as const)
    .filter(([, inner]) => !isEmpty(inner))
    // Two documents that say the same are written the same, whatever the order of their parts.
    .toSorted(([one], [other]) => one.localeCompare(other));
  const document = Object.fromEntries(kept);
  const isKey = kept.length === 1 && typeof document.reference === "string";
  return isKey ? document.reference : document;
}

/** Every field of a document with its path; a list is one field. */
export function leavesOf(document: Document, prefix = ""): [string, unknown][] {
  return Object.entries(document).flatMap(([name, value]): [string, unknown][] => {
    if (isEmpty(value)) return [];
    if (typeof value === "object" && !Array.isArray(value)) {
      return leavesOf(value as Document, `${prefix}${name}.`);
    }
    return [[`${prefix}${name}`, plain(value)]];
  });
}

/** The problems of a field: its own, and those of its parts. */
export const problemsAt = <P extends { field: string }>(
  problems: readonly P[],
  path: string,
): P[] => problems.filter(({ field }) => field === path || field.startsWith(`${path}.`));

/** The document with the values that the draft gives. */
export function patched(document: Document, changes: readonly { path: string; value?: unknown }[]) {
  const next = structuredClone(document) as Record<string, unknown>;
  for (const { path, value } of changes) {
    const names = path.split(".");
    const last = names.pop();
    let inner = next;
    for (const name of names) {
      const held = inner[name];
      inner[name] = typeof held === "object" && held !== null ? held : {};
      inner = inner[name] as Record<string, unknown>;
    }
    if (last) inner[last] = value;
  }
  return next;
}
