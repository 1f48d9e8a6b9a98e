import { describe, expect, it } from "vitest";
import type {
  Claim,
  EvidenceItem,
  Piece,
  Reading,
  Recipe,
  Report,
  WrittenSentence,
} from "@/generated/schema";
import {
  allSentences,
  besides,
  chartsOf,
  decisive,
  eventsOfStep,
  mentions,
  position,
  recipeOf,
  sourceOf,
  textOf,
  writtenClaims,
} from "./model";

const claim = (id: string, source: string, path = "value"): Claim => ({
  ...{ id, source, path, value: 1, kind: "number", unit: null, digits: null },
});
const sentence = (...pieces: (string | [text: string, claim: string])[]): WrittenSentence => ({
  ...{ text: "", claims: [], own: null, address: "", mark: "", topic: null },
  pieces: pieces.map(
    (piece): Piece =>
      typeof piece === "string"
        ? { text: piece, claim: null }
        : { text: piece[0], claim: piece[1] },
  ),
});
const figure = (artifact: string, evidence_id: string) => ({
  artifact,
  evidence_id,
  caption: sentence("Rain, ", ["151 mm", "c1"]),
});

const reading: Reading = {
  language: "en",
  title: sentence(["Rainstorm", "c3"], " over the Yangtze"),
  badges: [],
  facts: [{ name: "severity", lines: [sentence(["151 mm", "c1"])] }],
  sections: [
    {
      id: "summary",
      title: "Summary",
      table: [[sentence("Head")], [sentence(["28 m s⁻¹", "c2"])]],
      sentences: [sentence("It reaches ", ["151 mm", "c1"], " or ", ["152 mm", "c1"], ".")],
      figures: [figure("figures/a.png", "event")],
    },
    {
      id: "charts",
      title: "Charts",
      table: [],
      sentences: [],
      figures: [figure("figures/b.png", "e1")],
    },
  ],
  claims: [
    claim("c1", "evidence:e1"),
    claim("c2", "evidence:q2"),
    claim("c3", "conclusion", "occurrence.event"),
  ],
  evidence: [],
  references: [],
  references_note: "",
  references_unverified: [],
};

describe("a claim", () => {
  it("leads to evidence, to the library, to an operator, or to a step of the run", () => {
    const sources = ["evidence:e1", "entry:g_x", "tool:k_index", "cause:rainstorm.front"];
    expect(sources.map((source) => sourceOf(claim("c", source)))).toEqual([
      { kind: "evidence", id: "e1" },
      { kind: "entry", id: "g_x" },
      { kind: "tool", id: "k_index" },
      { kind: "cause", id: "rainstorm.front" },
    ]);
    const step = sourceOf(claim("c", "classification"));
    expect(step).toEqual({ kind: "step", id: "classification" });
    expect(eventsOfStep("classification")).toEqual(["event_classified"]);
  });

  it("with a source that no release knows is refused, not shown as something else", () => {
    expect(() => sourceOf(claim("c9", "rumour"))).toThrow("c9");
    expect(() => sourceOf(claim("c9", "toString"))).toThrow("toString");
  });
});

describe("a reading", () => {
  it("is read from the title over facts, tables, sentences and captions", () => {
    expect(allSentences(reading).map(textOf)).toEqual([
      ...["Rainstorm over the Yangtze", "151 mm", "Head", "28 m s⁻¹"],
      ...["It reaches 151 mm or 152 mm.", "Rain, 151 mm", "Rain, 151 mm"],
    ]);
  });

  it("knows what readers see for each claim, where it is written first", () => {
    expect(Object.fromEntries(writtenClaims(reading))).toEqual({
      ...{ c1: "151 mm", c2: "28 m s⁻¹", c3: "Rainstorm" },
    });
  });

  it("counts the values of each piece of evidence, and no others", () => {
    expect(Object.fromEntries(mentions(reading))).toEqual({ e1: 5, q2: 1 });
  });

  it("numbers its charts through", () => {
    expect(chartsOf(reading).map((chart) => [chart.number, chart.figure.artifact])).toEqual([
      [1, "figures/a.png"],
      [2, "figures/b.png"],
    ]);
  });
});

