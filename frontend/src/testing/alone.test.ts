import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// React remembers when it last showed that something loads: by a clock that a test moved, hours from now.
it("a test that replaces a module or the clock has modules of its own", () => {
  const replacing = globSync("src/**/*.test.{ts,tsx}").filter((file) =>
    /\bvi\.((do)?mock|useFakeTimers)\(/i.test(readFileSync(file, "utf8")),
  );
  expect(replacing).not.toEqual([]);
  expect(replacing.filter((file) => !file.includes(".alone."))).toEqual([]);
});
