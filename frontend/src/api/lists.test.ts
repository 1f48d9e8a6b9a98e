import { expect, it } from "vitest";
import { rhythm } from "./lists";
import type { DiagnosisPage } from "./schema";

const page = (...states: string[]) =>
  ({ results: states.map((status) => ({ status })) }) as unknown as DiagnosisPage;

it("a list is read again while something in it runs, for the socket says nothing of rounds", () => {
  expect(rhythm(page("finished", "running"))).toBe(5000);
  expect(rhythm(page("finished", "queued", "failed"))).toBe(false);
  expect(rhythm(page())).toBe(false);
  expect(rhythm(undefined)).toBe(false);
});
