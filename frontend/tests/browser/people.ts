import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { Catalogue, type Language, type Parameters } from "../../src/text/catalogue";
import { complaintsOf, demonstration, prefer, signIn } from "./demonstration";

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
