import { expect, it } from "vitest";
import { differenceOf, type Part } from "./words";

const joined = (parts: readonly Part[]) => parts.map((part) => part.text).join("");
const marked = (parts: readonly Part[]) =>
  parts.filter((part) => part.changed).map((part) => part.text);

it("marks the words that changed, and no others", () => {
  const { before, after } = differenceOf(
    "Strong inflow at 850 hPa feeds the storm.",
    "Strong moist inflow at 925 hPa feeds the storm.",
  );
  expect(marked(before)).toEqual(["850"]);
  expect(marked(after)).toEqual(["moist ", "925"]);
});

it("joins changed words over the space between them", () => {
  const { after } = differenceOf("a b c", "a x y c");
  expect(marked(after)).toEqual(["x y"]);
});

it("compares Chinese by characters, also beside Latin letters and numbers", () => {
  const { before, after } = differenceOf("850 hPa低空急流输送水汽", "925 hPa低空急流源源输送水汽");
  expect(marked(before)).toEqual(["850"]);
  expect(marked(after)).toEqual(["925", "源源"]);
});

it("marks all of a text where there was none", () => {
  expect(differenceOf("", "new")).toEqual({ before: [], after: [{ text: "new", changed: true }] });
  expect(marked(differenceOf("same", "same").after)).toEqual([]);
});

it("marks long texts that share nothing as a whole, in time", () => {
  const long = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join(" ");
  const { before, after } = differenceOf(long("a"), long("b"));
  expect(marked(before)).toEqual([long("a")]);
  expect(marked(after)).toEqual([long("b")]);
});

it("loses nothing: the parts of each text are the text, and what is not marked is the same", () => {
  const signs = [
    "heavy",
    "rain",
    " ",
    "  ",
    "\n",
    "暴",
    "雨",
    "。",
    ",",
    "é",
    "𠮷",
    "🌧️",
    "-3.5",
    "ひ",
    "ا",
  ];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const text = () => Array.from({ length: next(30) }, () => signs[next(signs.length)]).join("");
  for (let round = 0; round < 500; round += 1) {
    const [one, other] = [text(), text()];
    const { before, after } = differenceOf(one, other);
    expect(joined(before)).toBe(one);
    expect(joined(after)).toBe(other);
    const bare = (parts: readonly Part[]) =>
      joined(parts.filter((part) => !part.changed)).replace(/\s/g, "");
    expect(bare(before)).toBe(bare(after));
  }
});
