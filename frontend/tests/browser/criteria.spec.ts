import { expect, test } from "@playwright/test";
import { BY_A_WORKER, CENTRE, NIGHTLY } from "./demonstration";
import { as, ask, look, picturesOf, wordsOf } from "./people";

const LIBRARY = `${CENTRE}/library`;
const picture = picturesOf("shared-criteria");
const PARTS = ["library", "item", "criteria", "proposal", "talk", "effect"];
const GALE = "criteria.gale.sustained.0.value";

test(
  "a curator proposes another number of the shared criteria, and a colleague approves it",
  NIGHTLY,
  async ({ browser }) => {
    for (const language of ["en", "zh"] as const) {
      const t = wordsOf(language, PARTS);
      const wrote = await as(browser, "curator", language, `${LIBRARY}/criteria`);
      const { page } = wrote;
      await page.waitForURL(/\/criteria\/cma$/);
      const gale = page.locator(`[data-path="${GALE}"]`);
      await expect(gale.getByRole("textbox")).toHaveCount(0);
      await picture(page, "read", language);
      await page.getByRole("button", { name: t("criteria-propose") }).click();
      const typed = gale.getByRole("textbox");
      const before = await typed.inputValue();

      // In another unit, and out of order with the grade above it.
      await typed.fill("36 kt");
      await expect(gale).toHaveAttribute("data-changed", "true");
      await expect(gale.locator("ins")).toContainText("18.5");
      // A field that lies half under the bar would be called too small.
      await page.evaluate(() => window.scrollTo(0, 0));
      await look(page, `criteria in ${language}`);
      await picture(page, "written", language);
      await typed.fill("60");
      await expect(gale).toHaveAttribute("data-wrong", "true");
      await picture(page, "wrong", language);
      // Nobody has measured exactly this before: what is measured is there at once.
      await typed.fill((17.4 + (Date.now() % 1000) / 2000).toFixed(4));
      await expect(gale).not.toHaveAttribute("data-wrong", "true");

      // What it would change stands below the tables.
      const effect = page.locator("#effect");
      await effect.getByRole("button", { name: t("effect-see") }).click();
      for (const part of ["runs", "cases"] as const) {
        const found = effect.getByRole("region", { name: t(`effect-${part}`) });
        await expect(found).toHaveAttribute("data-stage", "measured", BY_A_WORKER);
        await expect(found.getByRole("figure")).not.toHaveCount(0);
      }
      await expect(effect).toContainText(t("effect-criteria-cases-same"));
      await effect.scrollIntoViewIfNeeded();
      await picture(page, "effect", language);
      await page.getByLabel(t("item-reason")).fill("the standard of 2025");
      await page.getByRole("link", { name: t("item-hand-in") }).click();
      await page.waitForURL(/proposals\/[\w-]+$/);
      await page.getByRole("button", { name: t("proposal-hand-in"), exact: true }).click();
      await expect(page.getByText(t("lib-state-in_review")).first()).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText("criteria.");
      await picture(page, "review", language);
      const proposal = page.url().split("/").at(-1) ?? "";
      await ask(page, "POST", `proposals/${proposal}/recall/`);
      await ask(page, "POST", `proposals/${proposal}/withdraw/`);
      await page.goto(`${LIBRARY}/criteria/cma`);
      await page.getByRole("button", { name: t("criteria-propose") }).click();
      await expect(typed).toHaveValue(before);
      expect(wrote.complaints).toEqual([]);
      await page.context().close();
    }
  },
);
