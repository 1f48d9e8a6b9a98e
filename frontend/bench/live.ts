// How long an event takes from its commit in the database to the screen, and how much memory ten thousand
// of them leave, on the page of a run. `make bench-live` starts a platform with what this needs.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type CDPSession, chromium, type Page } from "@playwright/test";

const EVENTS = 120;
const MANY = 10_000;
const DIAGNOSES = 12;
const url = process.env.HVRMET_URL ?? "http://127.0.0.1:8000";
const demo = process.env.HVRMET_DEMO ?? "../.hvrmet/demo.json";
const account = JSON.parse(readFileSync(demo, "utf8"));
const crowd = JSON.parse(readFileSync(join(dirname(demo), "crowd.json"), "utf8"));

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The program that appends events. */
class Appender {
  private readonly program: ChildProcess;
  private readonly lines: AsyncIterator<string>;

  constructor(run: string) {
    const python = process.env.PYTHON ?? ".venv/bin/python";
    this.program = spawn(python, ["-m", "tests.append_events", crowd.tenant_id, run], {
      cwd: "..",
      stdio: ["pipe", "pipe", "inherit"],
    });
    if (!this.program.stdout) throw new Error("the program has no output");
    this.lines = createInterface(this.program.stdout)[Symbol.asyncIterator]();
  }

  /** Appends so many at once, and returns when they were committed. */
  async append(count: number): Promise<number> {
    this.program.stdin?.write(`${count}\n`);
    const { done, value } = await this.lines.next();
    if (done) throw new Error("the program that appends events has ended: nothing is measured");
    return Number(value);
  }

  end() {
    this.program.stdin?.end();
  }
}

declare global {
  interface Window {
    /** When changes were on the screen, by the clock of the machine. */
    painted: number[];
  }
}

/** Notes in the page when the role that works is another one, once that is painted. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const place = document.querySelector("[data-run] header");
    if (!place) throw new Error("the page shows no run");
    const role = () => place.querySelector("[role=status]")?.textContent;
    let last = role();
    window.painted = [];
    new MutationObserver(() => {
      if (role() === last) return;
      last = role();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.painted.push(Date.now());
        port2.postMessage(null);
      });
    }).observe(place, { subtree: true, childList: true, characterData: true });
  });

const quantile = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
};
const row = (name: string, values: readonly number[]) =>
  print(
    `${name.padEnd(44)}${quantile(values, 0.5).padStart(8)}${quantile(values, 0.95).padStart(8)}`,
  );

/** Measures events one by one, each after the one before is shown. */
async function latencies(page: Page, appender: Appender, name: string) {
  const received: number[] = [];
  const listen = (text: string) => text.includes('"event"') && received.push(Date.now());
  sockets.add(listen);
  await watch(page);
  const parts = { all: [] as number[], received: [] as number[], asked: [] as number[] };
  for (let number = 0; number < EVENTS; number += 1) {
    const before = await page.evaluate(() => window.painted.length);
    const heard = received.length;
    await page.evaluate(() => performance.clearResourceTimings());
    const committed = await appender.append(1);
    await page.waitForFunction((known) => window.painted.length > known, before);
    const { painted, asked } = await page.evaluate(() => ({
      painted: window.painted.at(-1) ?? 0,
      asked: performance
        .getEntriesByType("resource")
        .filter((entry) => entry.name.includes("/run/"))
        .map((entry) => entry.duration),
    }));
    parts.all.push(painted - committed);
    parts.received.push((received[heard] ?? committed) - committed);
    parts.asked.push(asked.at(-1) ?? 0);
    await pause(200 + Math.random() * 400);
  }
  sockets.delete(listen);
  row(`${name}: commit to screen`, parts.all);
  row("  commit to the message on the socket", parts.received);
  row("  the request that follows", parts.asked);
}

const sockets = new Set<(text: string) => void>();

async function heap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.enable");
  for (let round = 0; round < 3; round += 1) await session.send("HeapProfiler.collectGarbage");
  return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
}

const headers = { Authorization: `Bearer ${account.api_key}`, "Content-Type": "application/json" };
const running = async (): Promise<number> =>
  (await (await fetch(`${url}/api/v1/queue/`, { headers })).json()).running;

async function diagnose() {
  for (let number = 0; number < DIAGNOSES; number += 1) {
    const region = [112, 28, 124 + number / 100, 34.5];
    const body = JSON.stringify({ source: "sample-rainstorm", region });
    await fetch(`${url}/api/v1/diagnoses/`, { method: "POST", headers, body });
  }
  while ((await running()) < 1) await pause(500);
}

const browser = await chromium.launch({
  executablePath: process.env.HVRMET_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const appender = new Appender(crowd.short_run);
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      for (const listen of sockets) listen(String(payload));
    }),
  );
  await page.goto(`${url}/c/${crowd.tenant}/diagnoses/${crowd.short_run}`);
  await page.locator("[name=login]").fill(crowd.person);
  await page.locator("[name=password]").fill(crowd.password);
  await page.locator("[name=password]").press("Enter");
  await page.locator("[data-run=running]").waitFor();
  await appender.append(1);
  await pause(3000);
  print(`${"milliseconds".padEnd(44)}${"p50".padStart(8)}${"p95".padStart(8)}`);
  await latencies(page, appender, "nothing else");
  await diagnose();
  print(`diagnoses that run beside it: ${await running()}`);
  await latencies(page, appender, "beside diagnoses");
  print(`diagnoses that run still: ${await running()}`);
  const session = await page.context().newCDPSession(page);
  const before = await heap(session);
  for (let done = 0; done < MANY; done += 50) await appender.append(50);
  await pause(15_000);
  const after = await heap(session);
  print(`memory: ${before.toFixed(1)} MB, after ${MANY} events ${after.toFixed(1)} MB`);
} finally {
  appender.end();
  await browser.close();
}
