import { beforeEach, describe, expect, it } from "vitest";
import { showIn, texts } from "@/texts";
import { explained } from "./explained";

const LEVELS = ["", "very_low", "low", "moderate", "high"];

describe("what is said of a cause", () => {
  beforeEach(async () => {
    await showIn("en");
  });

  it.each(LEVELS)("follows the confidence %s", (level) => {
    const { text, sure, mark } = explained({ status: "confirmed", confidence_level: level });
    const said = texts().t(text, { sure });
    expect(said.startsWith("The cause is established")).toBe(level === "high");
    expect(said.startsWith("No cause is established")).toBe(["", "very_low"].includes(level));
    expect(mark[0] === "good").toBe(["moderate", "high"].includes(level));
  });

  it("leaves what no factor supports as it is", () => {
    const { text, sure } = explained({ status: "not_testable", confidence_level: "" });
    expect(texts().t(text, { sure })).toBe("The cause cannot be tested");
  });
});
