import { describe, expect, it } from "vitest";
import type { Claim, Edit, Reading, Report, WrittenSentence } from "@/generated/schema";
import { sameClaim } from "../model";
import {
  asLine,
  editOfProblem,
  faultOf,
  fromField,
  partsOf,
  sayable,
  takenUp,
  toField,
  Values,
  withEdit,
} from "./correct";

const claim = (id: string, more: Partial<Claim> = {}): Claim => ({
  ...{ id, source: "evidence:e01", path: "index.value", kind: "number" },
  ...{ value: 52.5, unit: "kg m-2", digits: 1, ...more },
});
const sentence = (address: string, ...pieces: [string, string?][]): WrittenSentence => ({
  ...{ text: "", claims: [], own: null, topic: null, mark: "", address },
  pieces: pieces.map(([text, id]) => ({ text, claim: id ?? null })),
});
const edit = (at: string, more: Partial<Edit> = {}): Edit => ({
  ...{ op: "replace", at, text: "Roads were flooded.", statement: null, ...more },
});

const water = claim("c7");
const coarse = claim("c8", { digits: 0 });
const time = claim("c9", { path: "index.time", kind: "time", unit: "+08:00" });
const named = claim("c3", { source: "cause:rainstorm.jet", path: "name", kind: "text" });
const report = { claims: [named, water, coarse, time], evidence: [] } as unknown as Report;

/** The same report in Chinese: other ids, and a name that the document lacks. */
const reading = {
  language: "zh",
  title: sentence("title", ["暴雨"]),
  facts: [],
  sections: [
    {
      ...{
        id: "summary",
        title: "摘要",
        figures: [],
        table: [[sentence("", ["53 of a cell", "c4"])]],
      },
      sentences: [
        sentence(
          "summary.1",
          ...([["水汽为"], ["52.5\u00a0kg", "c1"], ["，与"], ["急流", "c2"]] as [
            string,
            string?,
          ][]),
        ),
        sentence("summary.2", ["取整为"], ["53", "c4"], ["，"], ["53", "c5"]),
        sentence("summary.3", ["完"]),
      ],
    },
  ],
  claims: [
    { ...water, id: "c1" },
    { ...named, id: "c2", path: "name_zh" },
    { ...coarse, id: "c4" },
    { ...time, id: "c5" },
  ],
} as unknown as Reading;
const [first, second] = reading.sections[0]?.sentences ?? [];
if (!first || !second) throw new Error("the reading has two sentences");
const values = new Values(reading, report);

describe("the values of a reading in another language", () => {
  it("are those of the document, by what they are bound to and how they are written", () => {
    expect(reading.claims.map((one) => sameClaim(report.claims, one)?.id)).toEqual([
      "c7",
      undefined,
      "c8",
      "c9",
    ]);
  });

  it("keep their ids where the language is the document's", () => {
    const twice = { ...report, claims: [claim("c1"), water] };
    expect(sameClaim(twice.claims, water)?.id).toBe("c7");
  });

  it("stay bound in own words; what the document lacks is words", () => {
    expect(values.wordsOf(first)).toBe("水汽为{claim:c7}，与急流");
  });

  it("have names that differ", () => {
    expect(values.namesFor(second, "{claim:c7}")).toEqual([
      { claim: "c8", name: "53" },
      { claim: "c9", name: "53 #2" },
      { claim: "c7", name: "52.5 kg" },
    ]);
  });

  it("are shown as they are stored where this language does not write them", () => {
    expect(values.textOf("c3")).toBe("52.5");
  });
});

