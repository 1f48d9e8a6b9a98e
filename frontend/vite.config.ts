import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { scienceTexts } from "./scripts/science.ts";

const TESTS = ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"];
const ALONE = ["src/**/*.alone.test.{ts,tsx}"];

// The web process serves what is built here below /static/dashboard/. Its page (a template of Django)
// finds the names of the files in the manifest; nothing here is an index page.
export default defineConfig({
  base: "/static/dashboard/",
  plugins: [react(), scienceTexts(new URL("../diagnostics/messages", import.meta.url).pathname)],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    outDir: "../platform/hvrmet/dashboard/static/dashboard",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "src/main.tsx" },
  },
  test: {
    environment: "jsdom",
    // Files share what they load, which takes a quarter of the time; what replaces a module or the clock
    // is named so, and has modules of its own.
    projects: [
      {
        extends: true,
        test: { name: "together", isolate: false, include: TESTS, exclude: ALONE },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    // A guard against a hang, however busy the machine is.
    testTimeout: 300_000,
  },
});
