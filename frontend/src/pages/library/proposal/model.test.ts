import { describe, expect, it } from "vitest";
import type { FieldInfo, ProblemInfo, ProposalDetail, ProposalInfo } from "@/generated/schema";
import {
  deciderOf,
  formOf,
  groupsOf,
  itemOf,
  meantBy,
  nextOf,
  problemsOf,
  typedOf,
  waitingFirst,
} from "./model";

const field = (given: Partial<FieldInfo>) =>
  ({ id: "f", kind: "entry", item: "a", path: "weight", wordings: [], ...given }) as FieldInfo;
const problem = (path: string, key = "a"): ProblemInfo => ({
  kind: "entry",
  key,
  field: path,
  problem: "wrong",
  texts: {},
});

describe("what is wrong", () => {
  it("stands at its field, also where a part of it is wrong", () => {
    const found = [problem("citations.0"), problem("citations_more"), problem("citations.0", "b")];
    expect(problemsOf(field({ path: "citations" }), found)).toEqual([found[0]]);
  });

  it("stands at the item where no field of the proposal has it", () => {
    const found = [problem("citations.0"), problem("expected"), problem("", "b")];
    const fields = [
      field({ path: "citations" }),
      field({ id: "g", item: "b" }),
      field({ id: "h", path: "weight" }),
    ];
    const groups = groupsOf(fields, found);
    expect(groups.map((group) => group.fields.length)).toEqual([2, 1]);
    expect(groups.map((group) => group.problems)).toEqual([[found[1]], [found[2]]]);
  });
});

describe("the form of a correction", () => {
  const names = {
    value: (path: string, value: unknown) => {
      if (path === "where.place") return "at the event";
      return Array.isArray(value) ? value.map(String).join(" and ") : String(value);
    },
  };
  it("is one of numbers, texts and lists of texts alone", () => {
    expect(formOf(field({ value: 4 }), names)).toBe("number");
    expect(formOf(field({ path: "rationale", value: "a text" }), names)).toBe("text");
    expect(formOf(field({ path: "rationale", value: null, was: "a text" }), names)).toBe("text");
    expect(formOf(field({ path: "tags", value: ["one", "two"] }), names)).toBe("texts");
    expect(formOf(field({ path: "expected.bands", value: [{ op: ">=" }] }), names)).toBeNull();
    expect(formOf(field({ path: "where.lag_hours", value: [-6, 0] }), names)).toBeNull();
  });
  it("is none for a name that has words of its own, a yes or no, and a whole item", () => {
    expect(formOf(field({ path: "where.place", value: "at" }), names)).toBeNull();
    expect(formOf(field({ value: true }), names)).toBeNull();
    expect(formOf(field({ path: "", value: null, was: {} }), names)).toBeNull();
  });
  it("reads back what it wrote", () => {
    expect(meantBy(typedOf(["one", "two"]), "texts")).toEqual(["one", "two"]);
    expect(meantBy(typedOf(17.2), "number")).toBe(17.2);
    expect(meantBy("−3", "number")).toBe(-3);
    expect(meantBy("3 m/s", "number")).toBeUndefined();
    expect(meantBy(" ", "text")).toBeNull();
  });
});

it("a correction waits for the author of the words that it corrects", () => {
  const wordings = [
    { id: "1", by: "person:li", corrects: null },
    { id: "2", by: "person:wu", corrects: "1" },
  ] as FieldInfo["wordings"];
  expect(deciderOf(field({ wordings }))).toBe("person:li");
  expect(deciderOf(field({ wordings: wordings.slice(0, 1) }))).toBeNull();
});

it("says what comes next, for who reads it", () => {
  const next = (given: object) =>
    nextOf({
      state: "draft",
      mine: true,
      reason: "new limit",
      changes: [field({})],
      problems: [],
      conflicts: 0,
      waits_for_me: false,
      ...given,
    } as unknown as ProposalDetail);
  expect(next({})).toBe("ready");
  expect(next({ state: "returned" })).toBe("returned-ready");
  expect(next({ reason: " 12 " })).toBe("reason");
  expect(next({ changes: [] })).toBe("empty");
  expect(next({ problems: [problem("weight")] })).toBe("problems");
  expect(next({ conflicts: 1, problems: [problem("weight")] })).toBe("conflict");
  expect(next({ mine: false })).toBe("theirs");
  expect(next({ mine: false, state: "returned" })).toBe("returned-theirs");
  expect(next({ state: "in_review", waits_for_me: true })).toBe("decide");
  expect(next({ state: "in_review" })).toBe("wait");
  expect(next({ state: "accepted" })).toBe("accepted");
});

it("what waits for the reader is listed first, once", () => {
  const row = (id: string) => ({ id }) as ProposalInfo;
  const ids = (rows: readonly ProposalInfo[]) => rows.map((one) => one.id);
  expect(ids(waitingFirst([row("a"), row("b")], [row("b"), row("z")], true))).toEqual([
    "b",
    "z",
    "a",
  ]);
  expect(ids(waitingFirst([row("c"), row("z")], [row("z")], false))).toEqual(["c"]);
});

it("reads names of items with whatever is in them", () => {
  expect(itemOf("cause gale/cold_front")).toEqual({ kind: "cause", item: "gale/cold_front" });
});