describe("the field of own words", () => {
  const names = values.namesFor(second, "");

  it("shows values in braces, and gives back what it was given", () => {
    const words = "About {claim:c8}, at {claim:c9}.";
    expect(toField(words, names)).toBe("About {53}, at {53 #2}.");
    expect(fromField(toField(words, names), names)).toBe(words);
  });

  it("leaves alone what is no value", () => {
    expect(fromField("{54} and {53", names)).toBe("{54} and {53");
    expect(toField("{claim:c77}", names)).toBe("{claim:c77}");
  });

  it("is one line of characters that the platform prints", () => {
    expect(asLine("5\u00a0mm\u2060–\n6\u3000mm\tthen")).toBe("5 mm– 6 mm then");
  });

  it.each([
    ["", "empty"],
    ["  ", "empty"],
    ["{54} mm", "unknown_value"],
    ["a < b", "markup"],
    ["[a](b)", "markup"],
    ["- 5 mm", "markup"],
    ["a\u0007", "unprintable"],
    ["a".repeat(2001), "too_long"],
    ["Roads were flooded - {claim:c7} fell.", null],
    ["一夜降水 {claim:c7}。", null],
  ])("says what would be refused of %j", (words, fault) => {
    expect(faultOf(words)).toBe(fault);
  });

  it("is cut at its values", () => {
    expect(partsOf("a {claim:c7}{claim:c8}.")).toEqual([
      { text: "a " },
      { text: "", claim: "c7" },
      { text: "", claim: "c8" },
      { text: "." },
    ]);
  });
});

describe("the edits", () => {
  const added = edit("summary.1", { op: "insert_after" });

  it("replace a sentence once, and add after it as often as wanted", () => {
    const more = { ...added, text: "More." };
    const removed = edit("summary.1", { op: "remove", text: "" });
    const all = [added, edit("summary.1"), added, more, removed].reduce(withEdit, [] as Edit[]);
    expect(all).toEqual([added, removed, more]);
  });

  it("are taken up again without losing what was written since then, or saying it twice", () => {
    const newer = edit("summary.1", { text: "Newer." });
    const again = [edit("summary.1"), added];
    expect(takenUp([newer], again)).toEqual([newer, added]);
    expect(takenUp(takenUp([newer], again), again)).toEqual([newer, added]);
  });
});

describe("what the platform can say", () => {
  it("leaves out what the check would refuse", () => {
    const answer = { detector: "closed_low", features: [], passed: null };
    const low = { kind: "closed_low", latitude: 31, longitude: 117 };
    const evidence = [
      { id: "e01", index: { value: 52.5 } },
      { id: "e02", index: { value: null } },
      { id: "e03", detection: answer },
      { id: "e04", detection: { ...answer, passed: false } },
      {
        id: "e05",
        figure: {
          features: [
            { ...answer, features: [low, low] },
            { ...answer, features: [low] },
            { ...answer, detector: "front", features: [low] },
          ],
        },
      },
    ];
    const conclusion = { event: "rainstorm", causes: [{ cause: "jet" }] };
    const said = sayable({ evidence, conclusion } as unknown as Report);
    expect(said.value.map(({ statement }) => statement.id)).toEqual(["e01"]);
    expect(
      said.feature.map(({ statement: { id, detector, number } }) => [id, detector, number]),
    ).toEqual([
      ["e04", "closed_low", 1],
      ["e05", "closed_low", 1],
      ["e05", "closed_low", 2],
      ["e05", "front", 1],
    ]);
    expect(said.explanation.map(({ statement }) => statement.id)).toEqual(["jet"]);
  });
});

describe("a problem of the check", () => {
  const edits = [
    edit("summary.1", { op: "remove", text: "" }),
    edit("summary.2", { op: "insert_after" }),
    edit("summary.3"),
    edit("caption:figures/ivt.png"),
    edit("summary.2", {
      op: "insert_after",
      text: "",
      statement: { of: "value", id: "e01", detector: null, number: 1 },
    }),
  ];
  const about = (where: string, kind = "unknown_claim", message = "") =>
    editOfProblem(edits, reading, { where, kind, text: "", message });

  it("is about the edit that wrote the sentence, which the check counts after all edits", () => {
    // The sentences are by now: 2 as it was, then what edits 1 and 4 wrote after it, then edit 2.
    expect([1, 2, 3, 4, 5].map((number) => about(`summary, sentence ${number}`))).toEqual([
      -1, 1, 4, 2, -1,
    ]);
    expect(about("summary, caption of figures/ivt.png")).toBe(3);
  });

  it("is about the statement whose evidence it names", () => {
    expect(about("correction", "no_value", "e01 has no value")).toBe(4);
    expect(about("correction", "no_value", "e011 has no value")).toBe(-1);
  });

  it("is about no edit alone where it names none", () => {
    expect(about("correction", "nothing_changed")).toBe(-1);
    expect(about("claim c7", "contradicted")).toBe(-1);
  });
});
