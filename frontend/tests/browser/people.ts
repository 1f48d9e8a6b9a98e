import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page } from "@playwright/test";
import { Catalogue, type Language, type Parameters } from "../../src/text/catalogue";
import {
  complaintsOf,
  demonstration,
  namesOfProgram,
  overflowing,
  prefer,
  signIn,
} from "./demonstration";

// Flights of several people, each in a browser of their own, in either language.

/** What the pages say, by the identifiers of their texts: those of all pages, and of the parts that are named. */
export function wordsOf(language: Language, parts: readonly string[]) {
  const sources = ["", ...parts.map((part) => `${part}.`)].map((part) =>
    readFileSync(`messages/${part}${language}.ftl`, "utf8"),
  );
  const catalogue = new Catalogue(language, ...sources);
  return (id: string, parameters: Parameters = {}) => catalogue.named(id, parameters);
}
export type Words = ReturnType<typeof wordsOf>;

/** Opens an address as a person, in a browser of their own. */
export async function as(browser: Browser, name: string, language: Language, path: string) {
  const context = await browser.newContext();
  await prefer(context, language, "dark");
  const page = await context.newPage();
  const complaints = await complaintsOf(page);
  await signIn(page, name, path);
  return { page, complaints };
}

/** Takes the pictures of the documents, in the folder that `HVRMET_PICTURES` names; else does nothing. */
export const picturesOf =
  (flight: string) => async (page: Page, name: string, language: Language) => {
    const folder = process.env.HVRMET_PICTURES;
    if (!folder) return;
    await page.mouse.move(0, 0);
    await page.waitForTimeout(800); // what moves comes to rest
    await page.screenshot({ path: `${folder}/${flight}-${name}-${language}.png` });
  };

/** Asks the platform for something of the library, as the person of a page. */
export async function ask(page: Page, method: string, path: string, data?: object) {
  const cookies = await page.context().cookies();
  const answer = await page.request.fetch(`/api/v1/guidelines/${path}`, {
    method,
    ...(data && { data }),
    headers: {
      "X-CSRFToken": cookies.find((cookie) => cookie.name === "hvrmet_csrf")?.value ?? "",
      "X-HVRMET-Tenant": demonstration.tenant,
      Referer: new URL(page.url()).origin,
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What is wrong with a state of a page, wide and narrow. */
export async function look(page: Page, name: string) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const axe = new AxeBuilder({ page }).setLegacyMode().withTags(RULES);
  // What is read out of a button that waited names the button, which is gone when the act is done.
  const { violations } = await axe.exclude("[data-live-announcer]").analyze();
  const softly = expect.configure({ soft: true });
  softly(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
    name,
  ).toEqual([]);
  softly(await namesOfProgram(page), name).toEqual([]);
  for (const width of [1110, 820, 320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    softly(await overflowing(page), `${name} at ${width}`).toEqual([]);
  }
}

/**
 * Reads a report to its end, which an approval and a publication take: on a screen so tall that all sections
 * are in sight at once.
 */
export async function readAll(page: Page) {
  const ring = (section: string | null) =>
    page.locator(`nav a[href="#${section}"]`).getByRole("img");
  const ends = page.locator("[data-end]");
  await expect(ring(await ends.last().getAttribute("data-end"))).toHaveCount(1);
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ ...usual, height: 30_000 });
  for (const end of await ends.all()) {
    await expect(ring(await end.getAttribute("data-end"))).toHaveCount(0);
  }
  await page.setViewportSize(usual);
}

/** Why a flight does not wait for the generated cases: they take minutes. */
export const UNMEASURED = "This flight does not wait.";

/** Says in the dialog of a last approval why no measurement is waited for. */
export async function acceptUnmeasured(page: Page, t: Words) {
  const dialog = page.getByRole("dialog", { name: t("proposal-unmeasured-title") });
  const accept = dialog.getByRole("button", { name: t("proposal-unmeasured-accept") });
  await expect(accept).toBeDisabled();
  await dialog.getByRole("textbox", { name: t("proposal-unmeasured-reason") }).fill(UNMEASURED);
  await accept.click();
  await expect(dialog).toHaveCount(0);
}

/** Changes the weight of an entry of the shared library: proposed by one person, approved by another. */
export async function changeWeight(item: string, author: Page, reviewer: Page) {
  for (const page of [author, reviewer]) await ask(page, "PUT", "interest/", { text: "" });
  const { entry, revision } = await ask(author, "GET", `library/entries/${item}/`);
  const value = (entry.weight % 5) + 1;
  const field = { kind: "entry", item, path: "weight", revision, value };
  const { id } = await ask(author, "POST", "proposals/", { reason: "Cases", fields: [field] });
  await ask(author, "POST", `proposals/${id}/submit/`);
  const { changes } = await ask(reviewer, "GET", `proposals/${id}/`);
  const decisions = [{ wording: changes[0].wordings[0].id, verdict: "approve" }];
  await ask(reviewer, "POST", `proposals/${id}/decisions/`, { decisions, unmeasured: UNMEASURED });
}
