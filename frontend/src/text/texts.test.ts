import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { SHOWN } from "../../scripts/science.ts";
import { catalogues, identifiersOf, sectionsOf } from "../../scripts/texts.ts";
import { Catalogue, LANGUAGES, type Language } from "./catalogue";

// Tests run in the folder of `package.json`.
const read = (path: string) => readFileSync(join(process.cwd(), path), "utf8");
const own = (language: Language) => catalogues("messages", language).map(read).join("\n");
const science = (language: Language) =>
  sectionsOf(read(`../diagnostics/messages/${language}.ftl`), SHOWN);
const catalogueOf = (language: Language) =>
  new Catalogue(language, own(language), science(language));
const CHINESE = /[\u3400-\u9fff]/;

/** The text of each entry, by its identifier. */
function entriesOf(source: string): Map<string, string> {
  const found = new Map<string, string>();
  let current = "";
  for (const line of source.split("\n")) {
    const head = /^([a-z][\w-]*) = ?(.*)$/.exec(line);
    if (head) current = head[1] ?? "";
    if (head) found.set(current, head[2] ?? "");
    else if (/^\s+\S/.test(line)) found.set(current, `${found.get(current)}\n${line}`);
  }
  return found;
}

const variablesOf = (text: string) =>
  [...new Set([...text.matchAll(/\{ ?\$(\w+)/g)].map((match) => match[1]))].sort();

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|generated/.test(name))
  .map((name) => [name, read(join("src", name))] as const);

/** What a component writes itself: text between tags, and attributes that people read or hear. */
function ownWords(source: string): string[] {
  const between = source.matchAll(/(?<!=)>\s*([A-Za-z][^<>{}=;()]*[a-z]{2,}[^<>{}=;()]*)\s*<\//g);
  const attributes = source.matchAll(/(?:aria-label|title|placeholder|alt|label)="([^"]+)"/g);
  return [...between, ...attributes].map((match) => match[1]?.trim() ?? "");
}

describe("the texts of the pages", () => {
  it("are the same in both languages, with the same variables, each in its own words", () => {
    const [english, chinese] = [entriesOf(own("en")), entriesOf(own("zh"))];
    expect([...chinese.keys()]).toEqual([...english.keys()]);
    expect(english.size).toBeGreaterThan(100);
    for (const [id, text] of english) {
      const other = chinese.get(id) ?? "";
      expect(variablesOf(other), id).toEqual(variablesOf(text));
      expect(CHINESE.test(other), `${id} in Chinese`).toBe(true);
      // A language is named in itself.
      expect(CHINESE.test(text.replace("中文", "")), `${id} in English`).toBe(false);
    }
  });

  it("are each used somewhere", () => {
    const all = sources.map(([, source]) => source).join("\n");
    // `status-${status}` uses every text that begins so: the type check proves that each is there.
    const built = [...all.matchAll(/`([a-z-]+-)\$\{/g)].map((match) => match[1] ?? "");
    const unused = identifiersOf(own("en")).filter(
      (id) => !all.includes(`"${id}"`) && !built.some((head) => id.startsWith(head)),
    );
    expect(unused).toEqual([]);
  });

  it("of one page, or of the map, are written there alone, which brings them", () => {
    const parts = catalogues("messages", "en").filter((path) => path !== "messages/en.ftl");
    expect(parts.length).toBeGreaterThan(0);
    for (const path of parts) {
      // Who brings a part, and all that lies in the same folder, may write its texts.
      const own = sources
        .filter(([, source]) => source.includes(`${path}?raw`))
        .map(([name]) => dirname(name));
      const elsewhere = sources.filter(
        ([name]) => !own.some((folder) => name.startsWith(`${folder}/`)),
      );
      expect(elsewhere.length).toBeLessThan(sources.length);
      for (const id of identifiersOf(read(path)))
        expect(
          elsewhere.filter(([, source]) => source.includes(`"${id}"`)).map(([name]) => name),
          id,
        ).toEqual([]);
    }
  });

  it("are all in the catalogues: no component has words of its own", () => {
    const known = new Set(identifiersOf(own("en")));
    const words = sources.flatMap(([name, source]) =>
      ownWords(source)
        .filter((text) => !known.has(text))
        .map((text) => `${name}: ${text}`),
    );
    expect(words).toEqual(["app/Shell.tsx: HVR-Met"]);
    expect(ownWords('<p title="One two">Three four</p>')).toEqual(["Three four", "One two"]);
  });

  it.each(LANGUAGES)("and names of the science can be written in %s", (language) => {
    const catalogue = catalogueOf(language);
    for (const id of identifiersOf(own(language))) {
      const given = Object.fromEntries(
        variablesOf(entriesOf(own(language)).get(id) ?? "").map((name) => [name, 3]),
      );
      expect(catalogue.text(id as never, given)).not.toBe("");
    }
    const written = ["rainstorm", "heavy rainstorm", "heat_wave"].map((name) =>
      catalogue.term(name),
    );
    expect(written).toEqual(
      language === "en"
        ? ["rainstorm", "heavy rainstorm", "heat wave"]
        : ["暴雨", "大暴雨", "高温热浪"],
    );
  });
});

describe("a catalogue", () => {
  it("refuses a text that it does not have, and one without its variable", () => {
    const catalogue = new Catalogue("en", "greeting = Good { $time }");
    expect(catalogue.text("greeting" as never, { time: "morning" })).toBe("Good morning");
    expect(() => catalogue.text("greeting" as never)).toThrow("greeting");
    expect(() => catalogue.text("farewell" as never)).toThrow("farewell");
  });

  it("shows the words of a name that it does not know", () => {
    expect(new Catalogue("en", "").term("some_new_grade")).toBe("some new grade");
  });
});
