import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { NextSteps } from "@/generated/schema";
import type { Language, Texts } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { type Of, wordsOf } from "./NextSteps";

function said(of: Of, steps: Partial<NextSteps>, language: Language = "en"): string {
  const source = ["desk", "waits"]
    .map((name) => readFileSync(`messages/${name}.${language}.ftl`, "utf8"))
    .join("\n");
  const catalogue = new Catalogue(language, source);
  const t = (id: string, parameters?: object) => catalogue.text(id as never, parameters as never);
  const known = { awaits_approval: false, approve: [], publish: [], lacks: [], ...steps };
  // Marks of direction around a name are not read.
  return wordsOf(of, known, "wang", { t, language } as Texts).replace(/[\u2066-\u2069]/g, "");
}

const BOTH = {
  ...{ awaits_approval: true, approve: ["person:chen", "person:wang"] },
  publish: ["person:chen", "person:guo"],
};

it("names who can take a version on, the reader first", () => {
  expect(said("now", BOTH)).toBe(
    "It can be approved by you or chen, and then published by chen or guo.",
  );
  expect(said("now", BOTH, "zh")).toBe("可由您或chen批准，再由chen或guo发布。");
  expect(said("now", { publish: ["person:guo"] })).toBe("It can be published by guo.");
  expect(said("approval", { publish: ["person:guo"] })).toBe(
    "After your approval it can be published by guo.",
  );
  expect(said("approval", BOTH)).toContain("it still takes one by you or chen");
});

it("says where nobody can, and what can be done about it", () => {
  const words = said("correction", { awaits_approval: true, lacks: ["approve", "publish"] });
  expect(words).toMatch(/^After your correction nobody in this centre could publish/);
  expect(words).toContain("invite another reviewer");
  expect(words).toContain("It takes a duty lead");
  expect(said("now", { awaits_approval: true, lacks: ["publish"] })).not.toContain("reviewer");
});

it("counts the people of a large centre", () => {
  const publish = Array.from({ length: 40 }, (_, at) => `person:p${at}`);
  expect(said("now", { publish })).toBe(
    "It can be published by p0, p1, p2, p3, p4, p5, or 34 others.",
  );
});
