import { readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { Period } from "./Time";

const catalogue = new Catalogue("en", readFileSync("messages/en.ftl", "utf8"));

const written = (props: Parameters<typeof Period>[0]) =>
  render(
    <TextProvider first={catalogue}>
      <Period {...props} />
    </TextProvider>,
  ).container.textContent;

const FROM = "2026-07-03T06:00:00Z";
const TO = "2026-07-06T00:00:00Z";

it("a period has both ends, and one day is written once", () => {
  expect(written({ start: FROM, end: TO })).toBe("2026-07-03 06:00 – 2026-07-06 00:00 UTC");
  expect(written({ start: FROM, end: "2026-07-03T18:00:00Z" })).toBe(
    "2026-07-03 06:00 – 18:00 UTC",
  );
});

it("a single time is no period", () => {
  expect(written({ start: FROM, end: FROM })).toBe("2026-07-03 06:00 UTC");
});

it("ends that are those of the data are marked", () => {
  expect(written({ start: FROM, end: TO, isOpen: { start: true, end: true } })).toBe(
    "≤ 2026-07-03 06:00 – ≥ 2026-07-06 00:00 UTC",
  );
});

it("days have no times", () => {
  expect(written({ start: FROM, end: TO, isOfDays: true })).toBe("2026-07-03 – 2026-07-06");
  expect(written({ start: FROM, end: "2026-07-03T18:00:00Z", isOfDays: true })).toBe("2026-07-03");
});
