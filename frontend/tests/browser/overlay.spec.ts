import { type Browser, expect, type Page, test } from "@playwright/test";
import type { AdjustmentInfo } from "../../src/generated/schema";
import type { Language } from "../../src/text/catalogue";
import { CENTRE, NIGHTLY } from "./demonstration";
import { as, ask, changeWeight, look, picturesOf, type Words, wordsOf } from "./people";

const PARTS = ["library", "item", "overlay", "release", "new", "run"];
const LIBRARY = `${CENTRE}/library`;
const OURS = `${LIBRARY}/centre`;
const LIMITED = "g_gale_surface_wind_speed";
const UNUSED = "g_gale_mslp_gradient";
const REASON: Record<Language, string> = {
  en: "Gusts from the gap are the rule here.",
  zh: "本地峡谷大风常见。",
};
const picture = picturesOf("overlay");

/** The draft's field, as the page lists it. */
const row = (page: Page, item: string, path: string) =>
  page.locator(`[data-item="${item}"] [data-path="${path}"]`);

/** Takes what is in the draft out of it, as the demonstration's own; gives what brings it back. */
async function setAside(page: Page) {
  const { release, changes } = await ask(page, "GET", "overlay/");
  for (const { id } of changes) await ask(page, "DELETE", `overlay/fields/${id}/`);
  const fields = changes.map(({ kind, item, path, value }: AdjustmentInfo) => {
    return { kind, item, path, value };
  });
  return async () => {
    if (fields.length > 0) await ask(page, "PUT", "overlay/fields/", { release, fields });
  };
}

