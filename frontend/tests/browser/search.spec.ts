import { type Browser, expect, test } from "@playwright/test";
import type { Language } from "../../src/text/catalogue";
import { CENTRE, NIGHTLY } from "./demonstration";
import { as, look, picturesOf, wordsOf } from "./people";

const PARTS = ["library", "found", "item"];
const TYPED: Record<Language, [string, string]> = {
  en: ["low level je", "Low-level jet strength"],
  zh: ["低空急流", "低空急流强度"],
};
const picture = picturesOf("library");

async function fly(browser: Browser, language: Language) {
  const t = wordsOf(language, PARTS);
  const { page, complaints } = await as(browser, "curator", language, `${CENTRE}/library/entries`);
  const field = page.getByRole("searchbox", { name: t("lib-search-all") });
  const [typed, title] = TYPED[language];

  // A key leads to the field, and what is typed on any page of the library to what is found.
  await page.keyboard.press("s");
  await expect(field).toBeFocused();
  await page.keyboard.type(typed);
  await page.waitForURL(/\/library\/search\?q=/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("found-title"));
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(typed);
  const first = page.locator("tr[data-row]").first();
  await expect(first).toContainText(title);
  await expect(first.locator("mark").first()).toBeVisible();
  await picture(page, "search", language);
  await look(page, "what is found");

  // A kind narrows it, and the address holds both.
  await page.getByText(t("found-kind-cause", { count: 1 }), { exact: true }).click();
  await page.waitForURL(/kind=cause/);
  await page.reload();
  await expect(field).toHaveValue(typed);
  await expect(page.locator("tr[data-row]").first()).toContainText(t("lib-kind-cause"));

  // Nothing but signs holds no word, and says so; without words the page says what can be found.
  await field.fill("。!?");
  await expect(page.getByText(t("found-no-words"))).toBeVisible();
  await field.fill("");
  await expect(page.getByText(t("found-begin"))).toBeVisible();
  await look(page, "nothing asked");

  // The other language finds the same entry, and keys lead to it.
  await field.fill(TYPED[language === "en" ? "zh" : "en"][0]);
  await expect(page.locator("tr[data-row]").first()).toContainText(title);
  await field.blur();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/library\/(entries|explanations|publications)\//);
  expect(complaints).toEqual([]);
}

for (const language of ["en", "zh"] as const) {
  test(`a forecaster finds what the library says (${language})`, NIGHTLY, async ({ browser }) => {
    await fly(browser, language);
  });
}
