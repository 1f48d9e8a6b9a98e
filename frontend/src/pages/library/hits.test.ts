import { describe, expect, it } from "vitest";
import { rateOf, ratesOf } from "./hits";

describe("a rate", () => {
  it("has the interval of Wilson", () => {
    // Newcombe 1998, Statistics in Medicine 17, table I: 81 of 263, method 3.
    const rate = rateOf(81, 263);
    expect(rate?.low).toBeCloseTo(0.2553, 3);
    expect(rate?.high).toBeCloseTo(0.3662, 3);
  });

  it("stays within 0 and 1, and holds the share", () => {
    for (let of = 1; of < 30; of += 1) {
      for (let hits = 0; hits <= of; hits += 1) {
        const rate = rateOf(hits, of);
        if (!rate) throw new Error("no rate");
        expect(rate.low).toBeGreaterThanOrEqual(0);
        expect(rate.high).toBeLessThanOrEqual(1);
        expect(rate.low).toBeLessThanOrEqual(rate.share + 1e-12);
        expect(rate.high).toBeGreaterThanOrEqual(rate.share - 1e-12);
      }
    }
  });

  it("is none without cases", () => {
    expect(ratesOf(null)).toEqual({ found: null, falsely: null });
  });
});
