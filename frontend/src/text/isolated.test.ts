import { expect, test } from "vitest";
import { actorName } from "./actors";
import { isolated } from "./isolated";

test("only names that could turn what stands around them are set apart", () => {
  for (const plain of ['"Nord/Süd" & Co.', "北京", "o'brien", ""])
    expect(isolated(plain)).toBe(plain);
  for (const name of ["مركز (3)", "שלום/a", "a\u202eb"]) {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
    expect(actorName(`person:${name}`)).toBe(`\u2068${name}\u2069`);
  }
});
