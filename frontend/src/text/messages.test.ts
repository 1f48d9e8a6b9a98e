import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Message } from "@/generated/schema";
import { OF_SOURCES, SHOWN } from "../../scripts/science.ts";
import { sectionsOf } from "../../scripts/texts.ts";
import { Catalogue, type Language } from "./catalogue";
import { messageText } from "./messages";

const written = (message: Message, language: Language = "en") => {
  const source = readFileSync(`../diagnostics/messages/${language}.ftl`, "utf8");
  const sections = new Set([...SHOWN, ...OF_SOURCES]);
  return messageText(new Catalogue(language, sectionsOf(source, sections)), message);
};

it("a message is written in the reader's language, with what it carries", () => {
  const lacks: Message = {
    id: "lack-lacks",
    params: { names: { items: [{ term: "heat_wave" }, { term: "gale" }, "x"], style: "and" } },
  };
  expect(written(lacks)).toBe("lacks heat wave, gale and x");
  expect(written(lacks, "zh")).toContain("高温热浪");
  const range: Message = {
    id: "lack-out_of_range",
    params: {
      value: { measure: -17.253, unit: "m s-1", digits: null },
      limits: { id: "lack-no_field", params: { name: { term: "gale" } } },
      name: { moment: "2026-07-05T06:00:00Z" },
    },
  };
  expect(written(range)).toMatch(
    /^−17.3 m s⁻¹ is outside they hold no gale, what 2026-07-05 06:00 UTC/,
  );
});

it("one that these pages do not have, or that lacks a part, is none", () => {
  expect(written({ id: "report-part_of", params: { place: "x" } })).toBeNull();
  expect(written({ id: "lack-lacks", params: {} })).toBeNull();
});
