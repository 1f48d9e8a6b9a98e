import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Language } from "../../src/text/catalogue";
import { BY_A_WORKER, CENTRE, NIGHTLY, namesOfProgram, overflowing, prefer } from "./demonstration";
import { as, ask, picturesOf, wordsOf } from "./people";

/** An index that the demonstration's own diagnosis tested. */
const ENTRY = "g_rainstorm_k_index";
const picture = picturesOf("sentence");

async function lookAt(page: Page, name: string, language: Language) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("aside").analyze();
  expect.soft(violations.map((one) => one.id)).toEqual([]);
  expect.soft(await overflowing(page)).toEqual([]);
  expect.soft(await namesOfProgram(page)).toEqual([]);
  await picture(page, name, language);
}

async function fly(browser: Browser, language: Language) {
  const t = wordsOf(language, ["library", "item", "proposal", "effect"]);
  const { page, complaints } = await as(browser, "curator", language, `${CENTRE}/library`);
  await ask(page, "PUT", "interest/", { text: "" });
  const { entry, revision } = await ask(page, "GET", `library/entries/${ENTRY}/`);
  const change = { kind: "entry", item: ENTRY, revision, path: "expected.clim.threshold" };
  const was: number = entry.expected.clim.threshold;
  const { id } = await ask(page, "POST", "proposals/", {
    reason: "",
    fields: [{ ...change, value: was + 1.5 }],
  });
  await page.goto(`${CENTRE}/library/entries/${ENTRY}`);
  const pane = page.getByRole("region", { name: t("effect-sentence") });
  const then = pane.locator("dd").nth(1);
  await expect(then).toContainText(String(was + 1.5), BY_A_WORKER);
  await expect(pane.locator("dd").first()).toContainText(String(was));
  await expect(pane.getByRole("link")).toBeVisible();
  await lookAt(page, "judged", language);

  // What is typed is judged after a pause; the former answer does not stand beside it.
  const field = page.getByRole("textbox", { name: t("lib-field-expected-clim-threshold") });
  await field.fill(String(was + 40));
  await expect(then).toBeHidden();
  await expect(then).toContainText(String(was + 40), BY_A_WORKER);
  await expect(then).toBeVisible();
  await lookAt(page, "typed", language);

  // The same sentence in the other language is a press away.
  const here = (await then.textContent()) ?? "";
  await pane.getByRole("button", { name: t("effect-other-language") }).click();
  await expect(then).not.toHaveText(here);
  await prefer(page.context(), language, "light");
  await page.setViewportSize({ width: 400, height: 860 });
  await lookAt(page, "narrow", language);
  await page.setViewportSize({ width: 1280, height: 720 });

  // What is wrong is waited for.
  await ask(page, "PUT", `proposals/${id}/fields/`, { ...change, path: "weight", value: 9 });
  await page.reload();
  await expect(pane.getByText(t("effect-sentence-wrong"))).toBeVisible();
  await ask(page, "POST", `proposals/${id}/withdraw/`);
  expect(complaints).toEqual([]);
  await page.context().close();
}

test("a limit is typed and the sentence of the report changes", NIGHTLY, async ({ browser }) => {
  await fly(browser, "en");
});

test("a limit is typed in Chinese and the sentence changes", NIGHTLY, async ({ browser }) => {
  await fly(browser, "zh");
});
