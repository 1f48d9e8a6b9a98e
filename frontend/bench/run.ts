// Builds the page of bench/ on its own, opens it in a browser without a graphics processor, and prints
// how fast each way of drawing the map moves. `node bench/run.ts [ROUNDS]`.
import { chromium } from "@playwright/test";
import { build, type InlineConfig, preview } from "vite";
import { scienceTexts } from "../scripts/science.ts";
import type { Frames, Way } from "./page";

const ROUNDS = Number(process.argv[2] ?? 3);
const WAYS: readonly Way[] = ["plain", "pictured"];
const NAMES: Record<Way, string> = {
  plain: "every layer drawn in each frame",
  pictured: "the application's map",
};
const options = {
  root: new URL(".", import.meta.url).pathname,
  configFile: false,
  logLevel: "warn",
  plugins: [scienceTexts(new URL("../../diagnostics/messages", import.meta.url).pathname)],
  resolve: { alias: { "@": new URL("../src", import.meta.url).pathname } },
  build: {
    outDir: "../test-results/bench",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
  },
} satisfies InlineConfig;

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

await build(options);
const server = await preview({ ...options, preview: { port: 0, host: "127.0.0.1" } });
const browser = await chromium.launch({
  executablePath: process.env.HVRMET_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const measured: Record<Way, Frames[]> = { plain: [], pictured: [] };
try {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of WAYS) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.goto(server.resolvedUrls?.local[0] ?? "");
      measured[way].push(await page.evaluate((one) => window.measure(one), way));
      await page.close();
    }
} finally {
  await browser.close();
  await server.close();
}

const rows = WAYS.map((way) => {
  const of = (key: keyof Frames) => median(measured[way].map((frames) => frames[key]));
  return { way, perSecond: of("perSecond"), p95: of("p95"), longest: of("longest") };
});
const print = (...cells: string[]) =>
  process.stdout.write(
    `${cells.map((cell, at) => (at ? cell.padStart(17) : cell.padEnd(34))).join("")}\n`,
  );
print("way of drawing", "frames a second", "p95, ms", "longest, ms", "ratio");
for (const { way, perSecond, p95, longest } of rows) {
  const ratio = perSecond / (rows[0]?.perSecond ?? 1);
  print(NAMES[way], perSecond.toFixed(1), p95.toFixed(0), longest.toFixed(0), ratio.toFixed(1));
}
