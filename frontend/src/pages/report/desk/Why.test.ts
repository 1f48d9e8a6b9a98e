import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Hindrance } from "@/generated/schema";
import type { Texts } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { telling, wordsOf } from "./Why";

const source = ["en", "desk.en", "roles.en"]
  .map((name) => readFileSync(`messages/${name}.ftl`, "utf8"))
  .join("\n");
const catalogue = new Catalogue("en", source);
const texts = {
  t: (id: string, parameters?: object) => catalogue.text(id as never, parameters as never),
} as Texts;
const hindrance = (code: string, data: Hindrance["data"] = {}): Hindrance => ({
  ...{ code, message: `the words of ${code}`, data },
});

it("says in the reader's words what stands in the way", () => {
  const said: [Hindrance, string][] = [
    [
      hindrance("role_required", { roles: ["reviewer", "duty_lead", "service"] }),
      "Only as Reviewer · Duty lead.",
    ],
    [
      hindrance("second_person_required", { because: "wrote" }),
      "You wrote or corrected this version; it takes somebody else.",
    ],
    [
      hindrance("illegal_transition", { status: "in_review", wanted: "published" }),
      "It is not approved yet.",
    ],
    [
      hindrance("illegal_transition", { status: "published", wanted: "in_review" }),
      "The version is at the state “Published”.",
    ],
    [hindrance("version_not_opened", { whole: false }), "You have not opened this version yet."],
    [
      hindrance("version_not_opened", { whole: true }),
      "Not every section was on your screen yet; one counts once its end was in sight for a second.",
    ],
  ];
  for (const [given, words] of said) expect(wordsOf(given, texts)).toBe(words);
});

it("gives the platform's own words where it does not know the reason", () => {
  expect(wordsOf(hindrance("something_new"), texts)).toBe("the words of something_new");
  const because = { because: "a reason of a later release" };
  expect(wordsOf(hindrance("second_person_required", because), texts)).toBe(
    "the words of second_person_required",
  );
});

it("names what has to come first alone", () => {
  const state = hindrance("illegal_transition", { status: "draft", wanted: "published" });
  const person = hindrance("second_person_required", { because: "approval" });
  const asked = hindrance("second_person_required", { because: "asked" });
  expect(telling([state, person])).toEqual([state]);
  expect(telling([asked, person])).toEqual([asked, person]);
});
