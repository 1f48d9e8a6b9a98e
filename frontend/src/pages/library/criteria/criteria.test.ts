import { expect, test } from "vitest";
import type { PresetNumberInfo } from "@/generated/schema";
import { commonOf, numberOf, sectionsOf, withoutEvent } from "./criteria";

const number = (path: string, value: number, en: string, zh: string): PresetNumberInfo => ({
  ...{ path, value, unit: "mm", least: 0.1, greatest: 3000, whole: false },
  ...{ label: "S", source: "", source_path: "", names: { en, zh } },
});

const rain = (window: number, hours: number, grade: number, value: number) => {
  const names = ["rainstorm", "heavy rainstorm"];
  const said = ["暴雨", "大暴雨"];
  return number(
    `criteria.rainstorm.windows.${window}.grades.${grade}.value`,
    value,
    `rainstorm, grade ${grade + 1} “${names[grade]}”: amount in ${hours} h`,
    `暴雨，第${grade + 1}级“${said[grade]}”：${hours}小时降水量`,
  );
};

const heat = (grade: number, way: number, value: number) =>
  number(
    `criteria.heat_wave.grades.${grade}.any_of.${way}.value`,
    value,
    `heat wave, grade ${grade + 1} “level”: heat index, each day${
      grade === 1 ? ` (way ${way + 1} to reach the grade)` : ""
    }`,
    `高温热浪，第${grade + 1}级“热浪”：热指数（每天均须达到）${
      grade === 1 ? `（达到该级的途径${way + 1}）` : ""
    }`,
  );

const RAIN = [rain(0, 24, 0, 50), rain(0, 24, 1, 100), rain(1, 12, 0, 30), rain(1, 12, 1, 70)];

test("numbers of grades stand in tables by type of event, in the reader's language", () => {
  const area = number("area.min_object.value", 2500, "least area", "最小面积");
  const found = sectionsOf([area, ...RAIN], "en");
  expect(found.map(({ event }) => event)).toEqual(["rainstorm", null]);
  expect(found[0]?.grades).toEqual(["rainstorm", "heavy rainstorm"]);
  expect(
    found[0]?.rows.map(({ name, numbers }) => [name, ...numbers.map((one) => one?.value)]),
  ).toEqual([
    ["amount in 24 h", 50, 100],
    ["amount in 12 h", 30, 70],
  ]);
  expect(found[1]?.singles.map(({ name }) => name)).toEqual(["least area"]);
  const [chinese] = sectionsOf(RAIN, "zh");
  expect(chinese?.grades).toEqual(["暴雨", "大暴雨"]);
  expect(chinese?.rows[0]?.name).toBe("24小时降水量");
});

test("a further way to reach a grade is a row of its own, below the first ways", () => {
  const numbers = [heat(0, 0, 35), heat(1, 0, 37), heat(1, 1, 35)];
  for (const [language, name] of [
    ["en", "heat index, each day"],
    ["zh", "热指数（每天均须达到）"],
  ] as const) {
    const [section] = sectionsOf(numbers, language);
    expect(section?.rows).toEqual([
      { name, way: 0, numbers: [numbers[0], numbers[1]] },
      { name, way: 1, numbers: [undefined, numbers[2]] },
    ]);
  }
});

test("grades of wind stand side by side, and a name that rows do not share is left out", () => {
  const wind = (kind: string, name: string) =>
    number(`criteria.gale.${kind}.0.value`, 20, `gale, grade 1 “${name}”: 10-m ${kind}`, "");
  const [section] = sectionsOf([wind("sustained", "storm force"), wind("gust", "high wind")], "en");
  expect(section?.grades).toEqual([""]);
  expect(section?.rows).toHaveLength(2);
});

test("what a row has in common is said once", () => {
  const row = { name: "", way: 0, numbers: [RAIN[0], undefined, RAIN[1]] };
  expect(commonOf(row, ({ label }) => label)).toBe("S");
  expect(commonOf(row, ({ value }) => value)).toBeUndefined();
});

test("a name goes without the type of event under whose heading it stands", () => {
  expect(withoutEvent("heat wave: least area", "Heat wave")).toBe("least area");
  expect(withoutEvent("寒潮：最小面积", "寒潮")).toBe("最小面积");
  expect(withoutEvent("blizzard: 10-m wind", "Snowstorm")).toBe("blizzard: 10-m wind");
});

test.each([
  ["60", "mm", { number: 60 }],
  ["60 mm", "mm", { number: 60 }],
  ["4 cm", "mm", { number: 4, unit: "cm" }],
  ["2 in", "mm", { number: 2, unit: "inch" }],
  ["62 km/h", "m s-1", { number: 62, unit: "km/h" }],
  ["17,2 m/s", "m s-1", { number: 17.2 }],
  ["−3 °C", "degC", { number: -3 }],
  ["8℃", "K", { number: 8 }],
  ["70%", "1", { number: 70, unit: "%" }],
  ["3", "", { number: 3 }],
] as const)("%s is read in %s", (text, unit, found) => {
  expect(numberOf(text, unit)).toEqual(found);
});

test.each([
  ["", "mm"],
  ["mm", "mm"],
  ["a lot", "mm"],
  ["3 cm", ""],
] as const)("%s is no number in %s", (text, unit) => {
  expect(numberOf(text, unit)).toBeUndefined();
});
