// Takes the pictures of docs/images on a demonstration that runs: `make pictures` starts one and calls this.
import { readFileSync, writeFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "@playwright/test";

const IMAGES = new URL("../../../docs/images/", import.meta.url).pathname;
const URL_OF = process.env.HVRMET_URL ?? "http://127.0.0.1:8000";
const DEMO = JSON.parse(readFileSync(process.env.HVRMET_DEMO ?? "../.hvrmet/demo.json", "utf8"));
const SIZE = { width: 1440, height: 900 };
const QUALITY = 82;
const PATIENCE = 300_000;
/** Boxes within the demonstration's case, with what is asked for in them. */
const ASKED: [number[], string | null][] = [
  [[100, 20, 111, 30], null],
  [[112, 35.5, 124, 44], "heat_wave"],
  [[110, 27, 126, 35], "gale"],
];

async function ask<T>(path: string, body?: object): Promise<T> {
  const reply = await fetch(`${URL_OF}/api/v1/${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${DEMO.api_key}`, "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json() as Promise<T>;
}

async function signedIn(browser: Browser, theme: "dark" | "light"): Promise<Page> {
  const context = await browser.newContext({
    baseURL: URL_OF,
    viewport: SIZE,
    locale: "en-GB",
    timezoneId: "Asia/Shanghai",
  });
  await context.addInitScript((wanted) => localStorage.setItem("hvrmet.theme", wanted), theme);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto("/");
  await page.getByLabel("Name").fill("lead");
  await page.getByLabel("Password").fill(DEMO.passwords.lead);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
  return page;
}

/** Chromium writes WebP itself. */
async function take(page: Page, name: string) {
  await page.waitForLoadState("networkidle");
  // Those below the edge are not loaded before somebody scrolls to them.
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
    ),
  );
  // Names of places come to a map after its outlines.
  await page.waitForTimeout(3000);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
  });
  writeFileSync(`${IMAGES}dashboard-${name}.webp`, Buffer.from(data, "base64"));
  process.stderr.write(`pictures: docs/images/dashboard-${name}.webp\n`);
}

const browser = await chromium.launch({
  executablePath: process.env.HVRMET_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const jobs: { id: string }[] = [];
for (const [region, event] of ASKED) {
  jobs.push(await ask("diagnoses/", { source: "sample-rainstorm", region, event }));
}
const [dark, light] = [await signedIn(browser, "dark"), await signedIn(browser, "light")];

// The last one runs for long: it is shown while it grows, on both pages.
await light.goto(`/diagnoses/${jobs.at(-1)?.id}`);
await light.locator(".factor .factor-chart img").nth(2).waitFor();
await take(light, "run");
await dark.locator("a.item .mark.live").first().waitFor();
await take(dark, "situation");

const { results } = await ask<{ results: { id: string; state: { report_version: number } }[] }>(
  "diagnoses/?status=finished&event=rainstorm&page_size=50",
);
const finished = results.findLast((job) => job.state.report_version);
if (!finished) throw new Error("the demonstration has a report");
await light.goto(`/diagnoses/${finished.id}/report`);
await light.locator(".claim.bound").first().click();
await take(light, "report");
await dark.goto(`/diagnoses/${finished.id}/evidence/e02?view=map`);
await dark.locator(".field-legend").waitFor();
await take(dark, "evidence");
await browser.close();