/** Proposes the draft. */
async function propose(page: Page, t: Words, language: Language) {
  await page.getByRole("button", { name: t("overlay-propose"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: t("overlay-reason") }).fill(REASON[language]);
  await dialog.getByRole("button", { name: t("overlay-propose-act"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

async function fly(browser: Browser, language: Language) {
  const t = wordsOf(language, PARTS);
  const wrote = await as(browser, "curator", language, OURS);
  const author = wrote.page;
  const bringBack = await setAside(author);
  await author.reload();
  await expect(author.getByRole("heading", { level: 1 })).toHaveText(t("lib-centre"));
  await expect(author.getByText(t("overlay-empty"))).toBeVisible();
  await picture(author, "empty", language);
  if (language === "en") await look(author, "nothing is adjusted");

  // A limit is adjusted, in another unit than the one in which it is judged, and so is the weight.
  await author.goto(`${LIBRARY}/entries/${LIMITED}`);
  await author.getByRole("link", { name: t("item-centre"), exact: true }).click();
  const limit = author.locator("[data-field='expected.absolute.value']");
  await limit.getByRole("textbox").first().fill("57 km/h");
  await expect(limit).toHaveAttribute("data-changed", "true");
  await expect(limit).toContainText("57 km/h");
  const weight = author.locator("[data-field='weight']");
  const before = Number(await weight.getByRole("textbox").inputValue());
  await weight.getByRole("textbox").fill(String((before % 5) + 1));
  await expect(weight).toHaveAttribute("data-changed", "true");
  await expect(author.getByText(t("overlay-saved"), { exact: true })).toBeVisible();
  // What the entry looks for is the same in all centres, and is read.
  await expect(author.locator("[data-field='factor']")).toHaveCount(0);
  await picture(author, "entry", language);
  if (language === "en") await look(author, "an entry that is adjusted");

  // Another entry is not used, and a reload loses nothing.
  await author.goto(`${OURS}/entries/${UNUSED}`);
  await author.getByRole("button", { name: t("overlay-stop") }).click();
  const stopping = author.getByRole("dialog");
  await stopping.getByRole("button", { name: t("overlay-stop") }).click();
  await expect(author.getByText(t("overlay-edit-unused-draft"))).toBeVisible();
  await author.reload();
  await expect(author.getByText(t("overlay-edit-unused-draft"))).toBeVisible();

  // The draft lists what was said, and is proposed.
  await author
    .getByRole("link", { name: t("overlay-panel-go") })
    .first()
    .click();
  await expect(row(author, LIMITED, "expected.absolute.value")).toContainText("57 km/h");
  await expect(row(author, LIMITED, "weight")).toContainText(t("overlay-in-draft"));
  await expect(row(author, UNUSED, "")).toBeVisible();
  await picture(author, "draft", language);
  await propose(author, t, language);
  await expect(author.getByText(t("overlay-waits-mine"))).toBeVisible();
  if (language === "en") await look(author, "a draft that is proposed");

  // A second person reads what it changes, and adopts it.
  const decided = await as(browser, "curator2", language, OURS);
  const reviewer = decided.page;
  await reviewer.getByRole("link", { name: t("overlay-waits-adopt") }).click();
  await reviewer.waitForURL(/\/library\/releases\//);
  await expect(reviewer.getByRole("main")).toContainText(t("lib-field-weight"));
  await picture(reviewer, "adopt", language);
  await reviewer.getByRole("button", { name: t("release-adopt"), exact: true }).click();
  await expect(reviewer.getByText(t("release-in-use")).first()).toBeVisible();
  const title = (await reviewer.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const version = title.replace(t("release-title", { version: "" }).trim(), "").trim();
  if (language === "en") await look(reviewer, "an overlay in use");
  await reviewer.goto(`${LIBRARY}/entries?event=gale`);
  await expect(reviewer.getByText(t("lib-centre-unused")).first()).toBeVisible();
  await picture(reviewer, "entries", language);
  await reviewer.goto(OURS);
  await expect(row(reviewer, LIMITED, "weight")).toContainText(t("overlay-in-force"));

  // The next diagnosis rests on it.
  const asked = await as(browser, "forecaster", language, `${CENTRE}/new`);
  const { page } = asked;
  await page.getByRole("textbox", { name: t("new-words") }).fill("2026年7月3日至5日江苏暴雨");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: t("new-send") }).click();
  await page.waitForURL(/\/diagnoses\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("link", { name: t("run-library", { version }) })).toBeVisible();

  // The centre goes back to the shared release as it is: all is undone, proposed and adopted.
  await author.goto(OURS);
  await expect(author.locator("[data-item]")).toHaveCount(2);
  for (const [item, path] of [
    [LIMITED, "expected.absolute.value"],
    [LIMITED, "weight"],
    [UNUSED, ""],
  ] as const) {
    await row(author, item, path)
      .getByRole("button", { name: t("overlay-undo") })
      .click();
    await expect(row(author, item, path)).toHaveCount(0);
  }
  await expect(author.getByText(t("overlay-empty-undone"))).toBeVisible();
  await picture(author, "undone", language);
  await propose(author, t, language);
  const led = await as(browser, "lead", language, `${LIBRARY}/releases`);
  await led.page
    .getByRole("link", { name: t("release-look-adopt") })
    .first()
    .click();
  await led.page.getByRole("button", { name: t("release-adopt"), exact: true }).click();
  await expect(led.page.getByText(t("release-in-use")).first()).toBeVisible();
  await author.goto(OURS);
  await expect(author.getByText(t("overlay-empty"), { exact: true })).toBeVisible();
  await bringBack();
  expect([wrote, decided, led, asked].flatMap(({ complaints }) => complaints)).toEqual([]);
  for (const one of [author, reviewer, led.page, page]) await one.context().close();
}

test(
  "a centre adjusts the library, a second person adopts it, and the next diagnosis rests on it",
  NIGHTLY,
  async ({ browser }) => {
    await fly(browser, "en");
  },
);

test("the same of a centre in Chinese", NIGHTLY, async ({ browser }) => {
  await fly(browser, "zh");
});

test(
  "a newer release that says something else is chosen about, and proposed with what the centre says",
  NIGHTLY,
  async ({ browser }) => {
    const t = wordsOf("en", PARTS);
    const wrote = await as(browser, "curator", "en", OURS);
    const decided = await as(browser, "curator2", "en", OURS);
    const [author, reviewer] = [wrote.page, decided.page];
    const bringBack = await setAside(author);
    const { release } = await ask(author, "GET", "overlay/");
    const { weight } = await ask(author, "GET", `releases/${release}/entries/${LIMITED}/`);
    // The shared library changes a field, and is released.
    let shared = weight;
    while (shared === weight) {
      await changeWeight(LIMITED, author, reviewer);
      shared = (await ask(author, "GET", `library/entries/${LIMITED}/`)).entry.weight;
    }
    const value = [1, 2, 3].find((one) => one !== weight && one !== shared);
    const field = { kind: "entry", item: LIMITED, path: "weight", value };
    await ask(author, "PUT", "overlay/fields/", { release, fields: [field] });
    const version = `conflict-${Date.now()}`;
    const { id } = await ask(author, "POST", "candidates/", {
      version,
      note: "The weight of the wind",
    });
    for (const page of [author, reviewer]) {
      const { digest } = await ask(page, "GET", `candidates/${id}/`);
      await ask(page, "POST", `candidates/${id}/approve/`, { digest });
    }

    // What it says is shown beside what was adjusted and what it was; the centre keeps its own.
    await author.goto(OURS);
    await author.getByRole("button", { name: t("overlay-release") }).click();
    await author.getByRole("option", { name: version }).click();
    await author.waitForURL(/release=/);
    await expect(author.getByText(t("overlay-shown-in", { version }))).toBeVisible();
    const conflict = author.locator("[data-conflict]");
    await expect(conflict).toContainText(t("overlay-conflict-theirs"));
    const proposing = author.getByRole("button", { name: t("overlay-propose-in") });
    await expect(proposing).toBeDisabled();
    await picture(author, "conflict", "en");
    await look(author, "a conflict with a newer release");
    await conflict.getByRole("button", { name: t("overlay-keep-changed") }).click();
    await expect(conflict).toHaveCount(0);
    await proposing.click();
    const dialog = author.getByRole("dialog");
    await dialog.getByRole("textbox", { name: t("overlay-reason") }).fill(REASON.en);
    await dialog.getByRole("button", { name: t("overlay-propose-act"), exact: true }).click();
    await expect(author.getByText(t("overlay-waits-mine"))).toBeVisible();

    await reviewer.reload();
    await reviewer.getByRole("link", { name: t("overlay-waits-adopt") }).click();
    await reviewer.getByRole("button", { name: t("release-adopt"), exact: true }).click();
    await expect(reviewer.getByText(t("release-in-use")).first()).toBeVisible();
    await author.goto(OURS);
    await expect(author.getByText(new RegExp(version)).first()).toBeVisible();
    await expect(row(author, LIMITED, "weight")).toContainText(t("overlay-in-force"));

    // The centre goes back to the shared release as it is.
    await row(author, LIMITED, "weight")
      .getByRole("button", { name: t("overlay-undo") })
      .click();
    await expect(author.getByText(t("overlay-empty-undone"))).toBeVisible();
    await propose(author, t, "en");
    await reviewer.goto(`${LIBRARY}/releases`);
    await reviewer
      .getByRole("link", { name: t("release-look-adopt") })
      .first()
      .click();
    await reviewer.getByRole("button", { name: t("release-adopt"), exact: true }).click();
    await expect(reviewer.getByText(t("release-in-use")).first()).toBeVisible();
    await bringBack();
    expect([wrote, decided].flatMap(({ complaints }) => complaints)).toEqual([]);
  },
);

const RAIN = "criteria.rainstorm.windows.0.grades.0.value";

test(
  "numbers of the criteria of events are set for the centre, seen in the draft and undone",
  NIGHTLY,
  async ({ browser }) => {
    for (const language of ["en", "zh"] as const) {
      const t = wordsOf(language, [...PARTS, "criteria", "effect"]);
      const { page, complaints } = await as(browser, "curator", language, OURS);
      const bringBack = await setAside(page);
      await page.reload();
      await page
        .getByRole("link", { name: t("overlay-criteria") })
        .first()
        .click();
      await page.waitForURL(/\/criteria\/cma$/);
      const rain = page.locator(`[data-path="${RAIN}"]`);
      const typed = rain.getByRole("textbox");

      // In another unit; what the library says stands beside it.
      await typed.fill("6 cm");
      await expect(rain).toHaveAttribute("data-changed", "true");
      await expect(rain.locator("del")).toHaveText("50 mm");
      await expect(rain.locator("ins")).toHaveText("60 mm");
      await expect(typed).toHaveValue("60");
      await picture(page, "criteria", language);
      await look(page, `criteria of events in ${language}`);

      // Above the next grade it is wrong, and says so at the number and in the draft.
      await typed.fill("200");
      await expect(rain).toHaveAttribute("data-wrong", "true");
      await picture(page, "criteria-wrong", language);
      await page
        .getByRole("link", { name: t("overlay-panel-go") })
        .first()
        .click();
      const listed = row(page, "cma", RAIN);
      await expect(listed).toContainText("200 mm");
      await expect(page.locator("#effect")).toContainText(t("effect-mend-first"));
      await expect(page.getByRole("button", { name: t("overlay-propose") })).toBeDisabled();
      await expect(page.getByRole("main")).not.toContainText("criteria.");
      await picture(page, "criteria-draft", language);

      // The library's number is back in all places.
      await listed.getByRole("button", { name: t("overlay-undo") }).click();
      await expect(listed).toHaveCount(0);
      await page.goto(`${OURS}/criteria`);
      await expect(typed).toHaveValue("50");
      await page.getByText(t("lib-preset-etccdi"), { exact: true }).click();
      await page.waitForURL(/\/criteria\/etccdi$/);
      await expect(page.locator('[data-path="percentiles.rainstorm.percentile"]')).toBeVisible();
      await bringBack();
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  },
);
