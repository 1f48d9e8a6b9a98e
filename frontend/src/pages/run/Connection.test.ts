import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CODES } from "./Connection";

const read = (path: string) => readFileSync(path, "utf8");
/** The code of a socket that has said everything. */
const COMPLETE = 1000;

test("each end of a connection that is documented has its words", () => {
  const rows = [...read("../docs/use/sockets.md").matchAll(/^\| (\d{4}) \|/gm)];
  const documented = rows.map(([, code]) => Number(code)).filter((code) => code !== COMPLETE);
  expect(documented.length).toBeGreaterThan(5);
  expect([...CODES].sort()).toEqual(documented.sort());
  for (const language of ["en", "zh"])
    for (const code of [...CODES, 1006])
      expect(read(`messages/run.${language}.ftl`)).toContain(`run-close-${code} = `);
});
