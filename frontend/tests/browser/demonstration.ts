import { readFileSync } from "node:fs";
import { type BrowserContext, type Cookie, expect, type Page } from "@playwright/test";

interface Demonstration {
  tenant: string;
  passwords: Record<string, string>;
  api_key: string;
}

/** People of the demonstration's centre. */
export const demonstration: Demonstration = JSON.parse(
  readFileSync(process.env.HVRMET_DEMO ?? "../.hvrmet/demo.json", "utf8"),
);
export const CENTRE = `/c/${demonstration.tenant}`;

export const passwordOf = (name: string): string => demonstration.passwords[name] ?? "";

/** Of tests that the gate leaves out: it has one of the same kind. `make nightly` runs them. */
export const NIGHTLY = { tag: "@nightly" };

/** What a worker has to come to waits for whatever is before it in the queue. */
export const BY_A_WORKER = { timeout: 300_000 };

/** Sessions that are open: a person signs in once, and works in several tests. */
const sessions = new Map<string, Cookie[]>();
const KEPT = new Set(["hvrmet_session", "hvrmet_csrf"]);

/** Comes to an address as a person, who signs in on the server's page where they have not yet. */
export async function signIn(page: Page, name: string, path = `${CENTRE}/diagnoses`) {
  const known = sessions.get(name);
  if (known) await page.context().addCookies(known);
  await page.goto(path);
  if (!known) {
    await page.locator("[name=login]").fill(name);
    await page.locator("[name=password]").fill(passwordOf(name));
    await page.locator("[name=password]").press("Enter");
  }
  await page.waitForURL((url) => url.pathname.startsWith(path.split("?")[0] ?? path));
  await expect(page.getByRole("main").locator("h1, h2").first()).toBeVisible();
  const cookies = await page.context().cookies();
  sessions.set(
    name,
    cookies.filter((cookie) => KEPT.has(cookie.name)),
  );
}

/** The demonstration's own diagnosis: the oldest, whatever other tests ask for meanwhile. */
async function ownRow(page: Page) {
  await page.goto(`${CENTRE}/diagnoses?status=finished`);
  return page.locator("tr[data-row]").last();
}

/** Opens the report of the demonstration. */
export async function openReport(page: Page) {
  await (await ownRow(page)).locator("a[href$='/report']").click();
  await page.waitForURL(/\/diagnoses\/[^/]+\/report\/\d+/);
  await expect(page.getByRole("article").locator("h2").first()).toBeVisible();
}

/** Opens the diagnosis of the demonstration: how it came about. */
export async function openRun(page: Page) {
  await (await ownRow(page)).locator("td:first-child a").click();
  await page.waitForURL(/\/diagnoses\/[0-9a-f-]+$/);
  await expect(page.locator("[data-run] h2").first()).toBeVisible();
}

/** Chooses language and appearance before anything is loaded. */
export async function prefer(
  context: BrowserContext,
  language: "en" | "zh",
  theme: "dark" | "light",
) {
  const url = process.env.HVRMET_URL ?? "http://127.0.0.1:8000";
  await context.addCookies([
    { name: "hvrmet_language", value: language, url },
    { name: "hvrmet_theme", value: theme, url },
  ]);
}

/**
 * Collects what a page complains of: violations of the content security policy, errors of scripts, and
 * what the console reports, but for refusals that a test provokes.
 */
export async function complaintsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const report = (window as unknown as { reportViolation: (text: string) => void })
        .reportViolation;
      report(`policy: ${event.violatedDirective} ${event.blockedURI} at ${location.pathname}`);
    });
  });
  page.on("pageerror", (error) => found.push(`script: ${error.message}`));
  page.on("console", (message) => {
    const isProvoked = message.text().includes("the server responded with a status of");
    if (message.type() === "error" && !isProvoked) found.push(`console: ${message.text()}`);
  });
  return found;
}

/** Names of the program that a reader sees outside of what is there to be copied: `person:li`, `at_data_edge`. */
export const namesOfProgram = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      // A refusal quotes the platform, whose words are for programs too.
      if (!around?.checkVisibility() || around.closest("code, pre, kbd, script, style, p[lang=en]"))
        continue;
      found.push(...(node.textContent?.match(/\b[a-z]+:[a-z]\S*|\b[a-z\d]+_[a-z\d_]+/g) ?? []));
    }
    return [...new Set(found)];
  });

/** Names what leaves the page at its right edge, its column of a table or what cuts it off, or makes the page
 * scroll sideways. */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push("the page scrolls sideways");
    for (const cell of document.querySelectorAll("td")) {
      const most = Math.max(...[...cell.children].map((one) => one.getBoundingClientRect().right));
      const { right } = cell.getBoundingClientRect();
      if (most > right + 1) found.push(`${cell.textContent} leaves its column`);
    }
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement));
    for (const element of document.querySelectorAll("body *")) {
      const box = element.getBoundingClientRect();
      if (box.width > 1 && box.right > width + 1 && !scrolls(element.parentElement)) {
        found.push(
          `${element.tagName.toLowerCase()}.${element.getAttribute("class")} leaves the page`,
        );
      }
    }
    for (const control of document.querySelectorAll("button, a, input")) {
      const { right, width: wide } = control.getBoundingClientRect();
      for (let around = control.parentElement; wide > 1 && around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        const edge = around.getBoundingClientRect();
        // What only a screen reader meets lies in a box of one pixel.
        if (/auto|scroll/.test(overflowX) || edge.width <= 1) break;
        if (/hidden|clip/.test(overflowX) && right > edge.right + 1) {
          found.push(`${control.textContent} is cut off`);
        }
      }
    }
    return found;
  });