describe("the record of a value", () => {
  const document = {
    assessments: [{ event: "rainstorm", metrics: { peak: 151.4, unit: "mm", onset: null } }],
    peak_latitude: 32,
  };

  it("is what stands beside it", () => {
    expect(besides(document, "assessments.0.metrics.peak")).toEqual([
      ["peak", 151.4],
      ["unit", "mm"],
    ]);
    expect(besides(document, "peak_latitude+peak_longitude")).toEqual([["peak_latitude", 32]]);
  });

  it("is empty where the path leads nowhere or into a list", () => {
    expect(besides(document, "assessments.3.metrics.peak")).toEqual([]);
    expect(besides(document, "assessments.0")).toEqual([]);
    expect(besides(undefined, "x")).toEqual([]);
  });
});

it("a position has its hemispheres, and no longitude beyond the date line", () => {
  expect(position(32.54, 119.5)).toBe("32.5°\u00a0N, 119.5°\u00a0E");
  expect(position(-5, -170)).toBe("5.0°\u00a0S, 170.0°\u00a0W");
  expect(position(0, 190)).toBe("0.0°\u00a0N, 170.0°\u00a0W");
});

describe("when and where evidence was decided", () => {
  const index = {
    time: "2026-07-04T18:00:00Z",
    latitude: 31,
    longitude: 115.5,
    series: [
      { time: "2026-07-04T18:00:00Z", latitude: 31, longitude: 115.5, value: 44.1 },
      { time: "2026-07-05T00:00:00Z", latitude: 30.5, longitude: 120, value: 43 },
    ],
  };
  const item = (judgement: object | null, of: object | null = index) =>
    ({ index: of, judgement }) as unknown as EvidenceItem;

  it("is the verdict's time and the place at that time, not those of the extreme", () => {
    const found = decisive(item({ decisive_time: "2026-07-05T00:00:00Z" }));
    expect(found).toEqual({ time: "2026-07-05T00:00:00Z", at: [30.5, 120] });
  });

  it("is the extreme where nothing was judged, and no place where none is known", () => {
    expect(decisive(item(null))).toEqual({ time: index.time, at: [31, 115.5] });
    const elsewhen = decisive(item({ decisive_time: "2026-07-06T00:00:00Z" }));
    expect(elsewhen).toEqual({ time: "2026-07-06T00:00:00Z", at: null });
    expect(decisive(item(null, null))).toEqual({ time: null, at: null });
  });
});

describe("how a value is made", () => {
  const recipe = {
    id: "systems.jets.0.jet",
    kind: "field",
    gives: { c7: "value" },
    source: "systems",
    path: "jets.0",
    operator: "jets_aloft",
    formula: "max of sqrt(u^2 + v^2)",
    unit: "m s-1",
  } as unknown as Recipe;
  const report = {
    claims: [claim("c7", "systems", "jets.0.speed_ms"), claim("c8", "systems", "jets.1.speed_ms")],
    recipes: [recipe],
  } as unknown as Report;

  it("is found by what a value is bound to, whatever its id in this language", () => {
    expect(recipeOf(report, claim("c93", "systems", "jets.0.speed_ms"))).toBe(recipe);
    expect(recipeOf(report, claim("c7", "systems", "jets.1.speed_ms"))).toBeUndefined();
  });

  it("is missing where the report has none, and while it loads", () => {
    const older = { claims: report.claims } as unknown as Report;
    expect(recipeOf(older, claim("c7", "systems", "jets.0.speed_ms"))).toBeUndefined();
    expect(recipeOf(undefined, claim("c7", "systems", "jets.0.speed_ms"))).toBeUndefined();
  });
});
