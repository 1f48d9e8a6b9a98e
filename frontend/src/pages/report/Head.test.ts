import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Texts } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { authorship } from "./Head";

const catalogue = new Catalogue("en", readFileSync("messages/report.en.ftl", "utf8"));
const t = ((id: never, parameters: never) => catalogue.text(id, parameters)) as Texts["t"];
const version = (number: number, author: string, corrects: number | null = null) => ({
  ...{ number, author, corrects },
});
const said = (number: number) => {
  const versions = [
    version(4, "person:wang", 3),
    version(3, "person:zhao", 2),
    version(2, "person:wang", 1),
    version(1, "hvrmet"),
  ];
  const one = versions.find((version) => version.number === number) ?? version(0, "");
  return authorship(one, versions, { t, language: "en" }).replace(/[\u2066-\u2069]/g, "");
};

it("says that the platform wrote a version, and who corrected it", () => {
  expect(said(1)).toBe("Written by the platform");
  expect(said(2)).toBe("Written by the platform, corrected by wang");
  expect(said(3)).toBe("Written by the platform, corrected by wang, zhao");
  expect(said(4)).toBe("Written by the platform, corrected by zhao, wang");
});

it("names the last one while the versions are not known yet", () => {
  expect(authorship(version(3, "person:zhao", 2), [], { t, language: "en" })).toContain(
    "corrected by zhao",
  );
});
