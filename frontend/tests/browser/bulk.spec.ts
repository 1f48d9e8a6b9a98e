import { type Browser, expect, test } from "@playwright/test";
import type { Language } from "../../src/text/catalogue";
import { CENTRE, NIGHTLY } from "./demonstration";
import { as, look, picturesOf, wordsOf } from "./people";

const PARTS = ["library", "bulk", "proposal"];
const FILTER = "event=gale&category=moisture&modality=index";
const picture = picturesOf("library");

async function fly(browser: Browser, language: Language) {
  const t = wordsOf(language, PARTS);
  const path = `${CENTRE}/library/entries?${FILTER}`;
  const { page, complaints } = await as(browser, "curator", language, path);
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  const count = await page.locator("tr[data-row]").count();

  // What the filter meets is changed in one go, by the keyboard.
  await page.getByRole("button", { name: t("lib-bulk-count", { count }) }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: t("bulk-value-set") }).fill("5");
  await page.keyboard.press("Enter");
  const status = dialog.getByRole("status");
  await expect(status).toContainText(String(count));
  const changed = await dialog.locator("tr[data-row]").count();
  await picture(page, "bulk", language);
  await look(page, "what would change");

  // Another value is shown anew before it can be kept.
  await dialog.getByRole("textbox", { name: t("bulk-value-set") }).fill("four");
  await expect(dialog.getByText(t("bulk-misread"))).toBeVisible();
  await dialog.getByRole("textbox", { name: t("bulk-value-set") }).fill("5");
  await dialog.getByRole("button", { name: t("bulk-show") }).click();
  await dialog.getByRole("button", { name: t("bulk-keep", { count: changed }) }).click();
  await page.waitForURL(/\/library\/proposals\//);
  await expect(page.getByText(t("lib-state-draft")).first()).toBeVisible();
  expect(complaints).toEqual([]);
}

for (const language of ["en", "zh"] as const) {
  test(`a curator changes many entries at once (${language})`, NIGHTLY, async ({ browser }) => {
    await fly(browser, language);
  });
}
