import { describe, expect, it } from "vitest";
import type { Claim, Report } from "@/api/schema";
import { evidenceOf, pieces, written } from "./written";

const claim = (id: string, kind: string, value: unknown, more: Partial<Claim> = {}) =>
  ({
    id,
    kind,
    value,
    unit: null,
    digits: null,
    path: "",
    source: "classification",
    ...more,
  }) as Claim;

const CLAIMS = new Map(
  [
    claim("c1", "term", "rainstorm"),
    claim("c2", "number", 151.38, { unit: "mm" }),
    claim("c3", "place", [32, 118]),
    claim("c4", "time", "2026-07-05T06:00:00Z"),
    claim("c5", "direction", 120),
  ].map((one) => [one.id, one]),
);

describe("pieces", () => {
  it("finds each claim between the words of the sentence", () => {
    const found = pieces(
      "{claim:c1} reaches {claim:c2} near {claim:c3}; around {claim:c4}.",
      "Rainstorm reaches 151 mm near 32.0° N, 118.0° E (Chuzhou); around 06:00 UTC 5 July 2026.",
      CLAIMS,
    );
    expect(found?.filter((piece) => piece.claim)).toEqual([
      { claim: "c1", text: "Rainstorm" },
      { claim: "c2", text: "151 mm" },
      { claim: "c3", text: "32.0° N, 118.0° E (Chuzhou)" },
      { claim: "c4", text: "06:00 UTC 5 July 2026" },
    ]);
  });

  it("parts two claims with a space between them where the first is a number", () => {
    const found = pieces("{claim:c2} {claim:c5}", "151 mm south-east", CLAIMS);
    expect(found?.map((piece) => piece.text)).toEqual(["151 mm", " ", "south-east"]);
  });

  it("refuses a text of another template", () => {
    expect(pieces("It reaches {claim:c2}.", "It does not reach it.", CLAIMS)).toBeNull();
    expect(pieces("Nothing.", "Nothing more.", CLAIMS)).toBeNull();
  });

  it("joins to the whole text again", () => {
    const text = "Rainstorm at 32.0° N, 118.0° E (Chuzhou)";
    const found = pieces("{claim:c1} at {claim:c3}", text, CLAIMS);
    expect(found?.map((piece) => piece.text).join("")).toBe(text);
  });
});

describe("written", () => {
  const report = {
    claims: [...CLAIMS.values()],
    language: "en",
    title: { text: "Diagnosis: {claim:c1}", claims: ["c1"] },
    sections: [
      {
        id: "summary",
        title: "Summary",
        sentences: [
          { text: "It reaches {claim:c2}.", claims: ["c2"], own: null },
          { text: "It moves {claim:c5}.", claims: ["c5"], own: null },
        ],
        table: [
          [
            { text: "{claim:c1}", claims: ["c1"] },
            { text: "{claim:c2}", claims: ["c2"] },
          ],
        ],
        figures: [
          {
            artifact: "figures/a.png",
            evidence_id: "e01",
            caption: { text: "Rain, {claim:c4}.", claims: ["c4"] },
          },
        ],
      },
    ],
  } as unknown as Report;
  const markdown = `# Diagnosis: rainstorm

## Summary

| Rainstorm | 151 mm |
| --- | --- |

It reaches 151 mm.

![Rain, 06:00 UTC 5 July 2026.](figures/a.png)

*Rain, 06:00 UTC 5 July 2026.*
`;

  it("takes titles, sentences, cells and captions from the text", () => {
    const found = written(report, markdown);
    expect(found.title.at(-1)).toEqual({ claim: "c1", text: "rainstorm" });
    const [section] = found.sections;
    expect(section?.sentences[0]?.address).toBe("summary.1");
    expect(section?.sentences[0]?.pieces[1]).toEqual({ claim: "c2", text: "151 mm" });
    expect(section?.table[0]?.[1]?.pieces[0]).toEqual({ claim: "c2", text: "151 mm" });
    expect(section?.figures[0]?.caption.at(1)?.text).toBe("06:00 UTC 5 July 2026");
  });

  it("gives sentences of one template each its own line, in their order", () => {
    const twice = {
      ...report,
      sections: [
        {
          ...report.sections[0],
          table: [],
          figures: [],
          sentences: [1, 2].map(() => ({ text: "At {claim:c3}.", claims: ["c3"], own: null })),
        },
      ],
    } as unknown as Report;
    const found = written(twice, "At 32.0° N, 118.0° E (Chuzhou).\n\nAt the coast.");
    const texts = found.sections[0]?.sentences.map((one) =>
      one.pieces.map((piece) => piece.text).join(""),
    );
    expect(texts).toEqual(["At 32.0° N, 118.0° E (Chuzhou).", "At the coast."]);
  });

  it("shows the value itself where a sentence is not in the text", () => {
    expect(written(report, markdown).sections[0]?.sentences[1]?.pieces[1]).toEqual({
      claim: "c5",
      text: "120",
    });
  });
});

describe("evidenceOf", () => {
  it("names the evidence of a claim, and none for the rest", () => {
    expect(evidenceOf(claim("c", "number", 1, { source: "evidence:e06" }))).toBe("e06");
    expect(evidenceOf(claim("c", "number", 1))).toBeNull();
    expect(evidenceOf(undefined)).toBeNull();
  });
});
