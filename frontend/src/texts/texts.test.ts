import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sectionsOf } from "../../scripts/science-texts";
import { showIn, texts } from ".";
import { Catalogue, type Wording } from "./catalogue";

// Tests run in the folder of `package.json`.
const SOURCES = join(process.cwd(), "src");
const HERE = join(SOURCES, "texts/");
const SCIENCE = join(process.cwd(), "../diagnostics/messages/");
const LANGUAGES = ["en", "zh"] as const;
const read = (language: string) => readFileSync(`${HERE}${language}.ftl`, "utf8");
const CJK = /[\u3400-\u9fff]/;
/** Names that are written alike in both languages. */
const ALIKE = new Set([
  ...["ui-mod", "ui-export-json", "ui-export-html"],
  ...["action", "actor", "since", "until"].map((one) => `ui-audit-${one}-example`),
]);

function entries(source: string): Map<string, string> {
  const found = new Map<string, string>();
  let current = "";
  for (const line of source.split("\n")) {
    const head = /^([a-z][\w-]*) = ?(.*)$/.exec(line);
    if (head?.[1]) {
      current = head[1];
      found.set(current, head[2] ?? "");
    } else if (/^\s+\S/.test(line) && current) {
      found.set(current, `${found.get(current)}\n${line}`);
    }
  }
  return found;
}

const variables = (text: string) =>
  [...new Set([...text.matchAll(/\{ ?\$(\w+)/g)].map((match) => match[1]))].sort();

function sources(): [string, string][] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|schema\.d\.ts/.test(name))
    .map((name) => [name, readFileSync(join(SOURCES, name), "utf8")]);
}

