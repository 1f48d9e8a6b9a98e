import { describe, expect, it } from "vitest";
import type { FieldInfo, ProblemInfo, ProposalDetail, ProposalInfo } from "@/generated/schema";
import {
  correctionOf,
  deciderOf,
  groupsOf,
  isNoCorrection,
  itemOf,
  nextOf,
  problemsOf,
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

describe("a correction", () => {
  it("has the control of the form, and a plain one where the form has none", () => {
    expect(correctionOf(field({ value: 4 }))).toMatchObject({ kind: "number", most: 5 });
    expect(correctionOf(field({ path: "where.place", value: "at" }))?.kind).toBe("choice");
    expect(correctionOf(field({ path: "expected.bands", value: [{}] }))?.kind).toBe("bands");
    expect(correctionOf(field({ path: "expected.detectors", value: [] }))?.kind).toBe("detectors");
    expect(correctionOf(field({ kind: "reference", path: "outcome" }))?.kind).toBe("choice");
    expect(correctionOf(field({ kind: "cause", path: "feeds" }))?.kind).toBe("names");
    expect(correctionOf(field({ path: "expected.parameters.x", value: 2 }))?.kind).toBe("number");
    expect(correctionOf(field({ path: "expected.unit", value: "K" }))?.kind).toBe("text");
    expect(correctionOf(field({ path: "expected", value: {} }))).toBeNull();
    expect(correctionOf(field({ path: "", value: null, was: {} }))).toBeNull();
  });
  it("is another value than the one proposed and that of the library, whatever the order of parts", () => {
    const proposed = field({ was: null, value: [{ detector: "a", params: { x: 1, y: 2 } }] });
    const same = [{ params: { y: 2, x: 1 }, detector: "a" }];
    expect(isNoCorrection(proposed, same, "")).toBe(true);
    expect(isNoCorrection(proposed, undefined, "")).toBe(true);
    expect(isNoCorrection(proposed, [{ detector: "b" }], "")).toBe(false);
    expect(isNoCorrection(field({ value: 62, was: 3 }), 62, "km/h")).toBe(false);
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
