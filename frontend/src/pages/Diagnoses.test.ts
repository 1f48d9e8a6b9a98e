import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Diagnosis, Occurrence } from "@/generated/schema";
import type { Texts } from "@/text";
import { Catalogue, capitalised } from "@/text/catalogue";
import { found } from "./Diagnoses";

const catalogue = new Catalogue("en", readFileSync("messages/en.ftl", "utf8"));
const texts: Texts = {
  language: "en",
  t: (id, parameters) => catalogue.text(id, parameters),
  term: (name) => catalogue.term(name),
  label: (name) => capitalised(catalogue.term(name)),
  choose: () => undefined,
};

/** A diagnosis that ended with this occurrence; the type that was asked for is in `state.event`. */
const diagnosis = (occurrence: Partial<Occurrence> | null, status = "finished") =>
  ({
    status,
    state: { event: "snowstorm", conclusion: occurrence && { occurrence } },
  }) as unknown as Diagnosis;

describe("what a diagnosis found", () => {
  it.each([
    [
      { status: "met", event: "rainstorm", grade_name: "heavy rainstorm" },
      "rainstorm",
      "Heavy rainstorm",
    ],
    [{ status: "met", event: "gale", grade_name: "" }, "gale", "Gale"],
    [{ status: "likely_at_stations", event: "gale" }, "gale", "Gale: likely at stations"],
    [
      { status: "reached_here", event: "heat_wave" },
      "heat_wave",
      "Heat wave: limit reached here, extent not known",
    ],
    [
      { status: "not_met", event: "snowstorm", grade_name: "snowstorm" },
      "none",
      "Snowstorm: not met",
    ],
    [{ status: "cannot_be_tested", event: "snowstorm" }, "unknown", "Snowstorm: cannot be tested"],
    [{ status: "not_met", event: null }, "none", "No event"],
    [{ status: "cannot_be_tested", event: null }, "unknown", "Cannot be tested"],
  ] as const)("%j is shown as %s, %s", (occurrence, finding, name) => {
    expect(found(diagnosis(occurrence as Partial<Occurrence>), texts)).toEqual({
      finding,
      name,
    });
  });

  it("is open while it runs, whatever was asked for, and unknown when it failed", () => {
    const names = ["queued", "running", "parked", "failed", "cancelled"].map(
      (status) => found(diagnosis(null, status), texts).name,
    );
    expect(names).toEqual([
      "Not diagnosed yet",
      "Not diagnosed yet",
      "Not diagnosed yet",
      "Not diagnosed",
      "Not diagnosed",
    ]);
  });
});
