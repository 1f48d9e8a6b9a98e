// Measures the dashboard on a platform that runs: `make bench frontend` starts one and calls this.
import { existsSync, readFileSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";

const BUILT = new URL("../../../platform/hvrmet/dashboard/static/dashboard/", import.meta.url)
  .pathname;
const URL_OF = process.env.HVRMET_URL ?? "http://127.0.0.1:8000";
const DEMO = JSON.parse(readFileSync(process.env.HVRMET_DEMO ?? "../.hvrmet/demo.json", "utf8"));
const BOX = [110, 27, 126, 35];
const JOBS = 50;
const VIEWS = 5;
const CHANGES = 30;
const PAN_MS = 4000;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
  src?: string;
}

function bytes(files: Iterable<string>) {
  let [raw, sent] = [0, 0];
  for (const file of files) {
    raw += readFileSync(BUILT + file).length;
    sent += readFileSync(
      existsSync(`${BUILT}${file}.br`) ? `${BUILT}${file}.br` : BUILT + file,
    ).length;
  }
  return { kB: Math.round(raw / 100) / 10, "kB compressed": Math.round(sent / 100) / 10 };
}

/** What each entry needs: its own files and those that it imports at once. */
function entries() {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${BUILT}manifest.json`, "utf8"));
  const needed = (key: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const style of chunk.css ?? []) found.add(style);
    for (const other of chunk.imports ?? []) needed(other, found);
    return found;
  };
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? "";
  const first = needed(entry);
  const rows: Record<string, object> = { "first view, without the map": bytes(first) };
  for (const key of manifest[entry]?.dynamicImports ?? []) {
    const own = [...needed(key)].filter((file) => !first.has(file));
    const name = (manifest[key]?.src ?? key)
      .replace(/^src\/|\/index\.tsx$/g, "")
      .replace("\u0000", "");
    rows[name] = bytes(own);
  }
  return rows;
}

const sorted = (values: number[]) => [...values].sort((one, other) => one - other);
const share = (values: number[], part: number) =>
  Math.round(
    sorted(values)[Math.min(values.length - 1, Math.floor(part * values.length))] ?? Number.NaN,
  );

async function call(page: Page, method: "get" | "post", path: string, body?: object) {
  const reply = await page.request[method](`${URL_OF}/api/v1/${path}`, {
    headers: { Authorization: `Bearer ${DEMO.api_key}` },
    ...(body ? { data: body } : {}),
  });
  if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
  return reply.json();
}

async function signedIn(page: Page) {
  await page.goto(URL_OF);
  await page.getByLabel("Name").fill("lead");
  await page.getByLabel("Password").fill(DEMO.passwords.lead);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("a.item").first().waitFor();
}

async function firstView(page: Page): Promise<number[]> {
  const times: number[] = [];
  const session = await page.context().newCDPSession(page);
  for (let turn = 0; turn < VIEWS; turn += 1) {
    await session.send("Network.clearBrowserCache");
    const began = performance.now();
    await page.goto(URL_OF);
    await page.locator("a.item").first().waitFor();
    times.push(performance.now() - began);
  }
  return times;
}

/** From the request that changes a job to the change on screen, beside many waiting and running jobs. */
async function toScreen(page: Page): Promise<number[]> {
  const jobs: string[] = [];
  for (let index = 0; index < JOBS; index += 1) {
    const job = await call(page, "post", "diagnoses/", {
      source: "sample-rainstorm",
      region: BOX,
      priority: "low",
    });
    jobs.push(job.id);
  }
  await page.goto(URL_OF);
  const times: number[] = [];
  for (const id of jobs.reverse().slice(0, CHANGES)) {
    const row = page.locator(`a.item[href="/diagnoses/${id}"]`);
    if (!(await row.count())) continue;
    const seen = row.filter({ hasText: "Cancelled" }).waitFor({ timeout: 20_000 });
    const began = performance.now();
    await call(page, "post", `diagnoses/${id}/cancel/`, { reason: "bench" });
    await seen;
    times.push(performance.now() - began);
  }
  for (const id of jobs)
    await call(page, "post", `diagnoses/${id}/cancel/`, { reason: "bench" }).catch(() => null);
  return times;
}

async function framesPerSecond(page: Page): Promise<number | null> {
  const { results } = await call(page, "get", "diagnoses/?status=finished&page_size=50");
  const job = results.find(
    (one: { state: { report_version: number | null } }) => one.state.report_version,
  );
  const pieces = await call(page, "get", `diagnoses/${job.id}/evidence/`);
  const piece = pieces.results.find((one: { figure: object | null }) => one.figure);
  await page.goto(`${URL_OF}/diagnoses/${job.id}/evidence/${piece.id}?view=map`);
  await page.locator(".field-legend").waitFor({ timeout: 120_000 });
  await page.waitForTimeout(3000);
  const box = await page.locator(".pane-map canvas").boundingBox();
  if (!box) return null;
  await page.evaluate(() => {
    const counted = globalThis as unknown as { frames: number };
    counted.frames = 0;
    const count = () => {
      counted.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  const began = performance.now();
  for (let step = 0; performance.now() - began < PAN_MS; step += 1) {
    await page.mouse.move(
      box.x + 200 + 120 * Math.sin(step / 20),
      box.y + 200 + 80 * Math.cos(step / 25),
    );
  }
  const seconds = (performance.now() - began) / 1000;
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number }).frames);
  await page.mouse.up();
  return Math.round(frames / seconds);
}

const browser = await chromium.launch({
  executablePath: process.env.HVRMET_CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
  ],
});
const page = await (
  await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" })
).newPage();
const out = (text: string) => process.stdout.write(`${text}\n`);
out("bytes of each entry (kB of 1000 bytes)");
for (const [name, size] of Object.entries(entries())) out(`  ${name}: ${JSON.stringify(size)}`);
await signedIn(page);
const views = await firstView(page);
out(
  `first useful view, cold cache: median ${share(views, 0.5)} ms, slowest ${share(views, 1)} ms of ${views.length}`,
);
out(
  `panning a field with its contours: ${await framesPerSecond(page)} frames per second (software renderer)`,
);
const changes = await toScreen(page);
out(
  `request to change on screen beside ${JOBS} jobs: median ${share(changes, 0.5)} ms, p95 ${share(changes, 0.95)} ms of ${changes.length}`,
);
await browser.close();
