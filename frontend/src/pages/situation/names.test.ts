import { describe, expect, it } from "vitest";
import { type Named, placed, widthOf } from "./names";

const BOX = { left: 100, top: 100, right: 400, bottom: 300 };
const named = (part: Partial<Named> = {}): Named => ({
  text: "Rainstorm",
  box: BOX,
  inside: true,
  size: 12,
  ...part,
});

describe("names of boxes", () => {
  it("begin at the upper left, inside", () => {
    expect(placed([named()], [])).toEqual([{ anchor: "top-left", at: { x: "left", y: "top" } }]);
  });

  it("of boxes that lie on each other take corners of their own, as far as there are some", () => {
    const anchors = placed([named(), named(), named(), named(), named()], []).map(
      (one) => one?.anchor,
    );
    expect(anchors).toEqual(["top-left", "top-right", "bottom-left", "bottom-right", undefined]);
  });

  it("give way to what lies on the map, and to names within the next box", () => {
    const button = { left: 90, top: 90, right: 160, bottom: 120 };
    expect(placed([named()], [button])[0]?.anchor).toBe("top-right");
    const near = { left: 110, top: 105, right: 410, bottom: 305 };
    expect(placed([named(), named({ box: near })], [])[1]?.anchor).toBe("top-right");
  });

  it("of saved regions lie outside, above the upper edge or below the lower one", () => {
    const outside = named({ inside: false });
    const places = placed([outside, outside, outside], []);
    expect(places.map((one) => one?.anchor)).toEqual(["bottom-left", "bottom-right", "top-left"]);
    expect(places[2]?.at).toEqual({ x: "left", y: "bottom" });
  });

  it("are as wide as their signs", () => {
    expect(widthOf("\u66b4\u96e8", 10)).toBe(20);
    expect(widthOf("Gale", 10)).toBeCloseTo(23.2);
  });
});
