import { describe, expect, it } from "vitest";
import type { ItemState } from "@/api/libraryQueries";
import { groupsOf, leavesOf, plain, problemsAt, valueAt } from "./fields";
import { pastOf } from "./history";
import { marked } from "./passage";
import { measureIn, numberIn, sameNumber, unitsBeside } from "./typed";

const DOCUMENT = {
  id: "g_gale_x",
  weight: 4,
  expected: { kind: "index", clim: null, absolute: { op: ">=", value: 17.2, basis: null } },
  where: { lag_hours: [-6, 6] },
  tags: [],
  note: "",
  citations: [{ reference: "knox2011", passage: "", page: "" }],
};

describe("a document", () => {
  it("is read by paths; what says nothing is not there", () => {
    expect(valueAt(DOCUMENT, "expected.absolute.value")).toBe(17.2);
    expect(valueAt(DOCUMENT, "expected.clim.threshold")).toBeUndefined();
    expect(["tags", "note", "expected.clim"].map((path) => valueAt(DOCUMENT, path))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is taken apart as the library keeps it", () => {
    expect(leavesOf(DOCUMENT)).toEqual([
      ["id", "g_gale_x"],
      ["weight", 4],
      ["expected.kind", "index"],
      ["expected.absolute.op", ">="],
      ["expected.absolute.value", 17.2],
      ["where.lag_hours", [-6, 6]],
      ["citations", ["knox2011"]],
    ]);
    expect(plain([{ reference: "a", page: "2", passage: "" }, { reference: "b" }])).toEqual([
      { reference: "a", page: "2" },
      "b",
    ]);
    expect(plain([{ detector: "x", params: { level: null, sign: "low" }, where: null }])).toEqual([
      { detector: "x", params: { sign: "low" } },
    ]);
  });

  it("has each field once, whatever its kind", () => {
    for (const [kind, modality] of [
      ["entry", "index"],
      ["entry", "figure"],
      ["reference", undefined],
      ["cause", undefined],
    ] as const) {
      const paths = groupsOf(kind, modality).flatMap(({ fields }) =>
        fields.map(({ path }) => path),
      );
      expect(new Set(paths).size).toBe(paths.length);
    }
  });

  it("has its problems at its fields, those of parts among them", () => {
    const problems = ["citations.0", "citations", "weight", "citations_x"].map((field) => ({
      field,
    }));
    expect(problemsAt(problems, "citations").map(({ field }) => field)).toEqual([
      "citations.0",
      "citations",
    ]);
  });
});

describe("a history", () => {
  const state = (revision: number, document: object, removed = false) =>
    ({ revision, document, removed }) as unknown as ItemState;

  it("says of each state what it changed, and nothing of what is measured", () => {
    const past = pastOf([
      state(3, { ...DOCUMENT, weight: 5, experience: { confirmed: 2 }, revision: 3 }),
      state(2, { ...DOCUMENT, experience: { confirmed: 1 }, revision: 2 }),
      state(1, { ...DOCUMENT, tags: ["wind"] }),
    ]);
    expect(past.map(({ steps }) => steps)).toEqual([
      [{ path: "weight", before: 4, after: 5, unit: "" }],
      [{ path: "tags", before: ["wind"], after: undefined, unit: "" }],
      null,
    ]);
  });

  it("does not mind the order of parts", () => {
    const also = (test: object) => ({ ...DOCUMENT, expected: { also: [test] } });
    const [latest] = pastOf([
      state(2, also({ output: "run", test: { op: ">=", value: 1 } })),
      state(1, also({ test: { value: 1, op: ">=" }, output: "run", extra: null })),
    ]);
    expect(latest?.steps).toEqual([]);
  });

  it("compares nothing with a removal", () => {
    const past = pastOf([state(3, DOCUMENT), state(2, {}, true), state(1, DOCUMENT)]);
    expect(past.map(({ steps }) => steps)).toEqual([null, null, null]);
  });
});

describe("a passage", () => {
  it("is whole in its parts, with every quoted number marked", () => {
    const text = "winds of 17.2 m/s or more; 17.2 is Beaufort 8";
    const parts = marked(text, "17.2");
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(parts.filter((part) => part.isMarked)).toHaveLength(2);
    expect(marked(text, "")).toEqual([{ text, isMarked: false }]);
    expect(marked(text, "20").some((part) => part.isMarked)).toBe(false);
  });
});

describe("a typed number", () => {
  it("may have a comma or a minus sign, and is told from what is none", () => {
    expect(["17.2", "17,2", "−3", " 4 ", ""].map(numberIn)).toEqual([17.2, 17.2, -3, 4, null]);
    expect(["x", "1,234", "1,234,5", "1e999", "3 m"].map(numberIn)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    expect(sameNumber("62", "62.0")).toBe(true);
    expect(sameNumber("x", "x")).toBe(false);
  });

  it("may have a unit behind it, of those that are known", () => {
    const units = ["km/h", "kt", "m", "cm"];
    expect(measureIn("62 km/h", units)).toEqual({ number: 62, unit: "km/h" });
    expect(measureIn("−1,5kt ", units)).toEqual({ number: -1.5, unit: "kt" });
    expect(measureIn("3", units)).toEqual({ number: 3 });
    expect([measureIn("", units), measureIn("62 mi", units), measureIn("kt", units)]).toEqual([
      null,
      undefined,
      undefined,
    ]);
  });

  it("has no other unit where the zero would lie elsewhere", () => {
    expect(unitsBeside("m/s")).toContain("km/h");
    expect(["K", "degC", "sigma"].flatMap(unitsBeside)).toEqual([]);
  });
});
