import { expect, it } from "vitest";
import { isVersion, versionOf } from "./version";

const now = new Date("2026-11-29T23:59:00Z");

it("suggests the day, and the next number where it is taken", () => {
  expect(versionOf(now, new Set())).toBe("2026.11.29");
  expect(versionOf(now, new Set(["2026.11.29"]))).toBe("2026.11.29.2");
  expect(versionOf(now, new Set(["2026.11.29", "2026.11.29.2", "2026.11.28.3"]))).toBe(
    "2026.11.29.3",
  );
});

it("knows what the platform takes as a version", () => {
  for (const good of ["2026.11.29", "1", "v1_rc-2", "x".repeat(50)]) {
    expect(isVersion(good), good).toBe(true);
  }
  for (const bad of ["", ".1", "1 2", "一", "x".repeat(51)])
    expect(isVersion(bad), bad).toBe(false);
});
