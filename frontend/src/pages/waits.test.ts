import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ListedReport, NextSteps, WaitingReport } from "@/generated/schema";
import type { Texts } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { mineFirst } from "./Reports";
import { waitsFor } from "./waits";

const catalogue = new Catalogue("en", readFileSync("messages/waits.en.ftl", "utf8"));
const texts = {
  language: "en",
  t: (id: string, parameters?: object) => catalogue.text(id as never, parameters as never),
} as Texts;
const waits = (next: Partial<NextSteps>) => {
  const known = { awaits_approval: false, approve: [], publish: [], lacks: [], ...next };
  return waitsFor(known, "wang", texts).replace(/[\u2066-\u2069]/g, "");
};

it("names whom a report waits for: who approves it, or who publishes it", () => {
  const publish = ["person:chen"];
  expect(waits({ awaits_approval: true, approve: ["person:zhao", "person:wang"], publish })).toBe(
    "Waits for you or zhao",
  );
  expect(waits({ publish })).toBe("Waits for chen");
  expect(waits({ awaits_approval: true, lacks: ["approve"] })).toBe("Nobody here can take it on");
});

it("lists what waits for the reader first, and nothing twice", () => {
  const row = (id: string) => ({ id }) as ListedReport;
  const one = (id: string, mine: WaitingReport["mine"]): [string, WaitingReport] => [
    `of ${id}`,
    { id, mine } as WaitingReport,
  ];
  const page = { results: [row("a"), row("b"), row("c")], next: null };
  const waiting = new Map([one("c", "approve"), one("b", null), one("old", "publish")]);
  const sorted = mineFirst(page, waiting);
  expect(sorted.results.map(({ id }) => id)).toEqual(["c", "old", "a", "b"]);
});
