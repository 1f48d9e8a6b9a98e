// @vitest-environment node
import { expect, it } from "vitest";
import { componentsOf, documentOfAll, withLists } from "./types.ts";

it("makes lists of positions and pairs", () => {
  const pair = {
    type: "array",
    prefixItems: [{ type: "number" }, { type: "string" }],
    minItems: 2,
  };
  expect(
    withLists({ pair, same: { prefixItems: [{ type: "number" }, { type: "number" }] } }),
  ).toEqual({
    pair: { type: "array", items: { anyOf: [{ type: "number" }, { type: "string" }] } },
    same: { items: { type: "number" } },
  });
});

it("takes a contract's schema and its definitions as components", () => {
  const schema = {
    title: "Whole",
    properties: { part: { $ref: "#/$defs/Part" } },
    $defs: { Part: { type: "string" } },
  };
  expect(componentsOf(schema)).toEqual({
    Part: { type: "string" },
    Whole: { title: "Whole", properties: { part: { $ref: "#/components/schemas/Part" } } },
  });
});

it("names what the platform sends, and what only a contract defines", async () => {
  const { components } = (await documentOfAll()) as { components: { schemas: object } };
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(["Diagnosis", "Report", "RequestReading", "ClaimReport"]),
  );
});
