import { defineConfig } from "@playwright/test";

// The platform runs already: `make smoke` starts it and says where it is. By hand: `make demo`, then
// HVRMET_URL=http://127.0.0.1:8000 python scripts/frontend.py run browser
const BESIDE = ["flight.spec.ts", "pages.spec.ts"];
const VIOLENT = "down.spec.ts";

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  // What is only looked at, and a flight on a diagnosis of its own, go beside what people do elsewhere:
  // two rows of tests, each in its order.
  workers: 2,
  projects: [
    { name: "working", testIgnore: [...BESIDE, VIOLENT], workers: 1 },
    { name: "beside", testMatch: BESIDE, workers: 1 },
    { name: "violent", testMatch: VIOLENT, workers: 1, dependencies: ["working", "beside"] },
  ],
  ...(!process.env.HVRMET_NIGHTLY && { grepInvert: /@nightly/ }),
  retries: 0,
  // Guards against a hang, however busy the machine is; nothing here is measured.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [["line"], ["./tests/names.ts"]],
  use: {
    baseURL: process.env.HVRMET_URL ?? "http://127.0.0.1:8000",
    viewport: { width: 1280, height: 720 },
    locale: "en-GB",
    timezoneId: "Asia/Shanghai",
    colorScheme: "dark",
    // What a test that fails saw; to record a trace of each costs a fifth of the time (`--trace on`).
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.HVRMET_CHROMIUM ?? "/usr/bin/chromium",
      // No graphics processor and no software in its place: what thin clients have.
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
});
