import { defineConfig } from "@playwright/test";

// The platform runs already: `tests/dashboard/test_browser.py` starts it and says where it is. By
// hand: `make demo`, then HVRMET_URL=... HVRMET_DEMO=.hvrmet/demo.json npm run browser.
export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/snapshots/{arg}{ext}",
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 300_000,
  expect: {
    timeout: 60_000,
    toHaveScreenshot: { animations: "disabled", caret: "hide", maxDiffPixelRatio: 0.02 },
  },
  reporter: [["line"]],
  use: {
    baseURL: process.env.HVRMET_URL ?? "http://127.0.0.1:8000",
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Asia/Shanghai",
    colorScheme: "dark",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.HVRMET_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        ...["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
        ...["--disable-background-networking", "--font-render-hinting=none"],
      ],
    },
  },
});
