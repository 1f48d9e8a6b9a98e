import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Language } from "../../src/text/catalogue";
import { BY_A_WORKER, CENTRE, NIGHTLY } from "./demonstration";
import { acceptUnmeasured, as, ask, picturesOf, type Words, wordsOf } from "./people";

const PARTS = ["library", "queue", "item", "effect", "proposal", "release", "new", "run"];
const LIBRARY = `${CENTRE}/library`;
const REASON: Record<Language, string> = {
  en: "The limit lies between two grades.",
  zh: "该阈值介于两个等级之间。",
};
const picture = picturesOf("library");

/** A number as the pages write it. */
const shown = (number: string) => number.replace("-", "−");

/** The row of the queue that says something, once its need is chosen. */
async function chosen(page: Page, t: Words, need: string, said: string) {
  const name = t(`queue-need-${need}`);
  const button = page.getByRole("button", { name: new RegExp(name) });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  const row = page.locator("tr[data-row]").filter({ hasText: name }).filter({ hasText: said });
  await row.first().getByRole("link").last().click();
}

/** Has effects measured on past diagnoses alone: the generated cases take minutes. */
const lookAtPastAlone = (page: Page) =>
  page.route("**/effect/", (route) =>
    route.request().method() === "POST"
      ? route.continue({ postData: { parts: ["runs"] } })
      : route.continue(),
  );

