import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page } from "@playwright/test";

interface Demo {
  passwords: Record<string, string>;
  api_key: string;
}

/** People and key of the demonstration's centre. */
export const demo: Demo = JSON.parse(
  readFileSync(process.env.HVRMET_DEMO ?? "../.hvrmet/demo.json", "utf8"),
);

export async function signIn(page: Page, name: string, path = "/") {
  await page.goto(path);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(demo.passwords[name] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
}

/** Chooses theme and language before anything is loaded. */
export async function prefer(
  context: BrowserContext,
  theme: "dark" | "light",
  language: "en" | "zh",
) {
  await context.addInitScript(
    ([wanted, spoken]) => {
      localStorage.setItem("hvrmet.theme", wanted);
      localStorage.setItem("hvrmet.language", spoken);
    },
    [theme, language] as const,
  );
}

/** Asks the platform itself, as a program would. */
export async function ask<T>(page: Page, path: string, body?: object): Promise<T> {
  const headers = { Authorization: `Bearer ${demo.api_key}` };
  const reply = body
    ? await page.request.post(`/api/v1/${path}`, { headers, data: body })
    : await page.request.get(`/api/v1/${path}`, { headers });
  expect(reply.ok(), `${path}: ${reply.status()} ${await reply.text()}`).toBe(true);
  return reply.json();
}

interface Job {
  id: string;
  status: string;
  state: { report_version: number | null };
}

export const BOX = [110, 27, 126, 35];

/** Queues a diagnosis over REST and waits until it has ended. */
export async function diagnosed(page: Page): Promise<string> {
  const { id } = await ask<Job>(page, "diagnoses/", { source: "sample-rainstorm", region: BOX });
  await expect
    .poll(async () => (await ask<Job>(page, `diagnoses/${id}/`)).status, {
      timeout: 150_000,
      intervals: [1000],
    })
    .toBe("finished");
  return id;
}

/** Everything that a page complains of, except what a test provokes. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  page.on("pageerror", (error) => found.push(error.message));
  return found;
}

/** What is cut off at the page's edge or lies on something else on a map, at the size that the page has. */
export const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const named = (one: Element) => `${one.tagName.toLowerCase()}.${one.getAttribute("class")}`;
    for (const one of [document.documentElement, document.querySelector("main")]) {
      if (one && one.scrollWidth > one.clientWidth) found.push(`${named(one)} scrolls sideways`);
    }
    // What a reader may push sideways is a table, a list of tabs or a map; nothing else leaves the page.
    const free = ".scroll, .map-frame, .tabs, .visually-hidden, svg";
    for (const one of document.querySelectorAll("body *")) {
      const { right, width } = one.getBoundingClientRect();
      if (width > 1 && right > window.innerWidth + 1 && !one.closest(free)) {
        found.push(`${named(one)} is cut at the right edge`);
      }
    }
    const over = ".map-legend, .map-tools, .pane-busy, .maplibregl-ctrl-attrib";
    const boxes = [...document.querySelectorAll(over)].map((one) => ({
      name: named(one),
      at: one.getBoundingClientRect(),
    }));
    for (const [index, { name, at }] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        const apart =
          at.right <= other.at.left ||
          other.at.right <= at.left ||
          at.bottom <= other.at.top ||
          other.at.bottom <= at.top;
        if (!apart) found.push(`${name} lies on ${other.name}`);
      }
    }
    return found;
  });
