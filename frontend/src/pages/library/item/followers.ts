import { serverTime } from "@/api/server";
import type { ToolSpec } from "@/generated/schema";
import { type Document, valueAt } from "./fields";

interface Known {
  document: Document;
  tools: ReadonlyMap<string, ToolSpec>;
  person: string;
}

/** Fields that follow from another one's new value, so that nobody has to give them, or gives them wrong. */
export function followers(path: string, value: unknown, known: Known): [string, unknown][] {
  switch (path) {
    case "outcome":
      return checked(value, known.person);
    case "factor":
      return ofFactor(known.tools.get(String(value)), known.document);
    case "expected.reduction": {
      const spec = known.tools.get(String(known.document.factor));
      const unit = spec?.reductions?.find(({ name }) => name === value)?.unit;
      return unit === undefined ? [] : [["expected.unit", unit]];
    }
    default:
      return [];
  }
}

/** Who looks for a publication is who says what came of it, today. */
function checked(outcome: unknown, person: string): [string, unknown][] {
  const isChecked = outcome !== "unchecked" && outcome !== null;
  return [
    ["checked_by", isChecked ? person : null],
    ["checked_on", isChecked ? new Date(serverTime()).toISOString().slice(0, 10) : null],
  ];
}

/** An index or a chart belongs to one category, and is judged as a number or by its features. */
function ofFactor(spec: ToolSpec | undefined, document: Document): [string, unknown][] {
  if (!spec) return [];
  const reduction = String(valueAt(document, "expected.reduction") ?? "");
  const offered = spec.reductions ?? [];
  const kept = offered.find(({ name }) => name === reduction);
  const usual = offered.find(({ name }) => name === spec.default_reduction) ?? offered[0];
  const judged = kept ?? usual;
  return [
    ["modality", spec.kind],
    ["category", spec.category ?? null],
    ["expected.kind", spec.kind],
    ...(spec.kind === "figure"
      ? ([["expected.direction", "feature present"]] as [string, unknown][])
      : []),
    ...(judged
      ? ([
          ["expected.reduction", judged.name],
          ["expected.unit", judged.unit],
        ] as [string, unknown][])
      : []),
  ];
}
