import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Language } from "../../src/text/catalogue";
import { BY_A_WORKER, CENTRE, NIGHTLY } from "./demonstration";
import { as, picturesOf, readAll, type Words, wordsOf } from "./people";

const picture = picturesOf("flight");

const WORDS: Record<Language, string> = {
  en: "Heavy rain in Jiangsu from 3 to 5 July 2026",
  zh: "2026年7月3日至5日江苏暴雨",
};
const PARTS = ["new", "run", "report", "desk", "roles"];

const desk = (page: Page, t: Words) =>
  page.getByRole("complementary", { name: t("report-reviews") });

/** Opens one part of each kind that a reviewer opens; it is marked no more. */
async function openSome(page: Page, t: Words) {
  const side = desk(page, t);
  for (const kind of ["figure", "evidence"]) {
    const part = side.locator(`[data-unopened^="${kind} "]`).first();
    const name = (await part.getAttribute("data-unopened")) ?? "";
    await part.click();
    if (kind === "figure") {
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
    }
    if (kind === "evidence") {
      await page.getByRole("button", { name: new RegExp(`^${t("report-reviews")}`) }).click();
    }
    await expect(side.locator(`[data-unopened="${name}"]`)).toHaveCount(0);
  }
}

async function fly(browser: Browser, language: Language) {
  const t = wordsOf(language, PARTS);
  const asked = await as(browser, "forecaster", language, `${CENTRE}/new`);
  const { page } = asked;

  // Asked for in words.
  await page.getByRole("textbox", { name: t("new-words") }).fill(WORDS[language]);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: t("new-send") })).toBeEnabled();
  await picture(page, "ask", language);
  await page.getByRole("button", { name: t("new-send") }).click();
  await page.waitForURL(/\/diagnoses\/[0-9a-f-]{36}$/);

  // Watched, and steered once.
  const rounds = page.getByRole("region", { name: t("run-rounds") });
  await expect(rounds.locator("[data-stand]").first()).toBeVisible(BY_A_WORKER);
  await page.getByRole("button", { name: t("run-order") }).click();
  const order = page.getByRole("dialog");
  await order.getByRole("button", { name: new RegExp(t("run-order-choose")) }).click();
  await page.getByRole("option").nth(1).click();
  await order.getByLabel(t("run-order-reason")).fill("the radiosonde of Nanjing is moist");
  await order.getByRole("button", { name: t("run-order") }).click();
  await expect(order).toHaveCount(0);
  await picture(page, "watch", language);
  await expect(page.locator("[data-run=finished]")).toBeVisible(BY_A_WORKER);
  await expect(page.getByRole("region", { name: t("run-orders") })).toContainText("Nanjing");

  // Handed in by who asked for it, who sees why the rest is not theirs.
  await page.getByRole("link", { name: t("run-read") }).click();
  await page.waitForURL(/\/report\/1/);
  const address = new URL(page.url()).pathname;
  await page.getByRole("button", { name: t("report-next-submit") }).click();
  const side = desk(page, t);
  await expect(side.locator(`[data-hindered="${t("desk-act-publish")}"]`)).toContainText(
    t("role-duty_lead"),
  );
  await side.getByRole("button", { name: t("desk-act-submit") }).click();
  await expect(side.locator("[aria-current=step]")).toHaveText(t("version-in_review"));

  // Reviewed: a comment on a sentence, what is not opened is said, then an approval.
  const reviewed = await as(browser, "reviewer", language, `${address}?side=reviews`);
  const reviewer = reviewed.page;
  const own = desk(reviewer, t);
  await reviewer
    .locator("[id='summary.1']")
    .getByRole("button", { name: t("report-comment-here") })
    .click();
  await own.getByLabel(t("desk-comment")).fill("Say over which basin.");
  // A reload loses nothing that was typed.
  await reviewer.reload();
  await expect(own.getByLabel(t("desk-comment"))).toHaveValue("Say over which basin.");
  await expect(own.locator("[data-unopened^='section ']").first()).toBeVisible();
  await readAll(reviewer);
  await own.getByText(t("desk-verdict-approve"), { exact: true }).first().click();
  await openSome(reviewer, t);
  await picture(reviewer, "review", language);
  await own.getByRole("button", { name: t("desk-send-approve"), exact: true }).click();
  await expect(own.getByText(t("desk-sent-approve"))).toBeVisible();
  await expect(own.locator("[aria-current=step]")).toHaveText(t("version-approved"));

  // Published by a second person, from the way that the page shows.
  const led = await as(browser, "lead", language, address);
  const lead = led.page;
  await readAll(lead);
  await lead.getByRole("button", { name: t("report-next-publish") }).click();
  await desk(lead, t)
    .getByRole("button", { name: t("desk-act-publish") })
    .click();
  const dialog = lead.getByRole("dialog");
  await expect(dialog).toContainText("reviewer");
  await picture(lead, "publish", language);
  const unopened = t("desk-approved-unopened", { count: 99 }).replace("99", "\\d+");
  await expect(dialog).toContainText(new RegExp(unopened));
  await dialog.getByRole("button", { name: t("desk-act-publish") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk(lead, t).locator("[aria-current=step]")).toHaveText(t("version-published"));
  const history = desk(lead, t).getByRole("region", { name: t("desk-history") });
  for (const [who, deed] of [
    ["forecaster", t("desk-deed-submitted")],
    ["reviewer", t("desk-review-approve")],
    ["lead", t("desk-deed-published")],
  ]) {
    await expect(history.getByRole("listitem").filter({ hasText: who }).last()).toContainText(
      deed ?? "",
    );
  }

  // Who asked for it sees it published, without a reload.
  await expect(side.locator("[aria-current=step]")).toHaveText(t("version-published"));
  expect([...asked.complaints, ...reviewed.complaints, ...led.complaints]).toEqual([]);
  for (const one of [page, reviewer, lead]) await one.context().close();
}

test("from a request in words to a published report", async ({ browser }) => {
  await fly(browser, "en");
});

test("the same in Chinese", NIGHTLY, async ({ browser }) => {
  await fly(browser, "zh");
});
