import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Language } from "../../src/text/catalogue";
import { BY_A_WORKER, CENTRE, NIGHTLY, namesOfProgram, overflowing, prefer } from "./demonstration";
import { as, ask, picturesOf, wordsOf } from "./people";

/** An index that the demonstration's own diagnosis found. */
const ENTRY = "g_rainstorm_k_index";
const REASON: Record<Language, string> = {
  en: "Rain from warm clouds was taken for deep convection.",
  zh: "暖云降水曾被当作深对流。",
};
const WHY: Record<Language, string> = {
  en: "The generated case is more humid than any that we have seen.",
  zh: "该生成个例比实际出现过的都更潮湿。",
};
const picture = picturesOf("effect");

async function lookAt(page: Page, name: string, language: Language) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("main").analyze();
  expect.soft(violations.map((one) => one.id)).toEqual([]);
  expect.soft(await overflowing(page)).toEqual([]);
  expect.soft(await namesOfProgram(page)).toEqual([]);
  await page.locator("#effect").scrollIntoViewIfNeeded();
  await picture(page, name, language);
}

async function fly(browser: Browser, language: Language) {
  const t = wordsOf(language, ["library", "item", "proposal", "effect"]);
  const wrote = await as(browser, "curator", language, `${CENTRE}/library`);
  const owner = wrote.page;
  await ask(owner, "PUT", "interest/", { text: "" });
  const { entry, revision } = await ask(owner, "GET", `library/entries/${ENTRY}/`);
  const change = { kind: "entry", item: ENTRY, revision };
  // Nobody has measured exactly this before: what is measured is there at once.
  const more = 3 + (Date.now() % 1000) / 1000;
  const { id } = await ask(owner, "POST", "proposals/", {
    reason: REASON[language],
    fields: [
      { ...change, path: "expected.clim.threshold", value: entry.expected.clim.threshold + more },
      { ...change, path: "expected.absolute.value", value: entry.expected.absolute.value + 11.5 },
    ],
  });

  // On the entry's page it stands below the form; nothing is measured before somebody asks.
  const effect = owner.locator("#effect");
  await owner.goto(`${CENTRE}/library/entries/${ENTRY}`);
  await expect(effect.getByRole("button", { name: t("effect-see") })).toBeVisible();
  await lookAt(owner, "unmeasured", language);
  await owner.getByRole("button", { name: t("item-effect"), exact: true }).click();
  await expect(effect).toBeFocused();
  await effect.getByRole("button", { name: t("effect-see") }).click();
  await expect(effect.getByRole("button", { name: t("effect-stop") })).toBeVisible();
  await lookAt(owner, "running", language);
  const part = (name: "runs" | "cases") =>
    effect.getByRole("region", { name: t(`effect-${name}`) });
  for (const name of ["runs", "cases"] as const)
    await expect(part(name)).toHaveAttribute("data-stage", "measured", BY_A_WORKER);
  await lookAt(owner, "entry", language);

  // On the proposal's page the owner says why right results may turn wrong.
  await owner.goto(`${CENTRE}/library/proposals/${id}`);
  await expect(part("cases")).toHaveAttribute("data-stage", "measured");
  // What turns wrong is open to read, however many diagnoses there are by now.
  await expect(part("cases").locator("dt").first()).toBeVisible();
  await owner.getByRole("button", { name: t("proposal-hand-in") }).click();
  await expect(owner.getByText(t("proposal-refused-effect_reason_missing"))).toBeVisible();
  await lookAt(owner, "refused", language);
  await owner.getByRole("button", { name: t("proposal-to-effect") }).click();
  const why = effect.getByRole("textbox", { name: t("effect-reason") });
  await expect(why).toBeFocused();
  await why.fill(WHY[language]);
  await lookAt(owner, "reason", language);
  await owner.getByRole("button", { name: t("proposal-hand-in") }).click();
  await expect(owner.getByText(t("lib-state-in_review")).first()).toBeVisible();

  // Who decides reads it before the decisions; a narrow window holds it too.
  const read = await as(browser, "curator2", language, `${CENTRE}/library/proposals/${id}`);
  const reviewer = read.page;
  await expect(reviewer.locator("#effect").getByText(WHY[language])).toBeVisible();
  await lookAt(reviewer, "review", language);
  await prefer(reviewer.context(), language, "light");
  await reviewer.reload();
  await expect(reviewer.locator("#effect").getByText(WHY[language])).toBeVisible();
  await reviewer.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLDetailsElement>("#effect details"))
      one.open = true;
  });
  await lookAt(reviewer, "light", language);
  await reviewer.setViewportSize({ width: 400, height: 860 });
  await lookAt(reviewer, "narrow", language);
  await owner.getByRole("button", { name: t("proposal-withdraw") }).click();
  await owner
    .getByRole("dialog")
    .getByRole("button", { name: t("proposal-withdraw") })
    .click();
  await expect(owner.getByText(t("proposal-next-withdrawn"))).toBeVisible();
  expect([...wrote.complaints, ...read.complaints]).toEqual([]);
  for (const one of [owner, reviewer]) await one.context().close();
}

test(
  "what a change would do is seen before it is handed in and decided",
  NIGHTLY,
  async ({ browser }) => {
    await fly(browser, "en");
  },
);

test("the same of the library in Chinese", NIGHTLY, async ({ browser }) => {
  await fly(browser, "zh");
});
