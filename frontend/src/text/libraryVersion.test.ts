import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Catalogue } from "./catalogue";
import { libraryVersion, sharedVersion } from "./libraryVersion";

const texts = (language: "en" | "zh") => {
  const catalogue = new Catalogue(language, readFileSync(`messages/${language}.ftl`, "utf8"));
  return { t: catalogue.text.bind(catalogue) as never };
};

it("says of a version that a centre's overlay is in it", () => {
  expect(libraryVersion("2026.11+centre.3", texts("en"))).toBe("2026.11 with our overlay 3");
  expect(libraryVersion("2026.11+centre.3", texts("zh"))).toBe("2026.11，含本中心第 3 版调整");
  expect(libraryVersion("2026.11", texts("en"))).toBe("2026.11");
  expect(sharedVersion("2026.11.29.2+centre.12")).toBe("2026.11.29.2");
  expect(sharedVersion("2026.11")).toBe("2026.11");
});
