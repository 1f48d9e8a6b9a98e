import { readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { Problem } from "@/api/problems";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { ProblemNotice } from "./Feedback";

const catalogue = new Catalogue("en", readFileSync("messages/en.ftl", "utf8"));

const lines = (problem: Partial<Problem> & { status: number; detail?: string }) =>
  [
    ...render(
      <TextProvider first={catalogue}>
        <ProblemNotice error={new Problem(problem)} />
      </TextProvider>,
    ).container.querySelectorAll("p"),
  ].map((line) => line.textContent);

it("a refusal whose reason is in its name is said once", () => {
  for (const [status, code] of [
    [403, "permission_denied"],
    [404, "not_found"],
    [429, "throttled"],
  ] as const) {
    expect(lines({ status, code, detail: "the same again" })).toHaveLength(1);
  }
});

it("a refusal with a reason of its own gives it", () => {
  const detail = "two people are needed: you asked for this yourself";
  expect(lines({ status: 403, code: "second_person_required", detail })).toEqual([
    "You may not do this.",
    detail,
  ]);
});

it("a name that is taken is no change by somebody else", () => {
  const taken = lines({ status: 409, code: "source_name_taken", detail: "there is one" });
  expect(taken[0]).toBe("This name is taken already. Choose another one.");
  const changed = lines({ status: 409, code: "changed_since", detail: "limit: 50 to 60" });
  expect(changed[0]).toBe("This has changed since you opened it. Load it again, then decide.");
});