async function fly(browser: Browser, language: Language) {
  const t = wordsOf(language, PARTS);
  const wrote = await as(browser, "curator", language, `${LIBRARY}?event=cold_wave&modality=index`);
  const author = wrote.page;

  // An entry with a citation that nobody has found, from the queue.
  await picture(author, "queue", language);
  await chosen(author, t, "unverified", "");
  await author.waitForURL(/\/library\/entries\/g_cold_wave_/);
  await expect(author.getByText(t("lib-value-outcome-not_found")).first()).toBeVisible();
  const item = new URL(author.url()).pathname.split("/").at(-1) ?? "";

  // A limit is changed; it is kept as it is typed, and a reload loses nothing.
  await author.getByRole("button", { name: t("item-propose"), exact: true }).click();
  const limit = author.locator("[data-field='expected.absolute.value']");
  const before = Number(await limit.getByRole("textbox").first().inputValue());
  // A little, so that no right case turns wrong, which would take a reason.
  const [wanted, corrected] = [1.02, 1.01].map((factor) => String(+(before * factor).toFixed(3)));
  if (!wanted || !corrected) throw new Error("the entry has no limit");
  await limit.getByRole("textbox").first().fill(wanted);
  await expect(limit).toHaveAttribute("data-changed", "true");
  await author.getByRole("textbox", { name: t("item-reason"), exact: true }).fill(REASON[language]);
  await author.getByRole("textbox", { name: t("item-reason"), exact: true }).blur();
  await expect(author.getByText(t("item-saved"))).toBeVisible();
  await picture(author, "entry", language);
  await author.reload();
  await expect(limit.getByRole("textbox").first()).toHaveValue(wanted);

  // What it would do to past diagnoses is seen before anybody else is asked.
  await lookAtPastAlone(author);
  const effect = author.locator("#effect");
  await effect.getByRole("button", { name: t("effect-see") }).click();
  const past = effect.getByRole("region", { name: t("effect-runs") });
  await expect(past).toHaveAttribute("data-stage", "measured", BY_A_WORKER);
  await expect(past).toContainText(t("effect-runs-own"));
  await past.scrollIntoViewIfNeeded();
  await picture(author, "effect", language);
  await author.getByRole("link", { name: t("item-hand-in") }).click();
  await author.getByRole("button", { name: t("proposal-hand-in") }).click();
  await expect(author.getByText(t("lib-state-in_review")).first()).toBeVisible();
  const proposal = new URL(author.url()).pathname;

  // A second person finds it in their queue and corrects it.
  const decided = await as(browser, "curator2", language, LIBRARY);
  const reviewer = decided.page;
  await chosen(reviewer, t, "review", REASON[language]);
  await reviewer.waitForURL((url) => url.pathname === proposal);
  const card = reviewer.locator("[data-field]").first();
  await expect(card).toContainText(shown(wanted));
  await picture(reviewer, "review", language);
  await card.getByRole("button", { name: new RegExp(`^${t("proposal-correct")}`) }).click();
  const value = card.getByRole("textbox", { name: t("proposal-new-value") });
  await card.getByRole("textbox", { name: t("proposal-why-correct") }).fill(REASON[language]);
  await value.fill(corrected);
  // What is typed last belongs to the decision, however soon it is made.
  await value.press("Enter");
  await reviewer.getByRole("button", { name: t("proposal-send", { count: 1 }) }).click();
  await expect(reviewer.getByText(t("proposal-sent"))).toBeVisible();

  // The correction goes back to who wrote the words; with their approval the library says it.
  // What it does to the generated cases is not waited for, which takes a reason.
  await ask(reviewer, "DELETE", `${proposal.split("/library/")[1]}/effect/`);
  await author.goto(proposal);
  await author
    .locator("[data-field]")
    .first()
    .getByRole("button", { name: new RegExp(`^${t("proposal-approve")}`) })
    .click();
  await author.getByRole("button", { name: t("proposal-send", { count: 1 }) }).click();
  await expect(author.getByRole("dialog")).toBeVisible();
  await picture(author, "unmeasured", language);
  await acceptUnmeasured(author, t);
  await expect(author.getByText(t("proposal-sent-accepted"))).toBeVisible();

  // It is released by two people.
  await author
    .getByRole("link", { name: t("proposal-to-releases") })
    .first()
    .click();
  await author.getByRole("button", { name: t("release-prepare"), exact: true }).click();
  const dialog = author.getByRole("dialog");
  const version = await dialog.getByRole("textbox", { name: t("release-version") }).inputValue();
  await dialog.getByRole("textbox", { name: t("release-note") }).fill(REASON[language]);
  await dialog.getByRole("button", { name: t("release-prepare-act"), exact: true }).click();
  await author.waitForURL(/\/library\/candidates\//);
  await expect(author.getByRole("main")).toContainText(shown(corrected));
  await picture(author, "release", language);
  await author.getByRole("button", { name: t("release-approve"), exact: true }).click();
  await expect(author.getByText(t("release-given"))).toBeVisible();
  await reviewer.goto(LIBRARY);
  await chosen(reviewer, t, "release", version);
  await reviewer.getByRole("button", { name: t("release-approve"), exact: true }).click();
  await reviewer.getByRole("link", { name: t("release-to-release", { version }) }).click();
  await reviewer.waitForURL(/\/library\/releases\//);
  const release = new URL(reviewer.url()).pathname;

  // A centre works with it when one person proposes it and another adopts it.
  await author.goto(release);
  await author.getByRole("button", { name: t("release-propose"), exact: true }).click();
  await dialog.getByRole("textbox", { name: t("release-reason") }).fill(REASON[language]);
  await dialog.getByRole("button", { name: t("release-propose-act"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const led = await as(browser, "lead", language, release);
  await led.page.getByRole("button", { name: t("release-adopt"), exact: true }).click();
  await expect(led.page.getByText(t("release-in-use")).first()).toBeVisible();

  // The entry's history says who did what, and the next diagnosis rests on the release.
  await author.goto(`${LIBRARY}/entries/${item}`);
  const history = author.getByRole("region", { name: t("item-history") });
  await expect(history.getByRole("listitem").first()).toContainText("curator2");
  const asked = await as(browser, "forecaster", language, `${CENTRE}/new`);
  const { page } = asked;
  await page.getByRole("textbox", { name: t("new-words") }).fill("2026年7月3日至5日江苏暴雨");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: t("new-send") }).click();
  await page.waitForURL(/\/diagnoses\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("link", { name: t("run-library", { version }) })).toBeVisible();
  expect([wrote, decided, led, asked].flatMap(({ complaints }) => complaints)).toEqual([]);
  for (const one of [author, reviewer, led.page, page]) await one.context().close();
}

test("from an unverified citation to the release that the next diagnosis rests on", async ({
  browser,
}) => {
  await fly(browser, "en");
});

test("the same of the library in Chinese", NIGHTLY, async ({ browser }) => {
  await fly(browser, "zh");
});
