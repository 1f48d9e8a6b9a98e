import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PresetInfo } from "@/generated/schema";
import { Catalogue, type Language } from "@/text/catalogue";
import { namesOf } from "./names";

const PATH = "criteria.rainstorm.windows.0.grades.0.value";
const CRITERIA = [
  {
    name: "cma",
    numbers: [{ path: PATH, names: { en: "rainstorm: amount in 24 h", zh: "暴雨：24小时降水量" } }],
  },
] as unknown as PresetInfo[];

function names(language: Language, criteria: PresetInfo[] = CRITERIA) {
  const read = (name: string) => readFileSync(`messages/${name}${language}.ftl`, "utf8");
  const catalogue = new Catalogue(language, read(""), read("library."));
  const label = (name: string) => name;
  const texts = { language, t: catalogue.text.bind(catalogue), term: label, label };
  const given = { ...texts, choose: () => {} } as Parameters<typeof namesOf>[0];
  return namesOf(given, catalogue, new Map(), new Map(), new Map(), criteria);
}
const CMA = { kind: "preset", item: "cma" } as const;

describe("criteria of events", () => {
  it("are called by their authority, and their numbers by what they are", () => {
    expect(names("en").item("preset", "cma")).toContain("China Meteorological Administration");
    expect(names("zh").item("preset", "cma")).toContain("中国气象局");
    expect(names("en").field(PATH, CMA)).toBe("Rainstorm: amount in 24 h");
    expect(names("zh").field(PATH, CMA)).toBe("暴雨：24小时降水量");
  });

  it("show no path where a number is not known", () => {
    for (const language of ["en", "zh"] as const)
      for (const path of [PATH, "area.min_object.value", "authority"])
        expect(names(language, []).field(path, CMA)).not.toContain(path);
  });
});

it("shows no name of the program before the catalogue is there", () => {
  const { item } = names("en");
  expect(item("entry", "g_gale_surface_wind_speed")).toBe("surface wind speed · gale");
  expect(item("cause", "gale/downslope_wind")).toBe("downslope wind");
  expect(item("entry", "our_own")).toBe("our_own");
});
