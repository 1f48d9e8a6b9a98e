import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Language } from "../../src/text/catalogue";
import { CENTRE, NIGHTLY } from "./demonstration";
import { as, ask, look, picturesOf, UNMEASURED, wordsOf } from "./people";

const ENTRY = "g_gale_gust_potential";
const PARTS = ["library", "queue", "proposal", "item", "talk"];
const LIBRARY = `${CENTRE}/library`;
const picture = picturesOf("talk");

/** Two curators, each in a browser of their own; both have declared that they have no interests. */
async function two(browser: Browser, language: Language) {
  const [owner, reviewer] = [
    await as(browser, "curator", language, LIBRARY),
    await as(browser, "curator2", language, LIBRARY),
  ];
  for (const { page } of [owner, reviewer]) await ask(page, "PUT", "interest/", { text: "" });
  return { owner, reviewer };
}

/** Hands another value in, and returns where the proposal is. */
async function handIn(page: Page, reason: string, fields: readonly object[]) {
  const { id } = await ask(page, "POST", "proposals/", { reason, fields });
  await ask(page, "POST", `proposals/${id}/submit/`);
  return id as string;
}

async function approve(page: Page, id: string) {
  const { changes } = await ask(page, "GET", `proposals/${id}/`);
  const decisions = changes.map((field: { wordings: { id: string }[] }) => ({
    wording: field.wordings.at(-1)?.id,
    verdict: "approve",
  }));
  await ask(page, "POST", `proposals/${id}/decisions/`, { decisions, unmeasured: UNMEASURED });
}

for (const language of ["en", "zh"] as const) {
  test(
    `curators talk beside a field, and correct a choice (${language})`,
    NIGHTLY,
    async ({ browser }) => {
      const t = wordsOf(language, PARTS);
      const { owner, reviewer } = await two(browser, language);
      const { entry, revision } = await ask(owner.page, "GET", `library/entries/${ENTRY}/`);
      const places = ["at", "around", "upstream"].filter((one) => one !== entry.where.place);
      const [proposed, corrected] = places as [string, string];
      const run = `${language} ${Date.now()}`;
      const id = await handIn(owner.page, `Seen elsewhere (${run})`, [
        { kind: "entry", item: ENTRY, revision, path: "where.place", value: proposed },
      ]);

      // A reviewer asks beside the field, by the keyboard; what is begun outlives a reload.
      const page = reviewer.page;
      await page.goto(`${LIBRARY}/proposals/${id}`);
      const card = page.getByRole("article");
      await card.getByRole("button", { name: t("talk-write-on-field") }).press("Enter");
      await expect(card.getByLabel(t("talk-text"))).toBeFocused();
      await page.keyboard.type(`Why there? (${run})`);
      await look(page, "a remark being written");
      await picture(page, "write", language);
      await page.reload();
      await card.getByRole("button", { name: t("talk-send") }).press("Enter");
      await expect(card.getByText(`Why there? (${run})`)).toBeVisible();

      // It waits for the owner, who answers and takes one's own answer back.
      await owner.page.goto(`${LIBRARY}?need=remark`);
      await owner.page.getByRole("link", { name: `Seen elsewhere (${run})` }).click();
      const mine = owner.page.getByRole("article");
      await expect(mine.getByText(`Why there? (${run})`)).toBeVisible();
      await mine.getByRole("button", { name: t("talk-write-on-field") }).click();
      await mine.getByLabel(t("talk-text")).fill("No reason.");
      await mine.getByRole("button", { name: t("talk-send") }).click();
      await mine.getByRole("button", { name: t("talk-take-back") }).click();
      const dialog = owner.page.getByRole("dialog");
      await dialog.getByRole("button", { name: t("talk-take-back") }).click();
      await expect(mine.getByText("No reason.")).toBeHidden();
      await look(owner.page, "a thread");
      await picture(owner.page, "thread", language);
      await owner.page.goto(`${LIBRARY}?need=remark`);
      await expect(owner.page.getByText(`Seen elsewhere (${run})`)).toBeHidden();

      // The reviewer takes another choice in the control of the form.
      await card.getByRole("button", { name: t("proposal-correct") }).click();
      await card.getByRole("button", { name: new RegExp(t("proposal-new-value")) }).click();
      const name = t(`lib-value-where-place-${corrected}`);
      await page.getByRole("option", { name, exact: true }).click();
      await card.getByLabel(t("proposal-why-correct")).fill("It was seen there.");
      await look(page, "a correction");
      await picture(page, "correction", language);
      await card.getByRole("button", { name: t("proposal-keep-correct"), exact: true }).click();
      await page.getByRole("button", { name: t("proposal-send", { count: 1 }) }).click();
      await expect(page.getByText(t("proposal-sent"))).toBeVisible();
      await approve(owner.page, id);
      const after = await ask(page, "GET", `library/entries/${ENTRY}/`);
      expect(after.entry.where.place).toBe(corrected);
      expect([...owner.complaints, ...reviewer.complaints]).toEqual([]);
    },
  );
}

test("a conflict says who, and a publication has its history", NIGHTLY, async ({ browser }) => {
  const t = wordsOf("en", PARTS);
  const { owner, reviewer } = await two(browser, "en");
  const { results } = await ask(owner.page, "GET", "library/references/?page_size=1");
  const [{ reference, revision }] = results;
  const run = String(Date.now());
  const change = { kind: "reference", item: reference.key, revision, path: "note" };
  const mine = await ask(owner.page, "POST", "proposals/", {
    reason: "Mine",
    fields: [{ ...change, value: `mine ${run}` }],
  });
  const theirs = await handIn(reviewer.page, `Theirs ${run}`, [
    { ...change, value: `theirs ${run}` },
  ]);
  await approve(owner.page, theirs);
  await owner.page.goto(`${LIBRARY}/proposals/${mine.id}`);
  await expect(owner.page.getByText(new RegExp(`: Theirs ${run}`))).toBeVisible();
  await look(owner.page, "a conflict");
  await picture(owner.page, "conflict", "en");
  await ask(owner.page, "POST", `proposals/${mine.id}/withdraw/`);

  await owner.page.goto(`${LIBRARY}/publications/${reference.key}`);
  const history = owner.page.getByRole("region", { name: t("item-history") });
  await expect(history.getByText(`Theirs ${run}`, { exact: true })).toBeVisible();
  await expect(history.getByText(`theirs ${run}`, { exact: true })).toBeVisible();
  await look(owner.page, "a publication");
  await picture(owner.page, "publication", "en");

  // What is no number is not saved, and is not lost without a question.
  await owner.page.goto(`${LIBRARY}/entries/${ENTRY}`);
  await owner.page.getByRole("button", { name: t("item-propose") }).click();
  const weight = owner.page.getByLabel(t("lib-field-weight"), { exact: true });
  await weight.fill("two");
  const away = owner.page.getByRole("link", { name: t("lib-releases"), exact: true });
  await away.click();
  const asked = owner.page.getByRole("dialog", { name: t("lib-unsaved-title") });
  await asked.getByRole("button", { name: t("lib-unsaved-stay") }).click();
  await expect(weight).toHaveValue("two");
  await away.click();
  await asked.getByRole("button", { name: t("lib-unsaved-leave") }).click();
  await expect(owner.page).toHaveURL(/\/library\/releases$/);
  expect([...owner.complaints, ...reviewer.complaints]).toEqual([]);
});