/** What a component writes itself: text between tags, and attributes that people read or hear. */
function ownWords(source: string): string[] {
  const between = [
    ...source.matchAll(/(?<!=)>\s*([A-Za-z][^<>{}=;()]*[a-z]{2,}[^<>{}=;()]*)\s*</g),
  ].map((match) => match[1] ?? "");
  const attributes = [...source.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return [...between, ...attributes]
    .map((text) => text.trim())
    .filter((text) => !/^(HVR|HVR-Met|English|T|Promise|\d[\d\s:-]*)$/.test(text));
}

describe("texts", () => {
  const [en, zh] = LANGUAGES.map((language) => entries(read(language)));
  if (!en || !zh) throw new Error("a language is missing");

  it("are the same in both languages, with the same variables", () => {
    expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
    for (const [id, text] of en)
      expect([id, variables(zh.get(id) ?? "")]).toEqual([id, variables(text)]);
  });

  it("are translated", () => {
    for (const [id, text] of zh) {
      if (ALIKE.has(id) || id === "ui-other-language") continue;
      expect([id, CJK.test(text) || text === `{ $n } h`]).toEqual([id, true]);
    }
    for (const [id, text] of en) {
      if (id !== "ui-other-language" && id !== "ui-language-zh")
        expect([id, CJK.test(text)]).toEqual([id, false]);
    }
  });

  it("are there for every identifier that a component names", () => {
    for (const [name, source] of sources()) {
      for (const match of source.matchAll(/["`](ui-[a-z0-9_-]+)["`]/gi)) {
        expect([name, match[1], en.has(match[1] ?? "")]).toEqual([name, match[1], true]);
      }
      for (const match of source.matchAll(/`(ui-[a-z0-9_-]*)\$\{/gi)) {
        const some = [...en.keys()].some((id) => id.startsWith(match[1] ?? ""));
        expect([name, match[1], some]).toEqual([name, match[1], true]);
      }
    }
  });

  it("are used", () => {
    const all = sources()
      .map(([, source]) => source)
      .join("\n");
    const beginnings = [...all.matchAll(/`(ui-[a-z0-9_-]*)\$\{/gi)].map((match) => match[1] ?? "");
    const unused = [...en.keys()].filter(
      (id) => !all.includes(`"${id}"`) && !beginnings.some((start) => id.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });

  it("begin labels with a capital: names of events and grades are written as labels", () => {
    for (const [name, source] of sources()) {
      const inside = [...source.matchAll(/\bterm\((?:event|one|[\w.?]+\.(?:event|grade_name))\)/g)];
      expect([name, inside.map(String)]).toEqual([name, []]);
    }
  });

  it("are never written in a component", () => {
    for (const [name, source] of sources()) {
      if (!name.endsWith(".tsx")) continue;
      expect([name, ownWords(source)]).toEqual([name, []]);
      expect([name, CJK.test(source)]).toEqual([name, false]);
    }
  });
});

describe("the catalogue", () => {
  const catalogue = (language: "en" | "zh") =>
    new Catalogue(
      language,
      read(language),
      sectionsOf(readFileSync(`${SCIENCE}${language}.ftl`, "utf8")),
    );
  const reason: Wording = {
    id: "event-reason",
    params: {
      clauses: {
        style: "clauses",
        items: [
          {
            id: "event-amount_reached",
            params: {
              time: { moment: "2026-07-05T12:00:00Z" },
              value: { measure: 151.38354873657227, unit: "mm", digits: 1 },
              amount: { id: "event-amount", params: { hours: 24, quantity: { term: "rain" } } },
            },
          },
          {
            id: "event-area_reached",
            params: { area: { measure: 183921.5, unit: "km2", digits: 0 } },
          },
        ],
      },
    },
  };

  it("writes a message as the platform does", () => {
    expect(catalogue("en").say(reason)).toBe(
      "24-h rain reached 151.4 mm by 2026-07-05 12:00 UTC; a connected area of 183922 km² reaches it",
    );
    expect(catalogue("zh").say(reason)).toMatch(/151\.4 mm/);
  });

  it("writes terms, also composed ones, and parts the words of unknown ones", () => {
    expect(catalogue("zh").term("cold_wave+gale")).toBe("寒潮 + 大风");
    expect(catalogue("zh").term("some_new_flag")).toBe("some new flag");
    expect(catalogue("en").term(">=")).toBe(catalogue("en").text("term-at-least"));
  });

  it.each(LANGUAGES)("has every reason for which a diagnosis can fail, in %s", (language) => {
    const all = readFileSync(`${SCIENCE}${language}.ftl`, "utf8");
    const reasons = [...all.matchAll(/^((?:(?!command)[a-z]*error|refusal)-[\w-]+) =/gm)];
    const known = catalogue(language);
    const missing = reasons.flatMap(([, id = ""]) => (known.has(id) ? [] : [id]));
    expect(reasons.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  it("writes a name where a label begins", async () => {
    const written: string[] = [];
    for (const language of LANGUAGES) {
      await showIn(language);
      for (const name of ["rainstorm", "heavy rainstorm", ""]) written.push(texts().label(name));
    }
    expect(written).toEqual(["Rainstorm", "Heavy rainstorm", "", "暴雨", "大暴雨", ""]);
  });

  it("begins as a sentence with every reason for which a diagnosis can fail", async () => {
    await showIn("en");
    const all = readFileSync(`${SCIENCE}en.ftl`, "utf8");
    const written = [...all.matchAll(/^((?:(?!command)[a-z]*error|refusal)-[\w-]+) = \w/gm)].map(
      ([, id = ""]) => texts().say({ id, params: {} }),
    );
    expect(written.length).toBeGreaterThan(200);
    expect(written.filter((text) => /^[a-z]{2}/.test(text))).toEqual([]);
  });

  it("leaves signs and units at the beginning of a message as they are", () => {
    const begins = ["a low lies here", "the rain ends", "dBZ of 40", "e01 is missing", "θe rises"];
    expect(begins.map((text) => texts().say(null, text))).toEqual([
      "A low lies here",
      "The rain ends",
      ...begins.slice(2),
    ]);
  });

  it("shows and reports what it does not have", () => {
    const missing: string[] = [];
    const one = catalogue("en");
    one.missing = (id) => missing.push(id);
    expect(one.text("ui-nothing-of-this-name")).toBe("ui-nothing-of-this-name");
    expect(missing).toEqual(["ui-nothing-of-this-name"]);
  });
});

it("names people without the kind of account, and programs as such", async () => {
  await showIn("en");
  const { who } = texts();
  expect(who("person:fan")).toBe("fan");
  expect(who("service:demo client")).toBe("demo client (program)");
  expect(who("hvrmet")).toBe("hvrmet");
});

it("prints signs of comparison, and no marks of the library", async () => {
  await showIn("en");
  expect(texts().say(null, "the threshold is >= 50 mm [S]; required: <= 2 [D]")).toBe(
    "The threshold is \u2265 50 mm; required: \u2264 2",
  );
});
